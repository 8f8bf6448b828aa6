import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { applyFilters } from './apply-filters.ts'
import type { Backplane } from './backplanes/backplane.ts'
import type { Call } from './calls/call.ts'
import { events } from './channels.ts'
import type { Clock } from './clock.ts'
import { Connection } from './connection/connection.ts'
import type { ConnectionHub, HubConnection } from './connection/connection-hub.ts'
import { ConnectionCounts } from './connection-counts.ts'
import type { HubContext } from './context.ts'
import { type HubDefinition, type HubMethod, methodsByName } from './define-hub.ts'
import type { ConnectionEvent } from './diagnostics.ts'
import { HubError, SignalRError } from './errors.ts'
import type { HubHeaders } from './http/answers.ts'
import type { ClientRequest } from './http/client-request.ts'
import { answerForwarded } from './http/forwarded-requests.ts'
import { Forwarding } from './http/forwarding.ts'
import type {
  ConnectionOptions,
  ForwardedAnswer,
  ForwardedRequest,
  HttpConnection,
  HttpHub,
  Identity,
  NewConnection,
  Redirect,
} from './http/http-hub.ts'
import type { HubOptions } from './hub-options.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { HubMetrics } from './metrics.ts'
import { createJsonProtocol } from './protocols/json.ts'
import { messagePackProtocol } from './protocols/messagepack.ts'
import type { Protocol } from './protocols/protocol.ts'
import { randomId } from './random-id.ts'
import { createHubContext } from './routing/client-proxies.ts'
import { Router } from './routing/router.ts'
import type { TransportName } from './transports/transport.ts'
import { createWebSocketServer, type WebSockets } from './transports/web-socket.ts'

/** The parts that all hubs of a server share. */
export interface HubEnvironment {
  clock: Clock
  backplane: Backplane | null
  report(error: unknown): void
}

/** Used when the hub has no `authenticate` hook: every caller is anonymous. */
const anonymous: Identity = {}

/** One hub at one path: its connections, options and limits. */
export class MappedHub implements HttpHub, ConnectionHub {
  readonly path: string
  readonly limits: Limits
  readonly clock: Clock
  readonly transports: readonly TransportName[]
  readonly statefulReconnect: boolean
  readonly credentials: boolean
  readonly detailedErrors: boolean
  readonly methods: ReadonlyMap<string, HubMethod>
  readonly router: Router
  readonly protocols: ReadonlyMap<string, Protocol>
  readonly context: HubContext
  readonly messages = { sent: 0, received: 0 }
  readonly calls = { started: 0, failed: 0 }
  readonly webSockets: WebSockets
  readonly report: (error: unknown) => void
  now: number
  /** Null when there are no other processes. */
  readonly #forwarding: Forwarding | null
  readonly #definition: HubDefinition
  readonly #options: HubOptions
  readonly #connections = new Map<string, HubConnection>()
  readonly #counts: ConnectionCounts
  /** Ended connections by their tokens, until their transports have closed. */
  readonly #closing = new Map<string, HubConnection>()
  /** The calls of `onDisconnected` that have not returned yet. */
  readonly #disconnecting = new Set<Promise<void>>()
  readonly #ended: Record<string, number> = {}
  #total = 0
  #refused = 0
  #isClosing = false
  /** Set while `closeAll` waits for the last connection. */
  #onAllClosed: (() => void) | undefined

  constructor(
    path: string,
    definition: HubDefinition,
    options: HubOptions,
    { clock, backplane, report }: HubEnvironment,
  ) {
    this.path = path
    this.limits = { ...defaultLimits, ...options.limits }
    this.#counts = new ConnectionCounts(this.limits)
    this.clock = clock
    this.transports = options.transports ?? ['WebSockets', 'ServerSentEvents', 'LongPolling']
    this.statefulReconnect = options.statefulReconnect ?? false
    this.credentials = options.credentials ?? true
    this.detailedErrors = options.detailedErrors ?? false
    this.#definition = applyFilters(definition)
    this.methods = methodsByName(this.#definition)
    this.router = new Router(path, clock, backplane, report)
    this.#forwarding =
      backplane && new Forwarding(path, { backplane, clock, report }, (request) => answerForwarded(this, request))
    this.protocols = new Map(
      [createJsonProtocol(options.json), messagePackProtocol].map((protocol) => [protocol.name, protocol]),
    )
    this.context = createHubContext(this.router)
    this.webSockets = createWebSocketServer(this.limits)
    this.now = clock.now()
    this.#options = options
    this.report = report
  }

  allowsOrigin(origin: string): boolean {
    const { origins = [] } = this.#options
    return typeof origins === 'function' ? origins(origin) : origins.includes(origin)
  }

  address(headers: IncomingHttpHeaders, socketAddress: string): string {
    return this.#options.address?.(headers, socketAddress) ?? socketAddress
  }

  headers(request: IncomingMessage): Readonly<HubHeaders> {
    return this.#options.headers?.(request) ?? {}
  }

  async authenticate(request: ClientRequest): Promise<Identity | null> {
    return this.#definition.authenticate ? this.#definition.authenticate(request) : anonymous
  }

  async redirect(request: ClientRequest, identity: Identity): Promise<Redirect | null> {
    return this.#options.redirect?.(request, identity) ?? null
  }

  open({
    id = randomId(),
    token = randomId(),
    ...rest
  }: NewConnection): HttpConnection | 'full' | 'too-many' | 'closing' {
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

  protected create(options: ConnectionOptions): HubConnection {
    return new Connection(this, options)
  }

  find(token: string): HttpConnection | undefined {
    const closing = this.#closing.get(token)
    // A long-polling client of an ended connection still polls for its last messages. Other transports get them without
    // a request.
    return this.#connections.get(token) ?? (closing?.transportName === 'LongPolling' ? closing : undefined)
  }

  async share(connection: HttpConnection): Promise<void> {
    await this.#forwarding?.share(connection)
  }

  async forward(request: ForwardedRequest): Promise<ForwardedAnswer | null> {
    return this.#forwarding?.forward(request) ?? null
  }

  connected(connection: HubConnection, lifetime: Call): Promise<unknown> | undefined {
    this.#total++
    if (events.opened.hasSubscribers) events.opened.publish(this.#eventOf(connection))
    const added = this.router.add(connection)
    const { onConnected } = this.#definition
    if (!onConnected) return added
    const connect = async () => {
      await added
      await onConnected(lifetime)
    }
    return connect().catch((error) => {
      // A HubError refuses the client on purpose.
      if (!(error instanceof HubError)) this.report(error)
      throw error
    })
  }

  disconnected(lifetime: Call, error: Error | undefined): void {
    const { onDisconnected } = this.#definition
    if (!onDisconnected) return
    const call = (async () => onDisconnected(lifetime, error))()
      .catch(this.report)
      .finally(() => {
        this.#disconnecting.delete(call)
        this.#checkAllClosed()
      }) as Promise<void>
    this.#disconnecting.add(call)
  }

  ended(connection: HubConnection, error: Error | undefined): void {
    const { token, transport } = connection
    this.#connections.delete(token)
    this.#counts.change(connection, -1)
    if (transport) this.#closing.set(token, connection)
    else this.#forwarding?.unshare(connection)
    if (!this.router.connections.get(connection.id)) return
    const code = error === undefined ? 'goodbye' : error instanceof SignalRError ? error.code : 'other'
    if (events.ended.hasSubscribers) events.ended.publish({ ...this.#eventOf(connection), error })
    this.#ended[code] = (this.#ended[code] ?? 0) + 1
    this.router.remove(connection)?.catch(this.report)
  }

  transportClosed(connection: HubConnection): void {
    this.#closing.delete(connection.token)
    this.#forwarding?.unshare(connection)
    this.#checkAllClosed()
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
    for (const { id, transportName } of this.#connections.values()) {
      if (transportName && this.router.connections.get(id)) open[transportName]++
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
   * closed and all `onDisconnected` calls have returned.
   */
  closeAll(): Promise<void> {
    this.#isClosing = true
    this.router.leave()
    for (const connection of this.#connections.values()) connection.close(undefined, { allowReconnect: true })
    return new Promise((resolve) => {
      this.#onAllClosed = resolve
      this.#checkAllClosed()
    })
  }

  #eventOf({ id, identity: { userId }, transportName, trace }: HubConnection): ConnectionEvent {
    return { hub: this.path, connectionId: id, userId, transport: transportName, trace }
  }

  #checkAllClosed(): void {
    if (this.#closing.size === 0 && this.#disconnecting.size === 0) this.#onAllClosed?.()
  }

  /** Destroys the transports that have not closed by themselves. */
  destroyAll(): void {
    for (const { transport } of this.#closing.values()) transport?.destroy()
  }
}
