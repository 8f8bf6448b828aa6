import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Duplex } from 'node:stream'
import type { Backplane, BackplaneState } from './backplanes/backplane.ts'
import type { ClientMethods } from './client-methods.ts'
import { type Clock, systemClock } from './clock.ts'
import type { HubContext } from './context.ts'
import type { HubDefinition } from './define-hub.ts'
import type { ErrorContext } from './diagnostics.ts'
import type { Endpoint, EndpointEnvironment } from './endpoint.ts'
import { BackplaneDisconnected } from './errors.ts'
import { refusalAnswers } from './http/answers.ts'
import { readPath } from './http/client-request.ts'
import { handleRequest } from './http/handle-request.ts'
import { handleUpgrade, refuseWithHeaders } from './http/handle-upgrade.ts'
import type { Identity } from './http/http-endpoint.ts'
import { interceptRequests } from './http/intercept-requests.ts'
import { HubEndpoint } from './hub-endpoint.ts'
import type { HubOptions } from './hub-options.ts'
import type { HubMetrics } from './metrics.ts'
import type { ConnectionHandler, RawConnectionOptions } from './raw/client-connection.ts'
import { RawConnectionEndpoint } from './raw/raw-connection-endpoint.ts'

const UNREACHABLE = 'The backplane is disconnected. Until it connects, messages reach only clients of this process.'

/** How often the hubs check their connections. */
const HEARTBEAT_MS = 1_000

export interface HubServerOptions {
  /** The backplane that connects the processes of one application. A single process needs none. */
  backplane?: Backplane | undefined
  clock?: Clock | undefined
  /**
   * Receives the errors of the application's own code, each `CallRefused` of a client, and a `BackplaneDisconnected`
   * for each outage of the backplane. A `BackplaneDisconnected` has a `cause` when the cause is known. Prints the
   * errors by default.
   */
  onError?: ((error: unknown, context: ErrorContext) => void) | undefined
  /**
   * Called when the backplane disconnects or cannot connect at the start, and when it connects. While it is
   * disconnected, messages reach only clients of this process.
   */
  onBackplane?: ((state: BackplaneState) => void) | undefined
}

/** Hubs on one HTTP server. */
export interface HubServer {
  /**
   * Serves a hub at a path such as /hub.
   * @param path a slash at its end does not matter
   * @throws {TypeError} when the path does not begin with a slash, or already has a hub, when the hub lacks its
   * methods or has a path already, after `close`, and for an invalid limit, transport or origin
   */
  map<C extends ClientMethods<C>, I extends Identity>(
    path: string,
    definition: HubDefinition<C, I>,
    options?: HubOptions,
  ): void
  /**
   * Serves raw connections at a path: text or bytes over the transports of hubs, without the hub protocol.
   * @throws {TypeError} for the same paths and options as `map`
   */
  mapConnections<I extends Identity>(
    path: string,
    handler: ConnectionHandler<I>,
    options?: RawConnectionOptions<I>,
  ): void
  /**
   * Returns the clients and groups of a hub, for code outside its methods.
   * @throws {TypeError} when the hub is not mapped here
   */
  context<C extends ClientMethods<C>, I extends Identity>(definition: HubDefinition<C, I>): HubContext<C>
  /** Returns the counters of each hub by its path. */
  metrics(): Record<string, HubMetrics>
  /**
   * Closes all connections and the backplane, and detaches from the HTTP server. Waits for the clients and for
   * `onDisconnected`, but at most `graceMs` (5,000 by default).
   */
  close(options?: { graceMs?: number | undefined }): Promise<void>
}

/**
 * Attaches a hub server to an HTTP server. The hub server answers requests to the paths of hubs. The listeners of the
 * HTTP server get all other requests, whether they are added before or after this call.
 * @throws {TypeError} when `server` is not an HTTP server, but for example an application of Express or Fastify, or
 * when `backplane` is no backplane
 */
export function attachHubServer(server: Server | SecureServer, options: HubServerOptions = {}): HubServer {
  return new AttachedHubServer(server, options)
}

/** For each HTTP server, the hubs and raw connections of all its hub servers, by path. */
const mappedPaths = new WeakMap<object, Map<string, Endpoint>>()

class AttachedHubServer implements HubServer {
  readonly #clock: Clock
  readonly #backplane: Backplane | null
  readonly #report: (error: unknown, context: ErrorContext) => void
  /** The hubs and the raw connections by path. */
  readonly #endpoints = new Map<string, Endpoint>()
  /** The hubs and the raw connections of all hub servers on the HTTP server, by path. */
  readonly #mappedPaths: Map<string, Endpoint>
  readonly #definitions = new Map<object, HubEndpoint>()
  readonly #stopIntercepting: () => void
  #stopHeartbeat: () => void
  #isClosed = false

  constructor(server: Server | SecureServer, { backplane, clock, onError, onBackplane }: HubServerOptions) {
    if (typeof server?.listening !== 'boolean') {
      const servers = 'the result of createServer(…) or of app.listen(…) in Express, or app.server of Fastify'
      throw new TypeError(`attachHubServer takes an HTTP server: ${servers}.`)
    }
    if (backplane && typeof backplane.onChange !== 'function') {
      throw new TypeError('The option backplane takes what redisBackplane(…) or postgresBackplane(…) returns.')
    }
    this.#clock = clock ?? systemClock
    this.#backplane = backplane ?? null
    this.#report = onError ?? ((error, context) => console.error(error, context))
    backplane?.onChange((state, cause) => {
      if (state === 'disconnected') {
        const options = cause === undefined ? undefined : { cause }
        this.#report(new BackplaneDisconnected(UNREACHABLE, options), { backplane: backplane.name })
      }
      onBackplane?.(state)
    })
    this.#mappedPaths = mappedPaths.get(server) ?? new Map()
    mappedPaths.set(server, this.#mappedPaths)
    this.#stopIntercepting = interceptRequests(server, {
      request: this.#onRequest,
      upgrade: this.#onUpgrade,
      isForUpgrades: (request) => this.#endpoints.has(readPath(request)),
    })
    this.#stopHeartbeat = this.#clock.after(HEARTBEAT_MS, this.#heartbeat)
  }

  map<C extends ClientMethods<C>, I extends Identity>(
    path: string,
    definition: HubDefinition<C, I>,
    options: HubOptions = {},
  ): void {
    if (typeof definition?.methods !== 'object') {
      throw new TypeError('map takes a hub with its methods: defineHub({ … }).methods({ … }).')
    }
    // The types C and I check the code of the application. The code inside the hub does not depend on them.
    const place = this.#placeAt(path)
    const mapped = this.#definitions.get(definition)
    if (mapped) throw new TypeError(`This hub is at ${mapped.path} already. A hub has one path.`)
    const hub = new HubEndpoint(place.path, definition as unknown as HubDefinition, options, place)
    this.#add(hub)
    this.#definitions.set(definition, hub)
  }

  mapConnections<I extends Identity>(
    path: string,
    handler: ConnectionHandler<I>,
    options: RawConnectionOptions<I> = {},
  ): void {
    const place = this.#placeAt(path)
    const connections = new RawConnectionEndpoint(place.path, handler as ConnectionHandler, options, place)
    this.#add(connections)
  }

  context<C extends ClientMethods<C>, I extends Identity>(definition: HubDefinition<C, I>): HubContext<C> {
    const hub = this.#definitions.get(definition)
    if (!hub) throw new TypeError('This hub is not mapped here.')
    return hub.context as unknown as HubContext<C>
  }

  metrics(): Record<string, HubMetrics> {
    return Object.fromEntries([...this.#endpoints].map(([path, endpoint]) => [path, endpoint.metrics()]))
  }

  async close({ graceMs = 5_000 } = {}): Promise<void> {
    this.#isClosed = true
    const endpoints = [...this.#endpoints.values()]
    const allClosed = Promise.all(endpoints.map((endpoint) => endpoint.closeAll()))
    // Also releases the requests that have come while the connections were closing.
    const allReleased = allClosed.then(() => Promise.all(endpoints.map((endpoint) => endpoint.releaseForwarded())))
    let cancelTimer = () => {}
    const timeout = new Promise<void>((resolve) => {
      cancelTimer = this.#clock.after(graceMs, resolve)
    })
    if (graceMs > 0) await Promise.race([allReleased, timeout])
    cancelTimer()
    for (const endpoint of endpoints) endpoint.destroyAll()
    this.#stopHeartbeat()
    await this.#backplane?.close()
    // The interception ends last. Until then, clients of other processes get answers that keep their connections open.
    this.#stopIntercepting()
    for (const [path, endpoint] of this.#endpoints) {
      if (this.#mappedPaths.get(path) === endpoint) this.#mappedPaths.delete(path)
    }
  }

  /** @throws {TypeError} when the path is invalid or already has a hub, and after `close` */
  #placeAt(given: string): EndpointEnvironment & { path: string } {
    if (this.#isClosed) throw new TypeError('This hub server is closed. Attach another one.')
    const [, path] = /^((?:\/[^/?#]+)+)\/?$/.exec(given) ?? []
    if (path === undefined) throw new TypeError(`A hub's path looks like /hub, not like ${given}.`)
    if (this.#mappedPaths.has(path)) throw new TypeError(`There is a hub at ${path} already.`)
    return { path, clock: this.#clock, backplane: this.#backplane, report: this.#report }
  }

  #add(endpoint: Endpoint): void {
    this.#endpoints.set(endpoint.path, endpoint)
    this.#mappedPaths.set(endpoint.path, endpoint)
  }

  readonly #heartbeat = (): void => {
    for (const endpoint of this.#endpoints.values()) endpoint.heartbeat()
    this.#stopHeartbeat = this.#clock.after(HEARTBEAT_MS, this.#heartbeat)
  }

  readonly #onRequest = (request: IncomingMessage, response: ServerResponse): boolean => {
    const endpoint = this.#endpointOf(request)
    if (endpoint) void handleRequest(endpoint, endpoint.path, request, response)
    return endpoint !== undefined
  }

  readonly #onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): boolean => {
    const endpoint = this.#endpointOf(request)
    if (!endpoint) return false
    if (endpoint.path === readPath(request)) void handleUpgrade(endpoint, endpoint.webSockets, request, socket, head)
    else {
      socket.on('error', () => {})
      refuseWithHeaders(endpoint, request, socket, refusalAnswers.notHere)
    }
    return true
  }

  /** Returns the endpoint whose path is the path of the request or a parent of it. */
  #endpointOf(request: IncomingMessage): Endpoint | undefined {
    const path = readPath(request)
    return this.#endpoints.get(path) ?? this.#endpoints.get(path.slice(0, path.lastIndexOf('/')))
  }
}
