import { expect, it } from 'vitest'
import { OutgoingMessages } from '../connection/outgoing-messages.ts'
import { defaultLimits } from '../limits.ts'
import { jsonProtocol } from '../protocols/json.ts'
import type { Protocol } from '../protocols/protocol.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import type { Transport } from '../transports/transport.ts'
import type { RoutedConnection } from './local-connections.ts'
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
    messages.attach({ pendingBytes, send: () => counts.sent++ } as Partial<Transport> as Transport, 0)
    outgoing.push(messages)
    const connection: RoutedConnection = {
      id: String(i),
      identity: {},
      protocol,
      groups: null,
      get isCongested() {
        return messages.isCongested(defaultLimits)
      },
      send: (message) => void messages.send(message, defaultLimits, 0),
      writable() {
        const promise = messages.writable()
        counts.promises.add(promise)
        return promise
      },
      invoke: async () => {},
    }
    router.connections.add(connection)
  }
  return { counts, wake: () => outgoing.forEach((messages) => void messages.wake()) }
}

it('encodes each broadcast once, and keeps only one promise for each stalled client while many broadcasts wait', async () => {
  const router = new Router('/hub', fakeClock(), null, () => {})
  const { counts, wake } = connectCounted(router, { readers: 990, stalled: 10 })
  const broadcasts = Array.from({ length: 500 }, (_, i) => router.send({ to: 'all' }, 'tick', [i]))
  expect(counts).toMatchObject({ encoded: 500, sent: 500_000 })
  expect(counts.promises.size).toBe(10)
  wake()
  await Promise.all(broadcasts)
  const later = router.send({ to: 'all' }, 'tick', [500])
  expect(counts.promises.size).toBe(20)
  wake()
  await later
})
