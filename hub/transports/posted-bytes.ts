import type { IncomingMessage } from 'node:http'
import type { TransportOwner } from './transport.ts'

/** What a client sends by POST because its transport goes one way. Bodies are taken one after the other, as they come. */
export class PostedBytes {
  readonly #owner: TransportOwner
  #last: Promise<unknown> = Promise.resolve()
  #isPaused = false
  #isStopped = false
  #goOn: (() => void) | undefined

  constructor(owner: TransportOwner) {
    this.#owner = owner
  }

  /** Resolves when the whole body has been taken, with false when it broke off. */
  take(request: IncomingMessage): Promise<boolean> {
    const taken = this.#last.then(() => this.#read(request))
    this.#last = taken
    return taken
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    this.#goOn?.()
  }

  /** The connection is over: what still comes is read and let go. */
  stop(): void {
    this.#isStopped = true
    this.resume()
  }

  async #read(request: IncomingMessage): Promise<boolean> {
    try {
      for await (const chunk of request) {
        if (this.#isPaused && !this.#isStopped) {
          await new Promise<void>((resolve) => {
            this.#goOn = resolve
          })
        }
        if (!this.#isStopped) this.#owner.received(chunk)
      }
      return true
    } catch {
      return false
    }
  }
}
