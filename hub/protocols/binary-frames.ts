import { MalformedMessage, MessageTooLarge } from '../errors.ts'
import { PendingBytes } from './pending-bytes.ts'

/** Splits a stream of bytes into messages by their length prefixes: VarInts of at most 5 bytes, least significant first. */
export class BinaryFrameSplitter {
  readonly #limit: number
  readonly #pending = new PendingBytes()
  /** The length of the current message, as far as it has been read. */
  #size = 0
  /** The number of length bytes that have been read, undefined when the length is complete. */
  #prefixBytes: number | undefined = 0

  /** @param limit the largest message in bytes, its length prefix not counted */
  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Yields the messages that `chunk` completes, without their prefixes, and buffers the rest.
   * @throws {MessageTooLarge} as soon as the length of a message is known and above the limit
   * @throws {MalformedMessage} when a length takes more than 31 bits
   */
  *read(chunk: Buffer): Generator<Buffer, void> {
    let at = 0
    while (at < chunk.length) {
      if (this.#prefixBytes !== undefined) {
        this.#readPrefixByte(chunk.readUInt8(at), this.#prefixBytes)
        at++
        if (this.#prefixBytes !== undefined) continue
      }
      const piece = chunk.subarray(at, at + this.#size - this.#pending.length)
      at += piece.length
      if (this.#pending.length + piece.length < this.#size) return this.#pending.append(piece)
      this.#size = 0
      this.#prefixBytes = 0
      yield this.#pending.finish(piece)
    }
  }

  #readPrefixByte(byte: number, index: number): void {
    if (index === 4 && byte > 7) throw new MalformedMessage('Messages over 2GB are not supported.')
    this.#size += (byte & 0x7f) << (7 * index)
    if (this.#size > this.#limit) throw new MessageTooLarge(this.#limit)
    this.#prefixBytes = byte & 0x80 ? index + 1 : undefined
  }
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
