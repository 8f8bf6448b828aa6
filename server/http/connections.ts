import type { Server } from 'node:http'
import type { Socket } from 'node:net'
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

/** Limits connections; once the app is closing, lets go of each as soon as no request is running on it. */
export function limitConnections(app: FastifyInstance): void {
  const { server } = app
  server.maxConnections = CONNECTIONS_MAX
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    // Browsers connect ahead of need; Node does not count a connection without any request as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    done()
  })
  // Node closes the connections that are idle when it stops listening, but not those that become so later.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (closing) setImmediate(() => server.closeIdleConnections())
    done()
  })
}
