import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { interceptRequests } from '../http/intercept-requests.ts'
import {
  attachHubServer,
  type Backplane,
  type HubContext,
  type HubOptions,
  type HubServer,
  type Identity,
} from '../hub.ts'
import { type ConformanceClient, defineConformanceHub } from './conformance-hub.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { Journal } from './journal.ts'
import { listenOnAnyPort } from './listen-on-any-port.ts'

/** An HTTP server whose pages load the official client. */
export interface ClientPageServer {
  /** The origin, such as http://127.0.0.1:1234. */
  origin: string
  server: Server
  /** Resets every connection, which loses all unsent bytes. */
  cut(): void
  /**
   * Holds back all bytes that the server sends on new WebSockets after their upgrade. The next cut discards these
   * bytes.
   */
  withhold(): void
  close(): Promise<void>
}

const require = createRequire(import.meta.url)
const scripts: Record<string, string> = {
  '/signalr.js': '@microsoft/signalr/dist/browser/signalr.js',
  '/messagepack.js': '@microsoft/signalr-protocol-msgpack/dist/browser/signalr-protocol-msgpack.js',
}
const page = `<!doctype html><link rel="icon" href="data:,"><title>Hub</title>
${Object.keys(scripts)
  .map((path) => `<script src="${path}"></script>`)
  .join('\n')}`

export async function openClientPageServer(): Promise<ClientPageServer> {
  const server = createServer(({ url = '/' }, response) => {
    const script = scripts[url]
    response.setHeader('Content-Type', script ? 'text/javascript' : 'text/html')
    response.end(script ? readFileSync(require.resolve(script)) : page)
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  let stopWithholding = () => {}
  const withhold = () => {
    stopWithholding = interceptRequests(server, {
      request: () => false,
      isForUpgrades: () => false,
      upgrade: (_request, socket) => {
        socket.prependOnceListener('data', () => socket.cork())
        return false
      },
    })
  }
  const cut = () => {
    stopWithholding()
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    origin: `http://127.0.0.1:${await listenOnAnyPort(server)}`,
    server,
    cut,
    withhold,
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}

/** The conformance hub at /hub of a web server. */
export interface ConformanceServer {
  origin: string
  url: string
  hub: HubServer
  context: HubContext<ConformanceClient>
  clock: FakeClock
  journal: Journal
  /** Identities by token. */
  identities: Map<string, Identity> | null
  /** The reported errors. A test fails when it leaves errors in this list. */
  errors: unknown[]
  /** Delays all further requests until the returned function is called. */
  closeDoors(): () => void
  /** Resets every connection, which loses all unsent bytes. */
  cut(): void
  /**
   * Holds back all bytes that the server sends on new WebSockets after their upgrade. The next cut discards these
   * bytes.
   */
  withhold(): void
  /** Closes the hub and gives its clients time to answer. */
  shutDown(): Promise<void>
}

export interface ConformanceOptions extends HubOptions {
  /** Identities by token. Without this option, every client is accepted. */
  identities?: Map<string, Identity> | null
  /** The web server, by default a new one. */
  web?: ClientPageServer
  /** The link to other servers. */
  backplane?: Backplane
}

/** Serves the conformance hub until the test ends. */
export async function serveConformanceHub({
  identities = null,
  web,
  backplane,
  ...options
}: ConformanceOptions = {}): Promise<ConformanceServer> {
  const { server, origin, cut, withhold, close } = web ?? (await openClientPageServer())
  const clock = createFakeClock()
  const errors: unknown[] = []
  const journal = new Journal()
  let doors = Promise.resolve()
  const definition = defineConformanceHub(journal, { identities, knock: () => doors })
  const hub = attachHubServer(server, {
    clock,
    onError: (error) => errors.push(error),
    ...(backplane && { backplane }),
  })
  hub.map('/hub', definition, options)
  let isShut = false
  onTestFinished(async () => {
    if (!isShut) await hub.close({ graceMs: 0 })
    if (!web) await close()
    expect(errors).toEqual([])
  })

  return {
    origin,
    url: `${origin}/hub`,
    hub,
    context: hub.context(definition),
    clock,
    journal,
    identities,
    errors,
    closeDoors() {
      let open = () => {}
      doors = new Promise((resolve) => {
        open = resolve
      })
      return open
    },
    cut,
    withhold,
    async shutDown() {
      isShut = true
      // Advances the clock in real time, because the clients use the real time.
      const pace = setInterval(() => clock.advance(20), 20)
      await hub.close({ graceMs: 10_000 })
      clearInterval(pace)
    },
  }
}
