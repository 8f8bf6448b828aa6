import { MalformedMessage, MessageTooLarge } from '../errors.ts'
import type { PendingBytes } from './pending-bytes.ts'

/**
 * Yields the messages that `chunk` completes, without their length prefixes, and moves the rest to `pending`.
 * @param pending the bytes before `chunk`, which begin with a prefix
 * @param limit the largest message in bytes, its prefix not counted
 * @throws {MessageTooLarge} as soon as the length of a message is known and above the limit
 * @throws {MalformedMessage} when a length takes more than 31 bits
 */
export function* splitBinaryFrames(chunk: Buffer, pending: PendingBytes, limit: number): Generator<Buffer, void> {
  let rest = chunk
  while (rest.length > 0) {
    const prefix = readPrefix(rest, pending, limit)
    const end = prefix ? prefix.length + prefix.size - pending.length : Number.POSITIVE_INFINITY
    if (!prefix || end > rest.length) return pending.append(rest)
    const frame = pending.finish(rest.subarray(0, end))
    rest = rest.subarray(end)
    yield frame.subarray(prefix.length)
  }
}

/**
 * Reads a length prefix: a VarInt of at most 5 bytes, least significant first. Returns the length of the prefix and the
 * size of the message, or null while the prefix is incomplete.
 */
function readPrefix(rest: Buffer, pending: PendingBytes, limit: number): { length: number; size: number } | null {
  let size = 0
  for (let index = 0; index < pending.length + rest.length; index++) {
    const byte = pending.at(index) ?? rest.readUInt8(index - pending.length)
    if (index === 4 && byte > 7) throw new MalformedMessage('Messages over 2GB are not supported.')
    size += (byte & 0x7f) << (7 * index)
    if (size > limit) throw new MessageTooLarge(limit)
    if (byte < 0x80) return { length: index + 1, size }
  }
  return null
}

/** Returns a message with its length prefix. */
export function encodeBinaryFrame(body: Uint8Array): Buffer {
  const prefix: number[] = []
  let size = body.length
  while (size > 0x7f) {
    prefix.push((size & 0x7f) | 0x80)
    size >>>= 7
  }
  prefix.push(size)
  const frame = Buffer.allocUnsafe(prefix.length + body.length)
  frame.set(prefix)
  frame.set(body, prefix.length)
  return frame
}
