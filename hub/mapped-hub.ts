import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Backplane } from './backplanes/backplane.ts'
import type { Call } from './calls/call.ts'
import type { Clock } from './clock.ts'
import { Connection } from './connection/connection.ts'
import type { ConnectionHub } from './connection/connection-hub.ts'
import type { HubContext } from './context.ts'
import { type HubDefinition, type HubMethod, methodsByName } from './define-hub.ts'
import { HubError, SignalRError } from './errors.ts'
import type { ClientRequest, HttpConnection, HttpHub, Identity } from './http/connections.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { HubMetrics } from './metrics.ts'
import { contextOf } from './routing/client-proxies.ts'
import { Router } from './routing/router.ts'
import type { TransportName } from './transports/transport.ts'
import { type WebSockets, webSocketServer } from './transports/web-socket.ts'

/** How one hub is served. Everything has a default. */
export interface HubOptions {
  /** In the order in which clients try them. All three by default. */
  transports?: readonly TransportName[]
  /** Whether a client may ask for a connection that survives its WebSocket. Off by default. */
  statefulReconnect?: boolean
  /** Origins that browsers may come from beside the server's own, such as https://www.example.com. */
  origins?: readonly string[]
  limits?: Partial<Limits>
  /** Whether clients are told the words of any error. For development: they may hold secrets. */
  detailedErrors?: boolean
  /** The address that limits count by, where a proxy stands in front. By default that of the socket. */
  address?(headers: IncomingHttpHeaders, socketAddress: string): string
  /** Headers of every answer but a WebSocket's own, such as those that protect the rest of the site. None by default. */
  headers?(request: IncomingMessage): Readonly<Record<string, string>>
}

/** What a hub takes from the server it is mapped on. */
export interface Surroundings {
  clock: Clock
  backplane: Backplane | null
  report(error: unknown): void
}

/** Who comes where nobody is asked. */
const anybody: Identity = {}

/** One hub at one path: its connections, its limits, its application. */
export class MappedHub implements HttpHub, ConnectionHub {
  readonly path: string
  readonly limits: Limits
  readonly clock: Clock
  readonly transports: readonly TransportName[]
  readonly statefulReconnect: boolean
  readonly origins: readonly string[]
  readonly detailedErrors: boolean
  readonly methods: ReadonlyMap<string, HubMethod>
  readonly router: Router
  readonly context: HubContext
  readonly messages = { sent: 0, received: 0 }
  readonly webSockets: WebSockets
  readonly report: (error: unknown) => void
  now: number
  readonly #definition: HubDefinition
  readonly #options: HubOptions
  readonly #connections = new Map<string, Connection>()
  readonly #perAddress = new Map<string, number>()
  readonly #perUser = new Map<string, number>()
  /** Connections that are over, by their tokens, until their transports have handed on the last of it. */
  readonly #ending = new Map<string, Connection>()
  /** Code of the application that still runs for connections that are over. */
  readonly #farewells = new Set<Promise<void>>()
  readonly #ended: Record<string, number> = {}
  #total = 0
  #refused = 0
  #isClosing = false
  /** Set by whoever waits for the last connection to be gone. */
  #onQuiet: (() => void) | undefined

  constructor(
    path: string,
    definition: HubDefinition,
    options: HubOptions,
    { clock, backplane, report }: Surroundings,
  ) {
    this.path = path
    this.limits = { ...defaultLimits, ...options.limits }
    this.clock = clock
    this.transports = options.transports ?? ['WebSockets', 'ServerSentEvents', 'LongPolling']
    this.statefulReconnect = options.statefulReconnect ?? false
    this.origins = options.origins ?? []
    this.detailedErrors = options.detailedErrors ?? false
    this.methods = methodsByName(definition)
    this.router = new Router(path, clock, backplane, report)
    this.context = contextOf(this.router)
    this.webSockets = webSocketServer(this.limits)
    this.now = clock.now()
    this.#definition = definition
    this.#options = options
    this.report = report
  }

  address(headers: IncomingHttpHeaders, socketAddress: string): string {
    return this.#options.address?.(headers, socketAddress) ?? socketAddress
  }

  headers(request: IncomingMessage): Readonly<Record<string, string>> {
    return this.#options.headers?.(request) ?? {}
  }

  async authenticate(request: ClientRequest): Promise<Identity | null> {
    return this.#definition.authenticate ? this.#definition.authenticate(request) : anybody
  }

  open({
    version,
    ...rest
  }: {
    version: 0 | 1
    stateful: boolean
    identity: Identity
    address: string
  }): HttpConnection | 'full' | 'too-many' | 'closing' {
    if (this.#isClosing) return 'closing'
    const { address, identity } = rest
    const refusal = this.#refusal(address, identity.userId)
    if (refusal) {
      this.#refused++
      return refusal
    }
    const id = randomId()
    const connection = new Connection(this, { id, token: version === 0 ? id : randomId(), ...rest })
    this.#connections.set(connection.token, connection)
    count(this.#perAddress, address, 1)
    if (identity.userId !== undefined) count(this.#perUser, identity.userId, 1)
    return connection
  }

  find(token: string): HttpConnection | undefined {
    const ending = this.#ending.get(token)
    // The last of it is polled for; a WebSocket has it coming.
    return this.#connections.get(token) ?? (ending?.transportName === 'LongPolling' ? ending : undefined)
  }

  connected(connection: Connection, lifetime: Call): Promise<unknown> | undefined {
    this.#total++
    const known = this.router.add(connection)
    const { onConnected } = this.#definition
    if (!onConnected) return known
    const welcome = async () => {
      await known
      await onConnected(lifetime)
    }
    return welcome().catch((error) => {
      // A HubError turns the client away on purpose.
      if (!(error instanceof HubError)) this.report(error)
      throw error
    })
  }

  disconnected(lifetime: Call, error: Error | undefined): void {
    const { onDisconnected } = this.#definition
    if (!onDisconnected) return
    const farewell = (async () => onDisconnected(lifetime, error))()
      .catch(this.report)
      .finally(() => {
        this.#farewells.delete(farewell)
        this.#checkQuiet()
      }) as Promise<void>
    this.#farewells.add(farewell)
  }

  ended(connection: Connection, error: Error | undefined): void {
    const { token, address, identity, transport } = connection
    this.#connections.delete(token)
    count(this.#perAddress, address, -1)
    if (identity.userId !== undefined) count(this.#perUser, identity.userId, -1)
    if (transport) this.#ending.set(token, connection)
    if (!this.router.members.get(connection.id)) return
    const code = error === undefined ? 'goodbye' : error instanceof SignalRError ? error.code : 'other'
    this.#ended[code] = (this.#ended[code] ?? 0) + 1
    this.router.remove(connection)?.catch(this.report)
  }

  settled({ token }: Connection): void {
    this.#ending.delete(token)
    this.#checkQuiet()
  }

  /** Once a second. */
  heartbeat(): void {
    this.now = this.clock.now()
    for (const connection of this.#connections.values()) connection.tick(this.now)
    for (const { transport } of this.#ending.values()) transport?.tick(this.now)
  }

  metrics(): HubMetrics {
    const open: Record<TransportName, number> = { WebSockets: 0, ServerSentEvents: 0, LongPolling: 0 }
    let waiting = 0
    for (const { id, transportName } of this.#connections.values()) {
      if (transportName && this.router.members.get(id)) open[transportName]++
      else waiting++
    }
    const connections = { waiting, open, total: this.#total }
    return { connections, messages: { ...this.messages }, ended: { ...this.#ended }, refused: this.#refused }
  }

  /**
   * Says goodbye to everybody, and asks them to come back: to another process, or to this one's successor. Resolves when
   * they are gone and the application has taken its leave of them.
   */
  closeAll(): Promise<void> {
    this.#isClosing = true
    for (const connection of this.#connections.values()) connection.close(undefined, { allowReconnect: true })
    return new Promise((resolve) => {
      this.#onQuiet = resolve
      this.#checkQuiet()
    })
  }

  #checkQuiet(): void {
    if (this.#ending.size === 0 && this.#farewells.size === 0) this.#onQuiet?.()
  }

  /** Ends what has not ended by itself. */
  destroyAll(): void {
    for (const { transport } of this.#ending.values()) transport?.destroy()
  }

  #refusal(address: string, userId: string | undefined): 'full' | 'too-many' | null {
    if (this.#connections.size >= this.limits.connections) return 'full'
    if ((this.#perAddress.get(address) ?? 0) >= this.limits.connectionsPerAddress) return 'too-many'
    if (userId !== undefined && (this.#perUser.get(userId) ?? 0) >= this.limits.connectionsPerUser) return 'too-many'
    return null
  }
}

/** 128 bits that nobody guesses. */
function randomId(): string {
  return randomBytes(16).toString('base64url')
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + change
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}
