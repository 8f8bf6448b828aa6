/**
 * The process with the attacked hub (`node --expose-gc hub/fuzz/victim.ts`). Sends its port to the parent process, then
 * answers each message with its memory after a garbage collection, and with all unexpected errors.
 */
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { attachHubServer, CallRefused, defineHub, HubError, method } from '../hub.ts'
import { listenOnAnyPort } from '../testing/listen-on-any-port.ts'

/** The state of the attacked process. Sizes are in bytes. */
export interface VictimState {
  heap: number
  resident: number
  open: number
  waiting: number
  received: number
  failures: string[]
}

const failures: string[] = []
const failed = (what: string) => (error: unknown) => {
  if (failures.length < 20) failures.push(`${what}: ${error instanceof Error ? error.stack : String(error)}`)
}
process.on('unhandledRejection', failed('unhandled rejection'))
process.on('uncaughtException', failed('uncaught exception'))

const hub = defineHub({ onConnected: (ctx) => ctx.groups.add(ctx.connectionId, 'everybody') }).methods({
  echo: method({ parse: (args) => args.slice(0, 3) }, (_, ...args) => args[0] ?? null),
  boom() {
    throw new HubError('As asked.')
  },
  ask: (ctx) => ctx.clients.caller.invoke('confirm', ['?'], { timeoutMs: 200 }).catch(() => null),
  count: method({ streams: true }, async function* (ctx, n: unknown) {
    for (let i = 0; i < Math.min(Number(n) || 5, 1_000) && !ctx.signal.aborted; i++) yield i
  }),
  sum: method({ uploads: 1 }, async (_, items: AsyncIterable<unknown>) => {
    let sum = 0
    for await (const item of items) sum += Number(item) || 0
    return sum
  }),
})

const server = createServer()
const reported = failed('reported')
const hubs = attachHubServer(server, {
  onError(error) {
    if (!(error instanceof CallRefused)) reported(error)
  },
})
hubs.map('/hub', hub, {
  statefulReconnect: true,
  // Short timeouts: the attack waits for all connections to end.
  limits: { idleTimeoutMs: 1_000, handshakeTimeoutMs: 1_000, reconnectWindowMs: 1_000, sendTimeoutMs: 2_000 },
})
process.send?.(await listenOnAnyPort(server))

async function condition(): Promise<VictimState> {
  for (let round = 0; round < 5; round++) {
    globalThis.gc?.()
    await wait(20)
  }
  const { heapUsed, rss } = process.memoryUsage()
  const { connections, messages } = hubs.metrics()['/hub'] ?? {
    connections: { open: {}, waiting: 0 },
    messages: { received: 0 },
  }
  const open = Object.values(connections.open).reduce((sum, count) => sum + count, 0)
  return { heap: heapUsed, resident: rss, open, waiting: connections.waiting, received: messages.received, failures }
}

process.on('message', async () => process.send?.(await condition()))
process.on('disconnect', () => process.exit())
