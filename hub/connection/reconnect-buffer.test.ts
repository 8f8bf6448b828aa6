import { describe, expect, it } from 'vitest'
import { SequenceBroken } from '../errors.ts'
import { jsonProtocol } from '../protocols/json.ts'
import type { HubMessage } from '../protocols/messages.ts'
import { ReconnectBuffer } from './reconnect-buffer.ts'

const call: HubMessage = { type: 1, target: 'echo', arguments: [] }
const message = jsonProtocol.encode(call)

/** Creates a buffer with `sent` unacknowledged messages and `received` messages of the client. */
function bufferAfter({ sent = 0, received = 0 }): ReconnectBuffer {
  const buffer = new ReconnectBuffer()
  for (let i = 0; i < sent; i++) buffer.add(message)
  for (let i = 0; i < received; i++) buffer.accept(call)
  return buffer
}

describe('unacknowledged messages', () => {
  it('an acknowledgement removes the messages up to its sequence id', () => {
    const buffer = bufferAfter({ sent: 3 })
    expect(buffer.sequenceId).toBe(1)
    expect(buffer.accept({ type: 8, sequenceId: 2 })).toBe(true)
    expect(buffer.unacknowledged).toHaveLength(1)
    expect(buffer.bytes).toBe(message.bytes.length)
    expect(buffer.sequenceId).toBe(3)
  })

  it('an acknowledgement of the last message leaves no unacknowledged message', () => {
    const buffer = bufferAfter({ sent: 3 })
    buffer.accept({ type: 8, sequenceId: 3 })
    expect(buffer.unacknowledged).toEqual([])
    expect(buffer.bytes).toBe(0)
    expect(buffer.sequenceId).toBe(4)
  })

  it('a repeated or late acknowledgement changes nothing', () => {
    const buffer = bufferAfter({ sent: 3 })
    for (const sequenceId of [2, 2, 1, 0]) buffer.accept({ type: 8, sequenceId })
    expect(buffer.unacknowledged).toHaveLength(1)
    expect(buffer.sequenceId).toBe(3)
  })

  it('an acknowledgement of a message that was never sent throws', () => {
    expect(() => bufferAfter({ sent: 3 }).accept({ type: 8, sequenceId: 4 })).toThrow(SequenceBroken)
    expect(() => bufferAfter({}).accept({ type: 8, sequenceId: 1 })).toThrow(SequenceBroken)
  })
})

describe('messages of a client after a reconnect', () => {
  it.each([
    { from: 4, handled: [true, true] },
    { from: 3, handled: [false, true] },
    { from: 1, handled: [false, false, false, true] },
  ])('messages that the client repeats from number $from are handled once', ({ from, handled }) => {
    const buffer = bufferAfter({ received: 3 })
    buffer.expectSequence()
    expect(buffer.accept({ type: 9, sequenceId: from })).toBe(true)
    expect(handled.map(() => buffer.accept(call))).toEqual(handled)
  })

  it.each([0, 5, 100])('when 3 messages have been received, a Sequence message with the id %i throws', (sequenceId) => {
    const buffer = bufferAfter({ received: 3 })
    buffer.expectSequence()
    expect(() => buffer.accept({ type: 9, sequenceId })).toThrow(SequenceBroken)
  })

  it('messages that arrive before the Sequence message are ignored', () => {
    const buffer = bufferAfter({ sent: 1, received: 3 })
    buffer.expectSequence()
    expect(buffer.awaitsSequence).toBe(true)
    expect(buffer.accept(call)).toBe(false)
    expect(buffer.accept({ type: 8, sequenceId: 1 })).toBe(false)
    expect(buffer.unacknowledged).toHaveLength(1)
    buffer.accept({ type: 9, sequenceId: 4 })
    expect(buffer.awaitsSequence).toBe(false)
    expect(buffer.accept(call)).toBe(true)
  })

  it('a Sequence message without a reconnect throws', () => {
    expect(() => bufferAfter({ received: 3 }).accept({ type: 9, sequenceId: 4 })).toThrow(SequenceBroken)
  })
})

describe('the acknowledgement for the client', () => {
  it('the acknowledgement has the id of the last received message, and is returned once', () => {
    const buffer = bufferAfter({ received: 3 })
    expect(buffer.takeAcknowledgement()).toBe(3)
    expect(buffer.takeAcknowledgement()).toBeNull()
    buffer.accept(call)
    expect(buffer.takeAcknowledgement()).toBe(4)
  })

  it('the acknowledgement is returned again when the client repeats the acknowledged message after a reconnect', () => {
    const buffer = bufferAfter({ received: 3 })
    expect(buffer.takeAcknowledgement()).toBe(3)
    buffer.expectSequence()
    buffer.accept({ type: 9, sequenceId: 3 })
    expect(buffer.takeAcknowledgement()).toBe(3)
    expect(buffer.takeAcknowledgement()).toBeNull()
  })

  it('the acknowledgement is not returned again when the client repeats no message after a reconnect', () => {
    const buffer = bufferAfter({ received: 3 })
    expect(buffer.takeAcknowledgement()).toBe(3)
    buffer.expectSequence()
    buffer.accept({ type: 9, sequenceId: 4 })
    expect(buffer.takeAcknowledgement()).toBeNull()
  })

  it('a client that gets the acknowledgement before it repeats its messages may continue with its next message', () => {
    const buffer = bufferAfter({ received: 3 })
    buffer.expectSequence()
    buffer.accept({ type: 9, sequenceId: 1 })
    expect(buffer.takeAcknowledgement()).toBe(3)
    buffer.expectSequence()
    buffer.accept({ type: 9, sequenceId: 4 })
    expect(buffer.accept(call)).toBe(true)
    expect(buffer.takeAcknowledgement()).toBe(4)
  })

  it('the acknowledgement does not count received pings and acknowledgements', () => {
    const buffer = bufferAfter({ sent: 1, received: 1 })
    buffer.accept({ type: 6 })
    buffer.accept({ type: 8, sequenceId: 1 })
    expect(buffer.takeAcknowledgement()).toBe(1)
  })
})
