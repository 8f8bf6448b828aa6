/**
 * Runs one of the compared servers in its own process, which is controlled over HTTP (control.ts).
 *
 *   node --expose-gc bench/hub/server.ts <kind> <port>
 */
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { readSharedClockMs } from './clock.ts'
import type { ControlRequests, EventLoopLagSummary, MemoryUse } from './control.ts'
import type { AttachBroadcaster, ServerKind } from './kinds.ts'
import type { MetronomeOptions } from './metronome.ts'
import { buildPayload } from './payload.ts'

const LEAD_MS = 100
const LOOK_EVERY_MS = 5
const FILL_BYTES = 16_384
const FILLS_MAX = 2_000
const COLLECTIONS_MAX = 12
const AT_REST_BYTES = 50_000

/** Loads only the requested server. */
const servers: Record<ServerKind, () => Promise<{ attach: AttachBroadcaster }>> = {
  ours: () => import('./ours.ts'),
  'raw ws': () => import('./raw-ws.ts'),
  'Socket.IO': () => import('./socket-io.ts'),
}

const [kind, port] = process.argv.slice(2)
const metronome = new Worker(new URL('./metronome.ts', import.meta.url))
/**
 * The sockets of all connections, except those of control requests. The set needs too little memory to affect the
 * measurement.
 */
const webSockets = new Set<Socket>()

const answers: {
  [P in keyof ControlRequests]: (asked: ControlRequests[P]['asks']) => Promise<ControlRequests[P]['gives']>
} = {
  '/broadcast': broadcastOnTime,
  '/fill': fill,
  '/stalled': async () => ({ count: [...webSockets].filter(isWaitedFor).length }),
  '/memory': memoryAtRest,
}

// The timeout is longer than any measurement, so that a control connection stays open between two requests.
const server = createServer({ keepAliveTimeout: 120_000 }, async (request, response) => {
  webSockets.delete(request.socket)
  const answer = answers[request.url as keyof ControlRequests]
  try {
    response.end(answer ? JSON.stringify(await answer((await json(request)) as never)) : '')
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.on('connection', (socket) => webSockets.add(socket))
const { attach } = await servers[kind as ServerKind]()
const broadcast = attach(server)
server.listen(Number(port), '127.0.0.1')
// Exits by itself on SIGTERM, because Node writes the compile cache only at a normal exit.
process.once('SIGTERM', () => process.exit(0))

async function broadcastOnTime({
  bytes,
  perSecond,
  seconds,
}: ControlRequests['/broadcast']['asks']): Promise<EventLoopLagSummary> {
  const beats: MetronomeOptions = {
    start: readSharedClockMs() + LEAD_MS,
    everyMs: 1000 / perSecond,
    count: perSecond * seconds,
  }
  const lag = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS })
  lag.enable()
  metronome.postMessage(beats)
  await new Promise<void>((resolve) => {
    let left = beats.count
    metronome.on('message', (due: number) => {
      broadcast(buildPayload(bytes, due))
      left--
      if (left === 0) resolve()
    })
  })
  metronome.removeAllListeners('message')
  lag.disable()
  return { count: beats.count, lagMs: Math.max(0, lag.percentile(99) / 1e6 - LOOK_EVERY_MS) }
}

async function fill(): Promise<object> {
  const open = [...webSockets].filter((socket) => !socket.destroyed)
  for (let i = 0; i < FILLS_MAX; i++) {
    broadcast('x'.repeat(FILL_BYTES))
    await wait(1)
    if (!open.every(isWaitedFor)) continue
    // Checks again after a pause, because the kernel may have taken more of the data into its buffers meanwhile.
    await wait(20)
    if (open.every(isWaitedFor)) return {}
  }
  throw new Error('Somebody reads, or was let go.')
}

function isWaitedFor(socket: Socket): boolean {
  return !socket.destroyed && socket.writableLength > 0
}

async function memoryAtRest(): Promise<MemoryUse> {
  if (!globalThis.gc) throw new Error('Memory needs --expose-gc.')
  let before = Number.POSITIVE_INFINITY
  for (let i = 0; i < COLLECTIONS_MAX; i++) {
    globalThis.gc()
    await wait(150)
    const { rss, heapUsed } = process.memoryUsage()
    if (Math.abs(before - rss) < AT_REST_BYTES) return { resident: rss, heap: heapUsed }
    before = rss
  }
  throw new Error('Memory did not come to rest.')
}
