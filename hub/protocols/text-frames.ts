import { MessageTooLarge } from '../errors.ts'
import type { PendingBytes } from './pending-bytes.ts'

/** The byte that ends each message of a text format (SignalR hub protocol, JSON encoding). */
export const recordSeparator = 0x1e

/**
 * Yields the messages that `chunk` completes, without their separators, and moves the rest to `pending`.
 * @param pending the bytes before `chunk`, which contain no separator
 * @param limit the largest message in bytes, its separator not counted
 * @throws {MessageTooLarge} as soon as a message is known to be larger than the limit
 */
export function* splitTextFrames(chunk: Buffer, pending: PendingBytes, limit: number): Generator<Buffer, void> {
  let start = 0
  while (start < chunk.length) {
    const separator = chunk.indexOf(recordSeparator, start)
    const piece = chunk.subarray(start, separator < 0 ? chunk.length : separator)
    if (pending.length + piece.length > limit) throw new MessageTooLarge(limit)
    if (separator < 0) return pending.append(piece)
    start = separator + 1
    yield pending.finish(piece)
  }
}

/** Returns a message of a text format with its separator. */
export function encodeTextFrame(text: string): Buffer {
  return Buffer.from(`${text}\x1e`)
}
