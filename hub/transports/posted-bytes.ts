import type { IncomingMessage } from 'node:http'
import type { TransportOwner } from './transport.ts'

/**
 * What became of a POST: all of it was taken; it broke off and nothing of it was taken; or it broke off in the middle of
 * what was taken already, so that nobody could read on.
 */
export type PostOutcome = 'taken' | 'dropped' | 'torn'

/**
 * What a client sends by POST because its transport goes one way. Bodies are taken one after the other, and short ones
 * whole or not at all: the client may give up on one and go on with the next.
 */
export class PostedBytes {
  readonly #owner: TransportOwner
  readonly #wholeBytes: number
  #last: Promise<unknown> = Promise.resolve()
  #isPaused = false
  #isStopped = false
  #goOn: (() => void) | undefined

  /** @param highWaterBytes up to this length a body is kept until it is complete; a longer one is handed on as it comes */
  constructor(owner: TransportOwner, { highWaterBytes }: { highWaterBytes: number }) {
    this.#owner = owner
    this.#wholeBytes = highWaterBytes
  }

  /** Resolves when the whole body has been taken, or has broken off. Never rejects. */
  take(request: IncomingMessage): Promise<PostOutcome> {
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

  async #read(request: IncomingMessage): Promise<PostOutcome> {
    let bytes = 0
    let kept: Buffer[] = []
    try {
      for await (const chunk of request) {
        bytes += chunk.length
        kept.push(chunk)
        if (bytes <= this.#wholeBytes) continue
        await this.#handOn(kept)
        kept = []
      }
    } catch {
      return bytes <= this.#wholeBytes ? 'dropped' : 'torn'
    }
    await this.#handOn(kept)
    return 'taken'
  }

  async #handOn(chunks: Buffer[]): Promise<void> {
    for (const chunk of chunks) {
      if (this.#isPaused) {
        await new Promise<void>((resolve) => {
          this.#goOn = resolve
        })
      }
      if (!this.#isStopped) this.#owner.received(chunk)
    }
  }
}
