import {
  DefaultHttpClient,
  type HttpRequest,
  type HttpResponse,
  type HubConnection,
  HubConnectionBuilder,
  LogLevel,
  NullLogger,
} from '@microsoft/signalr'
import {
  LIVE_CLIENT_KEEP_ALIVE_MS,
  LIVE_RECONNECT_BUFFER_BYTES,
  LIVE_RECONNECT_DELAYS_MS,
  LIVE_REQUEST_TIMEOUT_MS,
  LIVE_SERVER_TIMEOUT_MS,
} from '#contract/limits.ts'
import { HUB_PATH, type HubClientMethods } from '#contract/live.ts'
import { runAndAbortAtSessionEnd } from '../api/tokens.ts'
import { toServerUrl } from '../device/native.ts'

export const liveEventNames = Object.keys({
  commentSaved: true,
  commentRemoved: true,
  commentsChanged: true,
  noticesChanged: true,
  toolsChanged: true,
  moderationChanged: true,
  errorsChanged: true,
  orderChanged: true,
  kitchenChanged: true,
  versionServed: true,
  eventsMissed: true,
  readersChanged: true,
} satisfies Record<keyof HubClientMethods, true>) as (keyof HubClientMethods)[]

/**
 * Aborts a negotiation or message with a token when the session ends. Without this, a stopped connection would still
 * wait for the response to its negotiation. After a logout, this response is a 401, which the browser logs.
 */
class LiveHttpClient extends DefaultHttpClient {
  constructor() {
    super(NullLogger.instance)
  }

  override send(request: HttpRequest): Promise<HttpResponse> {
    if (request.abortSignal || !request.headers?.Authorization) return super.send(request)
    const controller = new AbortController()
    const abortSignal = controller.signal as NonNullable<HttpRequest['abortSignal']>
    return runAndAbortAtSessionEnd(controller, () => super.send({ ...request, abortSignal }))
  }
}

/**
 * Builds a connection to the hub with the constants of S9.05, over any transport that works (S7.15).
 * @param accessTokenFactory returns the access token, or an empty text without a login
 * @param onFailure called with the reason of a lost connection and of each failed reconnect
 */
export function createHubConnection(
  accessTokenFactory: () => Promise<string>,
  onFailure: (reason: unknown) => void,
): HubConnection {
  return new HubConnectionBuilder()
    .withUrl(toServerUrl(HUB_PATH), {
      accessTokenFactory,
      timeout: LIVE_REQUEST_TIMEOUT_MS,
      httpClient: new LiveHttpClient(),
    })
    .withServerTimeout(LIVE_SERVER_TIMEOUT_MS)
    .withKeepAliveInterval(LIVE_CLIENT_KEEP_ALIVE_MS)
    .withStatefulReconnect({ bufferSize: LIVE_RECONNECT_BUFFER_BYTES })
    .withAutomaticReconnect({
      nextRetryDelayInMilliseconds({ previousRetryCount, retryReason }) {
        onFailure(retryReason)
        return LIVE_RECONNECT_DELAYS_MS[previousRetryCount] ?? null
      },
    })
    .configureLogging(LogLevel.None)
    .build()
}
