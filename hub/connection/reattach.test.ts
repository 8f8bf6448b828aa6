import { expect, it } from 'vitest'
import { defineHub } from '../define-hub.ts'
import { ReceivedRequest } from '../http/client-request.ts'
import { HubEndpoint } from '../hub-endpoint.ts'
import { defaultLimits } from '../limits.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { encodeMessages, parseJsonMessages, type RawMessage } from '../testing/raw-client.ts'
import type { Transport } from '../transports/transport.ts'

/** A WebSocket that records the messages of the server, and whether the server reads. */
class FakeWebSocket implements Transport {
  readonly name = 'WebSockets'
  pendingBytes = 0
  readonly sentBytes = 0
  readonly sent: RawMessage[] = []
  isPaused = false

  send({ bytes }: EncodedMessage): void {
    this.sent.push(...parseJsonMessages(bytes.toString()))
  }
  pause(): void {
    this.isPaused = true
  }
  resume(): void {
    this.isPaused = false
  }
  end(): void {}
  destroy(): void {}
  tick(): void {}
}

const request = new ReceivedRequest({ headers: {} }, '')
const note = (n: number): RawMessage => ({ type: 1, target: 'note', arguments: [n] })

/** Opens a stateful connection. `noted` has the arguments of its calls of `note`. The calls of `wait` never end. */
function openStatefulConnection() {
  const noted: number[] = []
  const definition = defineHub().methods({
    note: (_ctx, n: number) => void noted.push(n),
    wait: () => new Promise(() => {}),
  })
  const environment = { clock: createFakeClock(), backplane: null, report: () => {} }
  const hub = new HubEndpoint('/hub', definition, { statefulReconnect: true }, environment)
  const connection = hub.open({ stateful: true, identity: {}, address: '' })
  if (typeof connection === 'string') throw new Error(connection)
  const receive = (...messages: RawMessage[]) => connection.received(Buffer.from(encodeMessages(...messages)))
  const first = new FakeWebSocket()
  connection.attach(first, request)
  receive({ protocol: 'json', version: 2 })
  /** Loses the WebSocket and attaches another. */
  const reconnect = () => {
    connection.closed(first, false)
    const second = new FakeWebSocket()
    connection.attach(second, request)
    return second
  }
  return { noted, receive, first, reconnect }
}

it('reads the Sequence message of a reconnected client although many calls of the client wait', () => {
  const { receive, first, reconnect } = openStatefulConnection()
  receive({ type: 1, target: 'wait', arguments: [] }, ...Array.from({ length: 20 }, (_, n) => note(n)))
  expect(first.isPaused).toBe(true)
  const second = reconnect()
  expect(second.isPaused).toBe(false)
  receive({ type: 9, sequenceId: 22 })
  expect(second.sent).toEqual([{ type: 9, sequenceId: 1 }])
  expect(second.isPaused).toBe(true)
})

it('runs the calls that waited before a reconnect before the calls that arrive after it', () => {
  const { noted, receive, first, reconnect } = openStatefulConnection()
  first.pendingBytes = defaultLimits.highWaterBytes + 1
  receive(note(1), note(2))
  expect(noted).toEqual([])
  reconnect()
  receive({ type: 9, sequenceId: 3 }, note(3))
  expect(noted).toEqual([1, 2, 3])
})
