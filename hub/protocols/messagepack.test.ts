import { NullLogger } from '@microsoft/signalr'
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'
import { encode } from '@msgpack/msgpack'
import { describe, expect, it } from 'vitest'
import { MalformedMessage, MessageTooLarge } from '../errors.ts'
import { encodeBinaryFrame } from './binary-frames.ts'
import { messagePackProtocol } from './messagepack.ts'
import type { HubMessage } from './messages.ts'
import { PendingBytes } from './pending-bytes.ts'

/** Messages encoded by hand after the MessagePack encoding of the SignalR hub protocol. */
const wire: [hex: string, message: HubMessage][] = [
  ['0a 95 01 80 c0 a4 73656e64 90', { type: 1, target: 'send', arguments: [] }],
  [
    '11 96 01 80 a1 37 a2 c3b6 93 c0 c2 a0 92 a1 31 a1 32',
    { type: 1, invocationId: '7', target: 'ö', arguments: [null, false, ''], streamIds: ['1', '2'] },
  ],
  ['06 94 02 80 a1 37 c0', { type: 2, invocationId: '7', item: null }],
  ['06 94 03 80 a1 37 02', { type: 3, invocationId: '7' }],
  ['07 95 03 80 a1 37 03 c0', { type: 3, invocationId: '7', result: null }],
  ['07 95 03 80 a1 37 03 2a', { type: 3, invocationId: '7', result: 42 }],
  ['09 95 03 80 a1 37 01 a2 6e6f', { type: 3, invocationId: '7', error: 'no' }],
  ['0b 95 04 80 a1 38 a3 666f6f 91 03', { type: 4, invocationId: '8', target: 'foo', arguments: [3] }],
  ['05 93 05 80 a1 38', { type: 5, invocationId: '8' }],
  ['02 91 06', { type: 6 }],
  ['03 92 07 c0', { type: 7 }],
  ['05 93 07 a1 21 c3', { type: 7, error: '!', allowReconnect: true }],
  ['03 92 08 00', { type: 8, sequenceId: 0 }],
  ['0b 92 09 cf 001fffffffffffff', { type: 9, sequenceId: Number.MAX_SAFE_INTEGER }],
]

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const readBytes = (bytes: Buffer, limit = 100_000) => [...messagePackProtocol.read(bytes, new PendingBytes(), limit)]
const readValue = (value: unknown) => readBytes(encodeBinaryFrame(encode(value)))
const write = (message: HubMessage) => messagePackProtocol.encode(message).bytes
const nested = (levels: number) =>
  Buffer.concat([bytesOf('95 01 80 c0 a1 74'), Buffer.alloc(levels, 0x91), bytesOf('c0')])

describe('the MessagePack format', () => {
  it.each(wire)('writes the message with the bytes %s', (hex, message) => expect(write(message)).toEqual(bytesOf(hex)))

  it.each(wire)('reads the message with the bytes %s', (hex, message) =>
    expect(readBytes(bytesOf(hex))).toEqual([message]),
  )

  it.each(wire)('the official client reads the message that the hub writes: %s', (_, message) => {
    // The client does not read StreamInvocation and CancelInvocation, which servers do not send.
    if (message.type === 4 || message.type === 5) return
    const { buffer } = new Uint8Array(write(message))
    const [understood] = new MessagePackHubProtocol().parseMessages(buffer, NullLogger.instance)
    // The client does not read the streamIds of an Invocation either, which servers do not send.
    const { streamIds: _ids, ...rest } = { streamIds: [], ...message }
    expect(understood).toMatchObject(rest)
  })

  it.each(wire)('reads the message that the official client writes: %s', (_, message) => {
    const bytes = Buffer.from(new MessagePackHubProtocol().writeMessage(message))
    expect(readBytes(bytes)).toEqual([message.type === 7 ? { type: 7 } : message])
  })

  it('reads the messages that the .NET server writes', () => {
    expect(readBytes(bytesOf('08 96 01 80 c0 a1 74 90 90'))).toEqual([
      { type: 1, target: 't', arguments: [], streamIds: [] },
    ])
    expect(readBytes(bytesOf('04 93 07 c0 c2'))).toEqual([{ type: 7, allowReconnect: false }])
  })

  it('[hub 32] keeps the types of bytes and dates in both directions', () => {
    const message: HubMessage = {
      type: 2,
      invocationId: '1',
      item: [new Uint8Array([0, 255]), new Date('2026-01-02T03:04:05.678Z'), new Date(0), new Date(-1)],
    }
    expect(readBytes(write(message))).toEqual([message])
    const { buffer } = new Uint8Array(write(message))
    expect(new MessagePackHubProtocol().parseMessages(buffer, NullLogger.instance)).toMatchObject([message])
  })

  it('writes undefined items as null and omits undefined keys', () => {
    expect(readBytes(write({ type: 1, target: 't', arguments: [undefined, { a: undefined, b: 1 }] }))).toEqual([
      { type: 1, target: 't', arguments: [null, { b: 1 }] },
    ])
    expect(readBytes(write({ type: 2, invocationId: '1', item: undefined }))).toEqual([
      { type: 2, invocationId: '1', item: null },
    ])
    expect(readBytes(write({ type: 3, invocationId: '1', result: undefined }))).toEqual([
      { type: 3, invocationId: '1' },
    ])
  })

  it('omits the result of a completion with an error', () => {
    expect(readBytes(write({ type: 3, invocationId: '1', error: 'no', result: 1 }))).toEqual([
      { type: 3, invocationId: '1', error: 'no' },
    ])
  })

  it('throws for a value that cannot be encoded, and encodes the next message', () => {
    const kept = write({ type: 1, target: 'before', arguments: [] })
    const copy = Buffer.from(kept)
    expect(() => write({ type: 1, target: 'x', arguments: ['a', { b: [() => 1] }] })).toThrow()
    expect(write({ type: 6 })).toEqual(bytesOf('02 91 06'))
    expect(kept).toEqual(copy)
  })

  it('encodes a message while another message is being encoded', () => {
    const inner: Buffer[] = []
    const item = {
      get a() {
        inner.push(write({ type: 6 }))
        return 1
      },
    }
    expect(readBytes(write({ type: 2, invocationId: '1', item }))).toEqual([
      { type: 2, invocationId: '1', item: { a: 1 } },
    ])
    expect(inner[0]).toEqual(bytesOf('02 91 06'))
  })

  it('ignores headers and additional elements', () => {
    expect(readValue([1, { a: 'b' }, null, 't', [], ['1'], 'more'])).toEqual([
      { type: 1, target: 't', arguments: [], streamIds: ['1'] },
    ])
    expect(readValue([6, 'more'])).toEqual([{ type: 6 }])
  })

  it('skips messages of unknown types', () => {
    expect(readValue([10, 'x'])).toEqual([])
    expect(readValue([-1])).toEqual([])
  })

  it.each<[what: string, value: unknown]>([
    ['a map', { type: 6 }],
    ['a number', 6],
    ['an empty array', []],
    ['a type that is text', ['6']],
    ['a type that is a fraction', [1.5]],
    ['an invocation that ends early', [1, {}, null, 't']],
    ['an invocation with an id that is a number', [1, {}, 1, 't', []]],
    ['an invocation without a target', [1, {}, null, null, []]],
    ['arguments that are not an array', [1, {}, null, 't', {}]],
    ['stream ids that are nil', [1, {}, null, 't', [], null]],
    ['stream ids that are numbers', [1, {}, null, 't', [], [1]]],
    ['a stream item that ends early', [2, {}, '1']],
    ['a stream item without an id', [2, {}, null, 1]],
    ['a completion without a kind', [3, {}, '1']],
    ['a completion of an unknown kind', [3, {}, '1', 4, 1]],
    ['a completion that lacks its result', [3, {}, '1', 3]],
    ['a completion that lacks its error', [3, {}, '1', 1]],
    ['a completion with an error that is not a string', [3, {}, '1', 1, null]],
    ['a stream invocation without an id', [4, {}, null, 't', []]],
    ['a cancellation without an id', [5, {}]],
    ['a close that ends early', [7]],
    ['a close with an error that is not a string', [7, 1]],
    ['a close with an allowReconnect that is not a boolean', [7, null, 1]],
    ['an ack without a number', [8]],
    ['an ack below zero', [8, -1]],
    ['a sequence that is not whole', [9, 0.5]],
    ['a sequence that is not safe', [9, 2 ** 60]],
  ])('throws MalformedMessage for the message %s', (_, value) =>
    expect(() => readValue(value)).toThrow(MalformedMessage),
  )

  it.each([
    ['an empty message', '00'],
    ['a byte that MessagePack never uses', '02 91 c1'],
    ['bytes behind the value', '03 91 06 00'],
    ['a value that ends early', '03 92 09 cf'],
    ['a text that ends early', '03 91 a5 61'],
    ['a length that ends early', '03 91 da 01'],
    ['a key that would change a prototype', '11 94 02 80 a1 31 81 a9 5f5f70726f746f5f5f 80'],
    ['a key that is an array', '08 94 02 80 a1 31 81 90 00'],
    ['a length of 32 bits', '80 80 80 80 08'],
    ['a length of six bytes', '80 80 80 80 80 01'],
  ])('throws MalformedMessage for the bytes of %s', (_, hex) =>
    expect(() => readBytes(bytesOf(hex))).toThrow(MalformedMessage),
  )

  it('the size limit does not count the length prefix of a message', () => {
    const bytes = write({ type: 1, target: 'x'.repeat(300), arguments: [] })
    expect(readBytes(Buffer.concat([bytes, bytes]), bytes.length - 2)).toHaveLength(2)
    expect(() => readBytes(bytes, bytes.length - 3)).toThrow(MessageTooLarge)
  })

  it('throws MessageTooLarge as soon as the length prefix of a message exceeds the size limit', () => {
    const pending = new PendingBytes()
    expect([...messagePackProtocol.read(bytesOf('e9'), pending, 1000)]).toEqual([])
    expect(() => [...messagePackProtocol.read(bytesOf('07'), pending, 1000)]).toThrow(new MessageTooLarge(1000))
  })

  it('yields the messages before an invalid message, and then throws', () => {
    const messages = messagePackProtocol
      .read(bytesOf('02 91 06 03 92 07 c0 01 c1'), new PendingBytes(), 100)
      [Symbol.iterator]()
    expect(messages.next().value).toEqual({ type: 6 })
    expect(messages.next().value).toEqual({ type: 7 })
    expect(() => messages.next()).toThrow(MalformedMessage)
  })
})

describe('hostile MessagePack messages', () => {
  it.each([
    ['an array that announces thirty million elements', 'dd 01c9c380'],
    ['a map that announces 4,294,967,295 entries', 'df ffffffff'],
    ['an inner array that announces more elements than there are bytes left', '92 dc 0004 c0 c0 c0 c0'],
    ['nested arrays that announce more elements than there are bytes left', '93 93 c0 c0 c0 c0'],
  ])('throws MalformedMessage for the bytes of %s', (_, hex) =>
    expect(() => readBytes(encodeBinaryFrame(bytesOf(hex)))).toThrow(MalformedMessage),
  )

  it('throws for nested arrays that announce too many elements, and allocates less than 10 MB', () => {
    const claim = bytesOf('dc 7000')
    const body = Buffer.concat(Array.from({ length: 10_000 }, () => claim))
    const before = process.memoryUsage().heapUsed
    expect(() => readBytes(encodeBinaryFrame(body))).toThrow(MalformedMessage)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000)
  })

  it('throws for a key that would change a prototype', () => {
    const value = bytesOf('95 02 80 a1 37 81 a9 5f5f70726f746f5f5f 80')
    expect(() => readBytes(encodeBinaryFrame(value))).toThrow(MalformedMessage)
  })

  it('reads a message of 128 nested arrays, and throws for more levels', () => {
    // The message itself is the first level.
    expect(readBytes(encodeBinaryFrame(nested(127)))).toHaveLength(1)
    expect(() => readBytes(encodeBinaryFrame(nested(128)))).toThrow(MalformedMessage)
    expect(() => readBytes(encodeBinaryFrame(nested(90_000)))).toThrow(MalformedMessage)
  })
})
