import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { HUB_PATH } from '#contract/live.ts'
import { getRequestTargetPath } from './request-path.ts'

/** The time limits of a client in milliseconds; a client that sends or reads byte by byte must not block the server. */
export const fastifyConnectionOptions = {
  requestTimeout: 30_000,
  /** The limit for a connection that has a running request, but receives and sends no bytes. */
  connectionTimeout: 60_000,
  /** Longer than the 60 s of common proxies, so that the proxy closes an idle connection before the server does. */
  keepAliveTimeout: 72_000,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 5_000,
    // Upgrades only the WebSockets of the hub. Other requests that offer an upgrade are handled without the upgrade,
    // because some programs offer one with each request.
    shouldUpgradeCallback: ({ url = '' }) => getRequestTargetPath(url) === HUB_PATH,
  },
  /** While the server closes, it answers requests as before, with `Connection: close`, and not with 503. */
  return503OnClosing: false,
} as const satisfies FastifyHttpOptions<Server>

/** Far more connections than one process serves at once, but fewer than would exhaust its memory. */
const CONNECTIONS_MAX = 10_000

const LOOK_EVERY_MS = 20
/** When a turn of the event loop takes longer than this time, new connections may be waiting. */
const IDLE_TURN_MS = 1
const ACCEPT_LIMIT_MS = 1_000

/**
 * Limits the number of connections. While the app closes, ends the connections without a request after `drainMs`.
 * @returns a function that returns whether the app is closing
 */
export function limitAndDrainConnections(app: FastifyInstance, drainMs: number): () => boolean {
  const { server } = app
  server.maxConnections = CONNECTIONS_MAX
  // Logs a connection that the machine cannot accept for lack of memory; an unhandled `error` event would end the
  // process. Before the server listens, `listen` reports the error.
  server.on('error', (err) => {
    if (server.listening) app.log.error({ err }, 'the server cannot take a connection')
  })
  const sockets = new Set<Socket>()
  let accepted = 0
  server.on('connection', (socket) => {
    accepted++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  let isClosing = false
  let lingers = true
  app.addHook('preClose', async () => {
    isClosing = true
    await acceptWaiting(() => accepted)
    // Closes only the listening socket: `server.close()` would also end connections whose request has not been read
    // yet.
    NetServer.prototype.close.call(server)
    const end = performance.now() + drainMs
    // Answers now have `Connection: close`, so active connections end by themselves.
    while (sockets.size > 0 && performance.now() < end) await wait(LOOK_EVERY_MS)
    // Waits until the requests that have arrived are read.
    await nextTurn()
    lingers = false
    server.closeIdleConnections()
    // Browsers open connections in advance. Node does not count a connection without any request as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })
  // Node closes connections that are idle when it stops listening, but not those that become idle later.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (!lingers) setImmediate(() => server.closeIdleConnections())
    done()
  })
  return () => isClosing
}

/**
 * Accepts the waiting connections. Node accepts one in each turn of the event loop, and resets the others when it stops
 * listening.
 */
async function acceptWaiting(count: () => number): Promise<void> {
  // Waits for the end of this turn; each later wait takes a whole turn.
  await nextTurn()
  const end = performance.now() + ACCEPT_LIMIT_MS
  while (performance.now() < end) {
    const [before, start] = [count(), performance.now()]
    await nextTurn()
    if (count() === before && performance.now() - start < IDLE_TURN_MS) return
  }
}
