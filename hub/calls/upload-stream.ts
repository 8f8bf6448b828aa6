import { HubError } from '../errors.ts'

type Waiting = { resolve(result: IteratorResult<unknown>): void; reject(error: Error): void }

/** One stream that a client feeds while a method reads it. Items are handed out once, in order. */
export class UploadStream implements AsyncIterableIterator<unknown> {
  #items: unknown[] = []
  #waiting: Waiting[] = []
  #ended = false
  #error: Error | null = null
  readonly #capacity: number
  readonly #onRoom: () => void

  /** `onRoom` is called when the stream was full and is no longer. */
  constructor(capacity: number, onRoom: () => void) {
    this.#capacity = capacity
    this.#onRoom = onRoom
  }

  /** Whether the client should be held back. */
  get isFull(): boolean {
    return this.#items.length >= this.#capacity
  }

  /** Takes an item of the client. */
  push(item: unknown): void {
    if (this.#ended) return
    const waiting = this.#waiting.shift()
    if (waiting) waiting.resolve({ done: false, value: item })
    else this.#items.push(item)
  }

  /** No more items will come. `error`: what the client, or its going away, gives as the reason. */
  finish(error: string | null): void {
    if (this.#ended) return
    this.#ended = true
    this.#error = error === null ? null : new HubError(error)
    for (const waiting of this.#waiting.splice(0)) this.#settle(waiting)
  }

  next(): Promise<IteratorResult<unknown>> {
    if (this.#items.length > 0) {
      const wasFull = this.isFull
      const value = this.#items.shift()
      if (wasFull && !this.isFull) this.#onRoom()
      return Promise.resolve({ done: false, value })
    }
    return new Promise((resolve, reject) => {
      if (this.#ended) this.#settle({ resolve, reject })
      else this.#waiting.push({ resolve, reject })
    })
  }

  /** The reader has had enough; what still comes is let go. */
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

  #settle({ resolve, reject }: Waiting): void {
    const error = this.#error
    this.#error = null
    if (error) reject(error)
    else resolve({ done: true, value: undefined })
  }
}
