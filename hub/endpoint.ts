import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Backplane } from './backplanes/backplane.ts'
import { diagnosticsChannels } from './channels.ts'
import { limitsFrom, originCheckFrom, transportsFrom } from './check-options.ts'
import type { Clock } from './clock.ts'
import type { ConnectionOwner, EndpointConnection } from './connection/connection-host.ts'
import { ConnectionCounts } from './connection-counts.ts'
import type { HubSettings } from './define-hub.ts'
import type { ConnectionEvent, ErrorContext, RefusedRequestEvent, ReportError } from './diagnostics.ts'
import { SignalRError } from './errors.ts'
import type { Answer, HubHeaders } from './http/answers.ts'
import { type ClientRequest, readPath } from './http/client-request.ts'
import { answerForwardedRequest } from './http/forwarded-requests.ts'
import type {
  ConnectionOptionsWithToken,
  ForwardedAnswer,
  ForwardedRequest,
  HttpConnection,
  HttpEndpoint,
  Identity,
  NewConnectionOptions,
  Redirect,
} from './http/http-endpoint.ts'
import { RequestForwarder } from './http/request-forwarder.ts'
import type { HubOptions } from './hub-options.ts'
import type { Limits } from './limits.ts'
import type { HubMetrics } from './metrics.ts'
import { createRandomId } from './random-id.ts'
import type { TransportName } from './transports/transport.ts'
import { createWebSocketServer, type TransportWebSocketServer } from './transports/web-socket.ts'

/** The parts that all endpoints of a server share. */
export interface EndpointEnvironment {
  clock: Clock
  backplane: Backplane | null
  report(error: unknown, context: ErrorContext): void
}

/** Used when there is no `authenticate` hook: every caller is anonymous. */
const anonymous: Identity = {}

/** Connections over the three transports at one path, with their options and limits. Subclasses add a protocol. */
export abstract class Endpoint implements HttpEndpoint, ConnectionOwner {
  readonly path: string
  readonly limits: Limits
  readonly clock: Clock
  readonly transports: readonly TransportName[]
  readonly statefulReconnect: boolean
  readonly credentials: boolean
  readonly allowsOrigin: (origin: string) => boolean
  readonly messages = { sent: 0, received: 0 }
  readonly calls = { started: 0, failed: 0 }
  readonly webSockets: TransportWebSocketServer
  readonly report: ReportError
  now: number
  /** Forwards requests to other processes. Null without a backplane. */
  readonly #forwarding: RequestForwarder | null
  readonly #authenticator: Pick<HubSettings, 'authenticate'>
  readonly #options: HubOptions
  readonly #connections = new Map<string, EndpointConnection>()
  readonly #counts: ConnectionCounts
  /** Connections that have ended, by token, until their transports have closed. */
  readonly #closing = new Map<string, EndpointConnection>()
  readonly #ended: Record<string, number> = {}
  #total = 0
  #refused = 0
  #isClosing = false
  /** Resolved when `closeAll` was called and all transports have closed. */
  readonly #allClosed = Promise.withResolvers<void>()

  constructor(
    path: string,
    authenticator: Pick<HubSettings, 'authenticate'>,
    options: HubOptions,
    { clock, backplane, report }: EndpointEnvironment,
  ) {
    this.path = path
    this.limits = limitsFrom(options.limits)
    this.#counts = new ConnectionCounts(this.limits)
    this.clock = clock
    this.transports = transportsFrom(options.transports)
    this.allowsOrigin = originCheckFrom(options.origins)
    this.statefulReconnect = options.statefulReconnect ?? false
    this.credentials = options.credentials ?? true
    this.report = (error, context) => report(error, { hub: path, ...context })
    this.#forwarding =
      backplane &&
      new RequestForwarder(path, { backplane, clock, report: this.report }, (request, released) =>
        answerForwardedRequest(this, request, released),
      )
    this.webSockets = createWebSocketServer(this.limits)
    this.now = clock.now()
    this.#authenticator = authenticator
    this.#options = options
  }

  /** Creates a connection that waits for its transport. */
  protected abstract create(options: ConnectionOptionsWithToken): EndpointConnection

  address(headers: IncomingHttpHeaders, socketAddress: string): string {
    return this.#options.address?.(headers, socketAddress) ?? socketAddress
  }

  headers(request: IncomingMessage): Readonly<HubHeaders> {
    return this.#options.headers?.(request) ?? {}
  }

  async authenticate(request: ClientRequest): Promise<Identity | null> {
    return this.#authenticator.authenticate ? this.#authenticator.authenticate(request) : anonymous
  }

  async redirect(request: ClientRequest, identity: Identity): Promise<Redirect | null> {
    return this.#options.redirect?.(request, identity) ?? null
  }

  open({
    id = createRandomId(),
    token = createRandomId(),
    ...rest
  }: NewConnectionOptions): HttpConnection | 'full' | 'too-many' | 'closing' {
    if (this.#isClosing) return 'closing'
    const refusal = this.#counts.refusal(rest)
    if (refusal) {
      this.#refused++
      return refusal
    }
    const connection = this.create({ id, token, ...rest })
    this.#connections.set(connection.token, connection)
    this.#counts.change(rest, 1)
    return connection
  }

  find(token: string): HttpConnection | undefined {
    const closing = this.#closing.get(token)
    // A long-polling client of an ended connection still polls for its last messages. Clients of other
    // transports get their last messages without a request.
    return this.#connections.get(token) ?? (closing?.transportName === 'LongPolling' ? closing : undefined)
  }

  async share(connection: HttpConnection): Promise<void> {
    await this.#forwarding?.share(connection)
  }

  async forward(request: ForwardedRequest): Promise<ForwardedAnswer | null> {
    return this.#forwarding?.forward(request) ?? null
  }

  answered({ url, method = '', headers: { origin } }: IncomingMessage, { status, body, reason }: Answer): void {
    if (status < 400 || !diagnosticsChannels.refused.hasSubscribers) return
    const event: RefusedRequestEvent = {
      hub: this.path,
      status,
      reason: reason ?? String(body),
      method,
      path: readPath({ url }),
      origin,
    }
    diagnosticsChannels.refused.publish(event)
  }

  opened(connection: EndpointConnection): void {
    this.#total++
    connection.connectedAt = this.clock.now()
    if (diagnosticsChannels.opened.hasSubscribers) diagnosticsChannels.opened.publish(this.#eventOf(connection))
  }

  ended(connection: EndpointConnection, error: Error | undefined): void {
    const { token, transport } = connection
    this.#connections.delete(token)
    this.#counts.change(connection, -1)
    if (transport) this.#closing.set(token, connection)
    else this.#forwarding?.unshare(connection)
    this.#resolveIfAllClosed()
    if (connection.connectedAt === null) return
    const code = error === undefined ? 'goodbye' : error instanceof SignalRError ? error.code : 'other'
    if (diagnosticsChannels.ended.hasSubscribers)
      diagnosticsChannels.ended.publish({ ...this.#eventOf(connection), error })
    this.#ended[code] = (this.#ended[code] ?? 0) + 1
  }

  transportClosed(connection: EndpointConnection): void {
    this.#closing.delete(connection.token)
    this.#forwarding?.unshare(connection)
    this.#resolveIfAllClosed()
  }

  /** Checks the timeouts of all connections. Called once a second. */
  heartbeat(): void {
    this.now = this.clock.now()
    for (const connection of this.#connections.values()) connection.tick(this.now)
    for (const { transport } of this.#closing.values()) transport?.tick(this.now)
  }

  metrics(): HubMetrics {
    const open: Record<TransportName, number> = { WebSockets: 0, ServerSentEvents: 0, LongPolling: 0 }
    let waiting = 0
    for (const { connectedAt, transportName } of this.#connections.values()) {
      if (transportName && connectedAt !== null) open[transportName]++
      else waiting++
    }
    const connections = { waiting, open, total: this.#total }
    const { messages, calls } = this
    return {
      connections,
      messages: { ...messages },
      calls: { ...calls },
      ended: { ...this.#ended },
      refused: this.#refused,
    }
  }

  /**
   * Closes all connections, and allows the clients to reconnect to another process. Resolves when all transports have
   * closed.
   */
  closeAll(): Promise<void> {
    this.#isClosing = true
    for (const connection of this.#connections.values()) connection.close(undefined, { allowReconnect: true })
    this.#resolveIfAllClosed()
    void this.releaseForwarded()
    return this.#allClosed.promise
  }

  /** Resolves when all requests that this process has forwarded are answered. Polls are answered at once. */
  async releaseForwarded(): Promise<void> {
    await this.#forwarding?.releaseRequests()
  }

  #resolveIfAllClosed(): void {
    if (this.#isClosing && this.#connections.size + this.#closing.size === 0) this.#allClosed.resolve()
  }

  /** Destroys the transports that have not closed by themselves, and forwards no more requests. */
  destroyAll(): void {
    this.#forwarding?.stop()
    for (const { transport } of this.#closing.values()) transport?.destroy()
  }

  #eventOf({ id, identity: { userId }, transportName, trace }: EndpointConnection): ConnectionEvent {
    return { hub: this.path, connectionId: id, userId, transport: transportName, trace }
  }
}
