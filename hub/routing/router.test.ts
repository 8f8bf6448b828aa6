import { expect, it } from 'vitest'
import { OutgoingMessages } from '../connection/outgoing-messages.ts'
import { defaultLimits } from '../limits.ts'
import { jsonProtocol } from '../protocols/json.ts'
import type { Protocol } from '../protocols/protocol.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import type { Transport } from '../transports/transport.ts'
import type { Recipients, RoutedConnection } from './local-connections.ts'
import { Router } from './router.ts'

/**
 * Creates connections whose transports count the sent messages. The transports of stalled connections have pending
 * bytes.
 */
function connectCounted(router: Router, { readers, stalled }: { readers: number; stalled: number }) {
  const counts = { encoded: 0, sent: 0, promises: new Set<Promise<void>>() }
  const protocol: Protocol = {
    ...jsonProtocol,
    encode(message) {
      counts.encoded++
      return jsonProtocol.encode(message)
    },
  }
  const outgoing: OutgoingMessages[] = []
  for (let i = 0; i < readers + stalled; i++) {
    const pendingBytes = i < stalled ? defaultLimits.highWaterBytes + 1 : 0
    const messages = new OutgoingMessages()
    messages.attach({ pendingBytes, send: () => counts.sent++ } as Partial<Transport> as Transport)
    outgoing.push(messages)
    const connection: RoutedConnection = {
      id: String(i),
      identity: {},
      transportName: 'WebSockets' as const,
      connectedAt: 0,
      data: {},
      protocol,
      groups: null,
      get isCongested() {
        return messages.isCongested(defaultLimits)
      },
      send: (message) => void messages.send(message, defaultLimits, 0),
      writable() {
        if (!messages.isCongested(defaultLimits)) return Promise.resolve()
        const promise = messages.writable()
        counts.promises.add(promise)
        return promise
      },
      close() {},
      invoke: async () => {},
    }
    router.connections.add(connection)
  }
  return { counts, wake: () => outgoing.forEach((messages) => void messages.wake()) }
}

it('encodes each broadcast once, and does not wait for stalled clients', async () => {
  const router = new Router('/hub', createFakeClock(), null, () => {})
  const { counts, wake } = connectCounted(router, { readers: 990, stalled: 10 })
  for (let i = 0; i < 500; i++) await router.send([{ to: 'all' }], 'tick', [i])
  expect(counts).toMatchObject({ encoded: 500, sent: 500_000 })
  expect(counts.promises.size).toBe(0)
  const ids = Array.from({ length: 1_000 }, (_, i): Recipients => ({ to: 'connection', name: String(i) }))
  await router.send(ids, 'tick', [500])
  expect(counts).toMatchObject({ encoded: 501, sent: 501_000 })
  wake()
})

it('keeps only one promise for all senders that wait for the same stalled client', async () => {
  const router = new Router('/hub', createFakeClock(), null, () => {})
  const { counts, wake } = connectCounted(router, { readers: 990, stalled: 1 })
  let waiting = 500
  const senders = Array.from({ length: waiting }, () => router.drained([{ to: 'all' }]).then(() => waiting--))
  await new Promise(setImmediate)
  expect(waiting).toBe(500)
  expect(counts.promises.size).toBe(1)
  wake()
  await Promise.all(senders)
})
