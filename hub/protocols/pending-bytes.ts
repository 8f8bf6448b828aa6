/**
 * Buffers the bytes of an incomplete message. Its capacity doubles, so that many small chunks cost no more than a
 * large chunk.
 */
export class PendingBytes {
  #buffer: Buffer | undefined
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Returns one byte, undefined after the end. */
  at(index: number): number | undefined {
    return index < this.#length ? this.#buffer?.[index] : undefined
  }

  /** Appends a copy of `bytes`. */
  append(bytes: Buffer): void {
    if (bytes.length === 0) return
    const length = this.#length + bytes.length
    if (!this.#buffer || length > this.#buffer.length) {
      // Does not use the pool of short-lived buffers, because this buffer may be used for a long time.
      const buffer = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#length))
      this.#buffer?.copy(buffer, 0, 0, this.#length)
      this.#buffer = buffer
    }
    bytes.copy(this.#buffer, this.#length)
    this.#length = length
  }

  /**
   * Returns the buffered bytes followed by `end`, and empties the buffer. Returns `end` itself when the buffer is
   * empty.
   */
  finish(end: Buffer): Buffer {
    if (this.#length === 0) return end
    this.append(end)
    const bytes = this.#buffer?.subarray(0, this.#length) ?? end
    this.#buffer = undefined
    this.#length = 0
    return bytes
  }
}
