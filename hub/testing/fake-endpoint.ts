import { once } from 'node:events'
import { createServer, type ServerOptions } from 'node:http'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { ClientRequest } from '../http/client-request.ts'
import { handleRequest } from '../http/handle-request.ts'
import { handleUpgrade } from '../http/handle-upgrade.ts'
import type {
  ForwardedAnswer,
  HttpConnection,
  HttpEndpoint,
  Identity,
  NewConnectionOptions,
} from '../http/http-endpoint.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import { EncodedMessage } from '../protocols/encoded-message.ts'
import type { Transport, TransportName } from '../transports/transport.ts'
import { createWebSocketServer } from '../transports/web-socket.ts'
import { createFakeClock } from './fake-clock.ts'
import { listenOnAnyPort } from './listen-on-any-port.ts'

/** A connection that records the calls of its transports. */
export class RecordingHttpConnection implements HttpConnection {
  readonly id: string
  readonly token: string
  readonly stateful: boolean
  readonly address: string
  identity: Identity
  transport: Transport | null = null
  transportName: TransportName | null = null
  /** All bytes received from the client. */
  readonly chunks: Buffer[] = []
  readonly closes: { transport: Transport; graceful: boolean }[] = []
  readonly failures: Error[] = []
  drains = 0
  stops = 0
  readonly #over: () => void
  #waiting: (() => void)[] = []

  constructor(
    options: { id: string; token: string; stateful: boolean; identity: Identity; address: string },
    over: () => void,
  ) {
    this.id = options.id
    this.token = options.token
    this.stateful = options.stateful
    this.identity = options.identity
    this.address = options.address
    this.#over = over
  }

  get isResumable(): boolean {
    return this.stateful
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString()
  }

  /** Returns the attached transport. @throws {Error} without one */
  get attached(): Transport {
    if (!this.transport) throw new Error('There is no transport.')
    return this.transport
  }

  send(text: string): EncodedMessage {
    const message = new EncodedMessage(Buffer.from(text), 'text')
    this.attached.send(message)
    return message
  }

  attach(transport: Transport): void {
    const before = this.transport
    this.transport = transport
    this.transportName = transport.name
    before?.destroy()
    this.#changed()
  }

  renew(identity: Identity): void {
    this.identity = identity
  }

  stop(): void {
    this.stops++
    if (this.transport) this.transport.end()
    else this.#over()
    this.#changed()
  }

  received(chunk: Buffer): void {
    this.chunks.push(chunk)
    this.#changed()
  }

  drained(): void {
    this.drains++
    this.#changed()
  }

  failed(_transport: Transport, error: Error): void {
    this.failures.push(error)
    this.#changed()
  }

  closed(transport: Transport, graceful: boolean): void {
    this.closes.push({ transport, graceful })
    if (transport === this.transport && !(this.stateful && !graceful)) this.#over()
    this.#changed()
  }

  /** Resolves when `check` returns true. Calls `check` at once and after each event of the connection. */
  async until(check: () => boolean): Promise<void> {
    while (!check()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #changed(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

/** A hub without an application, for tests of HTTP. */
export class FakeEndpoint implements HttpEndpoint {
  readonly limits: Limits
  readonly clock = createFakeClock()
  transports: TransportName[] = ['WebSockets', 'ServerSentEvents', 'LongPolling']
  statefulReconnect = false
  origins: string[] = []
  credentials = true
  /** Returns the identity of a request. Tests may replace it. */
  identify: (request: ClientRequest) => Identity | null | Promise<Identity | null> = () => ({})
  /** The refusal that `open` returns. Null lets `open` open a connection. */
  refusal: 'full' | 'too-many' | 'closing' | null = null
  readonly reported: unknown[] = []
  /** The connections by token, until they have ended. */
  readonly connections = new Map<string, RecordingHttpConnection>()
  /** All connections that were ever opened. */
  readonly opened: RecordingHttpConnection[] = []
  #asked: (() => void)[] = []

  constructor(limits: Partial<Limits>) {
    this.limits = { ...defaultLimits, ...limits }
  }

  headers(): Record<string, string> {
    return {}
  }

  allowsOrigin(origin: string): boolean {
    return this.origins.includes(origin)
  }

  address(_headers: unknown, socketAddress: string): string {
    return socketAddress
  }

  async authenticate(request: ClientRequest): Promise<Identity | null> {
    for (const wake of this.#asked.splice(0)) setImmediate(wake)
    return this.identify(request)
  }

  async redirect(): Promise<null> {
    return null
  }

  /** Resolves when the next request has arrived, and after one more turn of the event loop. */
  nextRequest(): Promise<void> {
    return new Promise((resolve) => this.#asked.push(resolve))
  }

  open({ id, token, ...rest }: NewConnectionOptions): RecordingHttpConnection | 'full' | 'too-many' | 'closing' {
    if (this.refusal) return this.refusal
    const number = this.opened.length + 1
    const names = { id: id ?? `id-${number}`, token: token ?? `token-${number}` }
    const connection = new RecordingHttpConnection({ ...names, ...rest }, () => this.connections.delete(names.token))
    this.connections.set(names.token, connection)
    this.opened.push(connection)
    return connection
  }

  find(token: string): RecordingHttpConnection | undefined {
    return this.connections.get(token)
  }

  async share(): Promise<void> {}

  async forward(): Promise<ForwardedAnswer | null> {
    return null
  }

  answered(): void {}

  readonly report = (error: unknown): void => {
    this.reported.push(error)
  }

  /** Opens a connection that waits for its transport, as after negotiate. */
  expect(options: { stateful?: boolean; identity?: Identity } = {}): RecordingHttpConnection {
    const opened = this.open({ stateful: false, identity: {}, address: '', ...options })
    if (typeof opened === 'string') throw new Error(opened)
    return opened
  }

  /** Advances the clock and calls `tick` of all transports. */
  pass(ms: number): void {
    this.clock.advance(ms)
    for (const { transport } of this.opened) transport?.tick(this.clock.now())
  }
}

/** Serves a fake hub at /hub until the test ends. */
export async function serveFakeEndpoint(
  limits: Partial<Limits> = {},
  options: ServerOptions = {},
): Promise<{ hub: FakeEndpoint; port: number }> {
  const hub = new FakeEndpoint(limits)
  const webSockets = createWebSocketServer(hub.limits)
  const upgraded = new Set<Duplex>()
  const server = createServer(options, (request, response) => void handleRequest(hub, '/hub', request, response))
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket)
    void handleUpgrade(hub, webSockets, request, socket, head)
  })
  const port = await listenOnAnyPort(server)
  onTestFinished(async () => {
    for (const socket of upgraded) socket.destroy()
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  return { hub, port }
}
