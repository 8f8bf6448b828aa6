import { JsonHubProtocol, NullLogger } from '@microsoft/signalr'
import { describe, expect, it } from 'vitest'
import { MalformedMessage, MessageTooLarge } from '../errors.ts'
import { createJsonProtocol, jsonProtocol } from './json.ts'
import type { HubMessage } from './messages.ts'
import { PendingBytes } from './pending-bytes.ts'

/** Messages with the text that the .NET server writes for each. */
const wire: [text: string, message: HubMessage][] = [
  ['{"type":1,"target":"send","arguments":[]}', { type: 1, target: 'send', arguments: [] }],
  [
    '{"type":1,"invocationId":"7","target":"Größe","arguments":[null,false,0,"","日本",{"a":[1.5]}],"streamIds":["1","2"]}',
    {
      type: 1,
      invocationId: '7',
      target: 'Größe',
      arguments: [null, false, 0, '', '日本', { a: [1.5] }],
      streamIds: ['1', '2'],
    },
  ],
  ['{"type":2,"invocationId":"7","item":null}', { type: 2, invocationId: '7', item: null }],
  ['{"type":2,"invocationId":"7","item":{"x":1}}', { type: 2, invocationId: '7', item: { x: 1 } }],
  ['{"type":3,"invocationId":"7"}', { type: 3, invocationId: '7' }],
  ['{"type":3,"invocationId":"7","result":null}', { type: 3, invocationId: '7', result: null }],
  ['{"type":3,"invocationId":"7","result":false}', { type: 3, invocationId: '7', result: false }],
  [
    '{"type":3,"invocationId":"7","error":"No \\"such\\" thing"}',
    { type: 3, invocationId: '7', error: 'No "such" thing' },
  ],
  [
    '{"type":4,"invocationId":"8","target":"count","arguments":[3],"streamIds":["1"]}',
    { type: 4, invocationId: '8', target: 'count', arguments: [3], streamIds: ['1'] },
  ],
  ['{"type":5,"invocationId":"8"}', { type: 5, invocationId: '8' }],
  ['{"type":6}', { type: 6 }],
  ['{"type":7}', { type: 7 }],
  ['{"type":7,"error":"Gone","allowReconnect":true}', { type: 7, error: 'Gone', allowReconnect: true }],
  ['{"type":8,"sequenceId":0}', { type: 8, sequenceId: 0 }],
  ['{"type":9,"sequenceId":9007199254740991}', { type: 9, sequenceId: Number.MAX_SAFE_INTEGER }],
]

const write = (message: HubMessage) => jsonProtocol.encode(message).bytes.toString()
const read = (text: string, limit = 1000) => [...jsonProtocol.read(Buffer.from(text), new PendingBytes(), limit)]

describe('the JSON format', () => {
  it.each(wire)('writes the message %s', (text, message) => expect(write(message)).toBe(`${text}\x1e`))

  it.each(wire)('reads the message %s', (text, message) => expect(read(`${text}\x1e`)).toEqual([message]))

  it.each(wire)('the official client reads the message that the hub writes: %s', (_, message) => {
    // The client does not read StreamInvocation and CancelInvocation, which servers do not send.
    if (message.type === 4 || message.type === 5) return
    const [understood] = new JsonHubProtocol().parseMessages(write(message), NullLogger.instance)
    expect(understood).toEqual(message)
  })

  it.each(wire)('reads the message that the official client writes: %s', (_, message) => {
    expect(read(new JsonHubProtocol().writeMessage(message))).toEqual([message])
  })

  it.each<[what: string, message: HubMessage, text: string]>([
    [
      'an undefined argument',
      { type: 1, target: 't', arguments: [undefined, 1] },
      '{"type":1,"target":"t","arguments":[null,1]}',
    ],
    ['an undefined item', { type: 2, invocationId: '1', item: undefined }, '{"type":2,"invocationId":"1","item":null}'],
    [
      'an item that is a function',
      { type: 2, invocationId: '1', item: () => 1 },
      '{"type":2,"invocationId":"1","item":null}',
    ],
  ])('writes null for %s', (_, message, text) => expect(write(message)).toBe(`${text}\x1e`))

  it('omits the result of a completion when the result is undefined', () => {
    expect(write({ type: 3, invocationId: '1', result: undefined })).toBe('{"type":3,"invocationId":"1"}\x1e')
  })

  it('omits the result of a completion with an error', () => {
    expect(write({ type: 3, invocationId: '1', error: 'no', result: 1 })).toBe(
      '{"type":3,"invocationId":"1","error":"no"}\x1e',
    )
  })

  it('omits allowReconnect when it is false', () => {
    expect(write({ type: 7, allowReconnect: false })).toBe('{"type":7}\x1e')
  })

  it('escapes a record separator inside a text', () => {
    const message: HubMessage = { type: 1, target: 't', arguments: ['a\x1eb'] }
    expect(read(write(message))).toEqual([message])
  })

  it('throws for a value that cannot be encoded, and encodes the next message', () => {
    expect(() => write({ type: 2, invocationId: '1', item: 1n })).toThrow(TypeError)
    expect(write({ type: 6 })).toBe('{"type":6}\x1e')
  })

  it('reads a message with headers and unknown keys, in any order of its keys', () => {
    expect(read('{"arguments":[],"x":1,"headers":{"a":"b"},"target":"t","type":1}\x1e')).toEqual([
      { type: 1, target: 't', arguments: [] },
    ])
  })

  it('reads a call with an empty invocation id as a call without an invocation id', () => {
    expect(read('{"type":1,"invocationId":"","target":"t","arguments":[]}\x1e')).toEqual([
      { type: 1, target: 't', arguments: [] },
    ])
  })

  it('skips messages of unknown types', () => {
    expect(read('{"type":10,"x":1}\x1e{"type":-1}\x1e{"type":6}\x1e')).toEqual([{ type: 6 }])
  })

  it('reads the key __proto__ without changing Object.prototype', () => {
    const [message] = read(
      '{"__proto__":{"type":6},"type":1,"target":"t","arguments":[{"__proto__":{"admin":true}}]}\x1e',
    )
    expect(message).toMatchObject({ type: 1, target: 't' })
    expect(Object.keys(Object.prototype)).toEqual([])
    expect({}).not.toHaveProperty('admin')
  })

  it.each([
    ['an empty message', ''],
    ['a text that is not JSON', '{"type":6'],
    ['a number', '6'],
    ['null', 'null'],
    ['an array', '[6]'],
    ['an object without a type', '{}'],
    ['a type that is text', '{"type":"6"}'],
    ['a type that is a fraction', '{"type":1.5}'],
    ['a byte order mark', '\ufeff{"type":6}'],
    ['an invocation without a target', '{"type":1,"arguments":[]}'],
    ['an invocation with an empty target', '{"type":1,"target":"","arguments":[]}'],
    ['an invocation with a target that is not a string', '{"type":1,"target":1,"arguments":[]}'],
    ['an invocation without arguments', '{"type":1,"target":"t"}'],
    ['an invocation with arguments that are not an array', '{"type":1,"target":"t","arguments":{}}'],
    ['an invocation with an id that is a number', '{"type":1,"invocationId":1,"target":"t","arguments":[]}'],
    ['stream ids that are not an array', '{"type":1,"target":"t","arguments":[],"streamIds":"1"}'],
    ['stream ids that are numbers', '{"type":1,"target":"t","arguments":[],"streamIds":[1]}'],
    ['a stream item without an id', '{"type":2,"item":1}'],
    ['a stream item without an item', '{"type":2,"invocationId":"1"}'],
    ['a completion without an id', '{"type":3}'],
    ['a completion with error and result', '{"type":3,"invocationId":"1","error":"e","result":null}'],
    ['a completion with an error that is not a string', '{"type":3,"invocationId":"1","error":null}'],
    ['a stream invocation without an id', '{"type":4,"target":"t","arguments":[]}'],
    ['a cancellation with an empty id', '{"type":5,"invocationId":""}'],
    ['a close with an error that is not a string', '{"type":7,"error":{}}'],
    ['a close with an allowReconnect that is not a boolean', '{"type":7,"allowReconnect":1}'],
    ['an ack without a number', '{"type":8}'],
    ['an ack below zero', '{"type":8,"sequenceId":-1}'],
    ['a sequence that is not whole', '{"type":9,"sequenceId":1.5}'],
    ['a sequence that is not safe', '{"type":9,"sequenceId":9007199254740992}'],
  ])('throws MalformedMessage for %s', (_, text) => expect(() => read(`${text}\x1e`)).toThrow(MalformedMessage))

  it('throws MalformedMessage for a message that is not UTF-8', () => {
    const bytes = Buffer.from('{"type":1,"target":"\xff","arguments":[]}\x1e', 'latin1')
    expect(() => [...jsonProtocol.read(bytes, new PendingBytes(), 100)]).toThrow(MalformedMessage)
  })

  it('the size limit counts the bytes of a message without its separator', () => {
    const text = '{"type":1,"target":"ö","arguments":[]}'
    expect(read(`${text}\x1e${text}\x1e`, Buffer.byteLength(text))).toHaveLength(2)
    expect(() => read(`${text}\x1e`, Buffer.byteLength(text) - 1)).toThrow(MessageTooLarge)
  })

  it('throws MessageTooLarge as soon as the received bytes of a message exceed the size limit', () => {
    const pending = new PendingBytes()
    expect([...jsonProtocol.read(Buffer.from('{"type":'), pending, 10)]).toEqual([])
    expect(() => [...jsonProtocol.read(Buffer.from('666'), pending, 10)]).toThrow(new MessageTooLarge(10))
  })

  it('yields the messages before an invalid message, and then throws', () => {
    const messages = jsonProtocol
      .read(Buffer.from('{"type":6}\x1e{"type":7}\x1e!\x1e'), new PendingBytes(), 100)
      [Symbol.iterator]()
    expect(messages.next().value).toEqual({ type: 6 })
    expect(messages.next().value).toEqual({ type: 7 })
    expect(() => messages.next()).toThrow(MalformedMessage)
  })
})

describe('values that JSON lacks', () => {
  const item = (value: unknown, protocol = jsonProtocol) =>
    JSON.parse(protocol.encode({ type: 2, invocationId: '1', item: value }).bytes.toString().slice(0, -1)).item

  it('[hub 57] writes bytes as base64 text at any depth', () => {
    const bytes = Uint8Array.of(0, 255, 16)
    for (const value of [bytes, Buffer.from(bytes), bytes.buffer, Buffer.from([9, 0, 255, 16]).subarray(1)]) {
      expect(item(value)).toBe('AP8Q')
      expect(item([1, value])).toEqual([1, 'AP8Q'])
      expect(item({ a: { b: [value] } })).toEqual({ a: { b: ['AP8Q'] } })
    }
    expect(item({ none: new Uint8Array(), empty: {}, buffer: Buffer.alloc(0) })).toEqual({
      none: '',
      empty: {},
      buffer: '',
    })
    const call = { type: 1 as const, target: 't', arguments: [bytes, { bytes }] }
    expect(write(call)).toBe('{"type":1,"target":"t","arguments":["AP8Q",{"bytes":"AP8Q"}]}\x1e')
    expect(write({ type: 3, invocationId: '1', result: bytes })).toBe(
      '{"type":3,"invocationId":"1","result":"AP8Q"}\x1e',
    )
  })

  it('does not convert values that only look like bytes', () => {
    for (const value of [{ 0: 1 }, { type: 'Buffer', data: [1] }, '{}', '{"0":1}', [{}]])
      expect(item(value)).toEqual(value)
  })

  it('uses the replacer and the reviver of the application to write and read values', () => {
    const protocol = createJsonProtocol({
      replacer: (_key, value) => (typeof value === 'bigint' ? { $big: String(value) } : value),
      reviver: (_key, value) =>
        typeof value === 'object' && value !== null && '$big' in value ? BigInt(String(value.$big)) : value,
    })
    const message: HubMessage = { type: 1, target: 't', arguments: [2n ** 70n, { deep: [-1n] }] }
    const { bytes } = protocol.encode(message)
    expect([...protocol.read(bytes, new PendingBytes(), 1000)]).toEqual([message])
    expect(item({ bytes: Uint8Array.of(1), big: 1n }, protocol)).toEqual({ bytes: 'AQ==', big: { $big: '1' } })
    expect(() => item(1n)).toThrow(TypeError)
  })
})
