import { MessageTooLarge } from '../errors.ts'
import { PendingBytes } from './pending-bytes.ts'

/** The byte that ends each message of a text format (SignalR hub protocol, JSON encoding). */
export const recordSeparator = 0x1e

/** Splits a stream of bytes into messages at the record separators. */
export class TextFrameSplitter {
  readonly #limit: number
  readonly #pending = new PendingBytes()

  /** @param limit the largest message in bytes, its separator not counted */
  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Yields the messages that `chunk` completes, without their separators, and buffers the rest.
   * @throws {MessageTooLarge} as soon as a message is known to be larger than the limit
   */
  *read(chunk: Buffer): Generator<Buffer, void> {
    let start = 0
    while (start < chunk.length) {
      const separator = chunk.indexOf(recordSeparator, start)
      const piece = chunk.subarray(start, separator < 0 ? chunk.length : separator)
      if (this.#pending.length + piece.length > this.#limit) throw new MessageTooLarge(this.#limit)
      if (separator < 0) return this.#pending.append(piece)
      start = separator + 1
      yield this.#pending.finish(piece)
    }
  }
}

/** Returns a message of a text format with its separator. */
export function encodeTextFrame(text: string): Buffer {
  return Buffer.from(`${text}\x1e`)
}
