import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MalformedMessage, MessageTooLarge } from '../errors.ts'
import { chooseForSoak, seed } from '../testing/soak.ts'
import { jsonProtocol } from './json.ts'
import { messagePackProtocol } from './messagepack.ts'
import type { HubMessage } from './messages.ts'
import { PendingBytes } from './pending-bytes.ts'

const name = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
// JSON has no minus zero, and the MessagePack decoder rejects a key __proto__.
const value = fc
  .jsonValue({ stringUnit: 'grapheme', maxDepth: 4 })
  .map((given) => JSON.stringify(given))
  .filter((text) => !text.includes('"__proto__":'))
  .map((text) => JSON.parse(text))
const call = { target: name, arguments: fc.array(value, { maxLength: 4 }) }
const streamIds = fc.array(name, { maxLength: 3 })
const sequenceId = fc.maxSafeNat()

const anyMessage: fc.Arbitrary<HubMessage> = fc.oneof(
  fc.record(
    { type: fc.constant(1), invocationId: name, ...call, streamIds },
    { requiredKeys: ['type', 'target', 'arguments'] },
  ),
  fc.record({ type: fc.constant(2), invocationId: name, item: value }),
  fc.record({ type: fc.constant(3), invocationId: name }),
  fc.record({ type: fc.constant(3), invocationId: name, result: value }),
  fc.record({ type: fc.constant(3), invocationId: name, error: fc.string({ unit: 'grapheme' }) }),
  fc.record({ type: fc.constant(4), invocationId: name, ...call, streamIds }),
  fc.record({ type: fc.constant(5), invocationId: name }),
  fc.record({ type: fc.constant(6) }),
  fc.record(
    { type: fc.constant(7), error: fc.string(), allowReconnect: fc.constant(true) },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constantFrom(8, 9), sequenceId }),
)

/** Splits bytes at the given positions. */
function cut(bytes: Buffer, places: number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
}

describe.each([jsonProtocol, messagePackProtocol])('the message reader of $name', ({ encode, read }) => {
  /** Returns a function that reads the chunks of one client. */
  const createReader = (limit: number) => {
    const pending = new PendingBytes()
    return (chunk: Buffer) => read(chunk, pending, limit)
  }

  it('reads the same messages however their bytes are split into chunks', () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 5 }), fc.array(fc.nat(), { maxLength: 30 }), (messages, places) => {
        const readChunk = createReader(1_000_000)
        const bytes = Buffer.concat(messages.map((message) => encode(message).bytes))
        const found = cut(bytes, places).flatMap((chunk) => [...readChunk(chunk)])
        expect(found).toEqual(messages)
      }),
      { numRuns: chooseForSoak(300, 15_000), seed },
    )
  })

  it('reads messages that arrive byte by byte, even when the bytes of a character arrive separately', () => {
    const message: HubMessage = { type: 1, target: 'größe', arguments: ['日本 🙂', { ключ: '\u0000\x1e' }] }
    const readChunk = createReader(1000)
    const bytes = Buffer.concat([encode(message).bytes, encode({ type: 6 }).bytes, encode(message).bytes])
    expect([...bytes].flatMap((byte) => [...readChunk(Buffer.from([byte]))])).toEqual([message, { type: 6 }, message])
  })

  it('reads a message correctly when an earlier chunk is overwritten', () => {
    const readChunk = createReader(1000)
    const bytes = encode({ type: 1, target: 'before', arguments: [] }).bytes
    const first = Buffer.from(bytes.subarray(0, 12))
    expect([...readChunk(first)]).toEqual([])
    first.fill(0)
    expect([...readChunk(bytes.subarray(12))]).toEqual([{ type: 1, target: 'before', arguments: [] }])
  })

  it('reads a large message in small chunks in linear time', () => {
    const item = 'x'.repeat(4_000_000)
    const bytes = encode({ type: 2, invocationId: '1', item }).bytes
    const readChunk = createReader(5_000_000)
    const started = performance.now()
    let found = 0
    for (let at = 0; at < bytes.length; at += 16) {
      for (const _ of readChunk(bytes.subarray(at, at + 16))) found++
    }
    expect(found).toBe(1)
    // A time this short shows that a chunk does not copy the whole message. All copies together would be 500 GB long.
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('throws only MalformedMessage or MessageTooLarge for random bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), (chunks) => {
        readAll(createReader(150), chunks)
      }),
      { numRuns: chooseForSoak(2_000, 100_000), seed },
    )
  })

  it('throws only MalformedMessage or MessageTooLarge for damaged messages', () => {
    fc.assert(
      fc.property(anyMessage, fc.nat(), fc.nat(255), (message, place, byte) => {
        const bytes = Buffer.from(encode(message).bytes)
        bytes[place % bytes.length] = byte
        readAll(createReader(1_000_000), [bytes])
      }),
      { numRuns: chooseForSoak(2_000, 100_000), seed },
    )
  })
})

function readAll(readChunk: (chunk: Buffer) => Iterable<HubMessage>, chunks: Uint8Array[]): void {
  try {
    for (const chunk of chunks)
      for (const message of readChunk(Buffer.from(chunk))) expect(message.type).toBeTypeOf('number')
  } catch (error) {
    if (!(error instanceof MalformedMessage) && !(error instanceof MessageTooLarge)) throw error
  }
}
