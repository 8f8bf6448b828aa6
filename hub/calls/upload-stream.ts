import { HubError } from '../errors.ts'

type PendingRead = { resolve(result: IteratorResult<unknown>): void; reject(error: Error): void }

/** A stream of items that a client uploads and a method reads. Each item is read once, in order. */
export class UploadStream implements AsyncIterableIterator<unknown> {
  #items: unknown[] = []
  #pendingReads: PendingRead[] = []
  #isFinished = false
  #error: Error | null = null
  readonly #capacity: number
  readonly #onRoom: () => void

  /** @param onRoom runs when a full stream has room again */
  constructor(capacity: number, onRoom: () => void) {
    this.#capacity = capacity
    this.#onRoom = onRoom
  }

  /** Whether the waiting items fill the capacity, so that reading from the client should pause. */
  get isFull(): boolean {
    return this.#items.length >= this.#capacity
  }

  /** Adds an item that the client has uploaded. Drops the item when the stream has ended. */
  push(item: unknown): void {
    if (this.#isFinished) return
    const read = this.#pendingReads.shift()
    if (read) read.resolve({ done: false, value: item })
    else this.#items.push(item)
  }

  /**
   * Ends the stream after the items that have arrived.
   * @param error the message of the error that the reading method gets at the end, null for a normal end
   */
  finish(error: string | null): void {
    if (this.#isFinished) return
    this.#isFinished = true
    this.#error = error === null ? null : new HubError(error)
    for (const read of this.#pendingReads.splice(0)) this.#end(read)
  }

  next(): Promise<IteratorResult<unknown>> {
    if (this.#items.length > 0) {
      const wasFull = this.isFull
      const value = this.#items.shift()
      if (wasFull && !this.isFull) this.#onRoom()
      return Promise.resolve({ done: false, value })
    }
    return new Promise((resolve, reject) => {
      if (this.#isFinished) this.#end({ resolve, reject })
      else this.#pendingReads.push({ resolve, reject })
    })
  }

  /** Ends the stream for the reading method, and drops all items, including later items. */
  return(): Promise<IteratorResult<unknown>> {
    const wasFull = this.isFull
    this.#items = []
    this.finish(null)
    if (wasFull) this.#onRoom()
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #end({ resolve, reject }: PendingRead): void {
    const error = this.#error
    this.#error = null
    if (error) reject(error)
    else resolve({ done: true, value: undefined })
  }
}
