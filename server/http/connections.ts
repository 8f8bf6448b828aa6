import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { HUB_PATH } from '#contract/live.ts'
import { requestPath } from './request-path.ts'

/** How long a client may take, in milliseconds: one that sends or reads a byte at a time must not hold us up. */
export const connectionLimits = {
  /** The whole request, body included. */
  requestTimeout: 30_000,
  /** Nothing moves on a connection with a request in it. */
  connectionTimeout: 60_000,
  /** Between requests; longer than the 60 s after which common proxies let go, so that they do and not we. */
  keepAliveTimeout: 72_000,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 5_000,
    // The hub's WebSockets. Any other request that offers an upgrade, as some programs do with each, is one like any other.
    shouldUpgradeCallback: ({ url = '' }) => requestPath(url) === HUB_PATH,
  },
  /** What still arrives while we close is answered; `Connection: close` goes with it. */
  return503OnClosing: false,
} as const satisfies FastifyHttpOptions<Server>

/** Far above what one process serves at once, below what would exhaust its memory; further ones are dropped. */
const CONNECTIONS_MAX = 10_000

const LOOK_EVERY_MS = 20
/** A turn of the event loop that takes longer has worked, and may have kept new connections waiting. */
const IDLE_TURN_MS = 1
const ACCEPT_LIMIT_MS = 1_000

/**
 * Limits connections; once the app is closing, lets go of each as soon as no request is running on it.
 * @param lingerMs how long those without a request may still send one, which is on its way or waits to be read
 * @returns whether the app is closing
 */
export function limitAndDrainConnections(app: FastifyInstance, lingerMs: number): () => boolean {
  const { server } = app
  server.maxConnections = CONNECTIONS_MAX
  // A connection that the machine cannot accept, for want of memory: nobody else listens, and the process would end.
  server.on('error', (err) => app.log.error({ err }, 'the server cannot take a connection'))
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
    // The listening socket alone: `server.close()` also ends connections whose request has not been read yet.
    NetServer.prototype.close.call(server)
    const end = performance.now() + lingerMs
    // Answers carry `Connection: close` by now, so those who send something go by themselves.
    while (sockets.size > 0 && performance.now() < end) await wait(LOOK_EVERY_MS)
    // Right after what has arrived was read.
    await nextTurn()
    lingers = false
    server.closeIdleConnections()
    // Browsers connect ahead of need; Node does not count a connection without any request as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })
  // Node closes the connections that are idle when it stops listening, but not those that become so later.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (!lingers) setImmediate(() => server.closeIdleConnections())
    done()
  })
  return () => isClosing
}

/** Resolves when nobody waits to be accepted: Node accepts one a turn, and what waits is reset when it stops listening. */
async function acceptWaiting(count: () => number): Promise<void> {
  // To the end of this turn, from which on each wait takes a whole one.
  await nextTurn()
  const end = performance.now() + ACCEPT_LIMIT_MS
  while (performance.now() < end) {
    const [before, start] = [count(), performance.now()]
    await nextTurn()
    if (count() === before && performance.now() - start < IDLE_TURN_MS) return
  }
}
