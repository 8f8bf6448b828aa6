import type { IncomingMessage, ServerResponse } from 'node:http'
import { LongPollingTransport, type PendingPoll } from '../transports/long-polling.ts'
import { ServerSentEventsTransport } from '../transports/server-sent-events.ts'
import {
  type Answer,
  createPollAnswer,
  discardBody,
  discardBodyAndAnswer,
  refusalAnswers,
  writeAnswer,
} from './answers.ts'
import { authenticate } from './authenticate.ts'
import { hasSeveralHostHeaders, parseQuery, readPath } from './client-request.ts'
import { endConnectionByDelete, findTransportRefusal, receivePost } from './connection-requests.ts'
import { createCorsHeaders, createPreflightAnswer, isOriginAllowed } from './cross-origin.ts'
import { forwardOrTakeOver, forwardPostOrDelete } from './forwarded-requests.ts'
import type { AuthenticatedClient, HttpConnection, HttpEndpoint } from './http-endpoint.ts'
import { negotiate } from './negotiate.ts'

/**
 * Answers one request to a hub (SignalR transport protocol). Never rejects.
 * @param path the path of the hub. The request is for this path, or for a path below it.
 */
export async function handleRequest(
  hub: HttpEndpoint,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const bodyLimit = hub.limits.frameBytes
  try {
    const headers = { ...hub.headers(request), ...createCorsHeaders(hub, request.headers) }
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.setHeader('Cache-Control', 'no-store')
    const answer = await serve(hub, path, request, response)
    if (!answer) return
    hub.answered(request, answer)
    discardBodyAndAnswer(request, response, answer, bodyLimit)
  } catch (error) {
    hub.answered(request, refusalAnswers.failed)
    discardBodyAndAnswer(request, response, refusalAnswers.failed, bodyLimit)
    hub.report(error)
  }
}

/** Returns the answer, or null when a transport sends the answer or the client has disconnected. */
async function serve(
  hub: HttpEndpoint,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Answer | null> {
  const { headers, method } = request
  if (hasSeveralHostHeaders(request)) return refusalAnswers.hosts
  if (!isOriginAllowed(hub, headers)) return refusalAnswers.origin
  const below = readPath(request).slice(path.length)
  if (below !== '' && below !== '/negotiate') return refusalAnswers.notHere
  if (method === 'OPTIONS' && headers.origin !== undefined) return createPreflightAnswer(headers)
  const client = await authenticate(hub, request)
  if (response.destroyed) return null
  if ('status' in client) return client
  if (below === '') return serveConnection(hub, client, request, response)
  return method === 'POST' ? negotiate(hub, request, client) : refusalAnswers.negotiateMethod
}

/** Answers a request to a connection. The connection may belong to this process or to another process. */
async function serveConnection(
  hub: HttpEndpoint,
  client: AuthenticatedClient,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Answer | null> {
  const { method = '' } = request
  if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') return refusalAnswers.method
  const id = parseQuery(request).get('id')
  if (!id) return refusalAnswers.noId
  const connection = hub.find(id)
  if (connection) {
    if (connection.identity.userId !== client.identity.userId) return refusalAnswers.otherUser
    connection.renew(client.identity)
    if (method === 'POST') return receivePost(connection, request)
    return method === 'GET'
      ? openTransport(hub, connection, client, request, response)
      : endConnectionByDelete(connection)
  }
  if (method !== 'GET') return forwardPostOrDelete(hub, id, client, request)
  const moved = await forwardOrTakeOver(hub, id, requestedTransport(request), client)
  return 'status' in moved ? moved : openTransport(hub, moved, client, request, response)
}

function requestedTransport({ headers }: IncomingMessage): 'ServerSentEvents' | 'LongPolling' {
  return headers.accept?.includes('text/event-stream') ? 'ServerSentEvents' : 'LongPolling'
}

/** Serves a GET request: opens server-sent events or long polling, or passes a further poll to its transport. */
function openTransport(
  hub: HttpEndpoint,
  connection: HttpConnection,
  client: AuthenticatedClient,
  request: IncomingMessage,
  response: ServerResponse,
): Answer | null {
  // The client may have disconnected while another process handed the connection over.
  if (response.destroyed) return null
  const name = requestedTransport(request)
  const refusal = findTransportRefusal(hub, connection, name)
  if (refusal) return refusal
  // Discards the body, because Node would not notice a disconnect of the client while a body is unread.
  discardBody(request, hub.limits.frameBytes)
  const { transport } = connection
  if (transport instanceof LongPollingTransport) openPoll(transport, response, hub.limits.pollTimeoutMs)
  else if (name === 'ServerSentEvents') {
    connection.attach(new ServerSentEventsTransport(response, connection, hub.limits), client.request)
  } else {
    const longPolling = new LongPollingTransport(connection, hub)
    connection.attach(longPolling, client.request)
    openPoll(longPolling, response, hub.limits.pollTimeoutMs)
  }
  return null
}

function openPoll(transport: LongPollingTransport, response: ServerResponse, timeoutMs: number): void {
  const poll: PendingPoll = { timeoutMs, answer: (messages) => writeAnswer(response, createPollAnswer(messages)) }
  // A poll may be idle for longer than the server's timeout for requests.
  response.socket?.setTimeout(0)
  response.on('finish', () => transport.confirm(poll))
  response.on('close', () => transport.abandon(poll))
  transport.poll(poll)
}
