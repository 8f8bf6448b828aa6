import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { attachHubServer, type HubContext, type HubOptions, type HubServer, type Identity } from '../hub.ts'
import { type ConformanceClient, conformanceHub } from './conformance-hub.ts'
import { type FakeClock, fakeClock } from './fake-clock.ts'
import { Journal } from './journal.ts'

/** An HTTP server of which every page has the official client. */
export interface WebServer {
  /** Such as http://127.0.0.1:1234. */
  origin: string
  server: Server
  /** Cuts every connection without a word, and what is on its way with it. */
  cut(): void
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

export async function openWebServer(): Promise<WebServer> {
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
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    cut,
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}

/** The conformance hub, at /hub of a web server. */
export interface ConformanceServer {
  origin: string
  url: string
  hub: HubServer
  context: HubContext<ConformanceClient>
  clock: FakeClock
  journal: Journal
  /** Who is let in by which token. */
  identities: Map<string, Identity> | null
  /** What the hub reported. What is left at the end fails the test. */
  errors: unknown[]
  /** Requests from now on wait for the returned function to be called. */
  closeDoors(): () => void
  /** Cuts every connection without a word, and what is on its way with it. */
  cut(): void
  /** Closes the hub, with time for its clients to agree. */
  shutDown(): Promise<void>
}

export interface ServeOptions extends HubOptions {
  /** Who is let in by which token; everybody without it. */
  identities?: Map<string, Identity> | null
  /** Where, if not on a server of its own. */
  web?: WebServer
}

/** Serves a hub until the test ends. */
export async function serveConformanceHub({
  identities = null,
  web,
  ...options
}: ServeOptions = {}): Promise<ConformanceServer> {
  const { server, origin, cut, close } = web ?? (await openWebServer())
  const clock = fakeClock()
  const errors: unknown[] = []
  const journal = new Journal()
  let doors = Promise.resolve()
  const definition = conformanceHub(journal, { identities, knock: () => doors })
  const hub = attachHubServer(server, { clock, onError: (error) => errors.push(error) })
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
    async shutDown() {
      isShut = true
      // The clients are real, so time passes here as it does for them.
      const pace = setInterval(() => clock.advance(20), 20)
      await hub.close({ graceMs: 10_000 })
      clearInterval(pace)
    },
  }
}
