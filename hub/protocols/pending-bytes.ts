/** The bytes of a message whose end has not come. Copied into room that doubles, so that many small chunks cost no more than one. */
export class PendingBytes {
  #room: Buffer | undefined
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Keeps a copy of `bytes` behind those that are here. */
  append(bytes: Buffer): void {
    if (bytes.length === 0) return
    const length = this.#length + bytes.length
    if (!this.#room || length > this.#room.length) {
      // Not from the pool that short-lived buffers share: this one may stay for long.
      const room = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#length))
      this.#room?.copy(room, 0, 0, this.#length)
      this.#room = room
    }
    bytes.copy(this.#room, this.#length)
    this.#length = length
  }

  /** Gives all that was kept with `end` behind it, and forgets it. What needs no copy is not copied. */
  finish(end: Buffer): Buffer {
    if (this.#length === 0) return end
    this.append(end)
    const whole = this.#room?.subarray(0, this.#length) ?? end
    this.#room = undefined
    this.#length = 0
    return whole
  }
}
