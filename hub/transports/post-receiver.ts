import type { TransportOwner } from './transport.ts'

/**
 * The outcome of a POST. complete: the whole body was received. dropped: the client aborted the POST before any byte
 * was passed on. partial: the client aborted the POST after a part was passed on, so later messages cannot be read.
 */
export type PostOutcome = 'complete' | 'dropped' | 'partial'

/**
 * Receives the bytes that a client sends by POST, because its transport carries bytes only to the client. Reads one
 * body after the other. Passes a short body on only when it is complete, because a client may abort a POST and continue
 * with the next POST.
 */
export class PostReceiver {
  readonly #owner: TransportOwner
  readonly #bufferedBytesMax: number
  #last: Promise<unknown> = Promise.resolve()
  #isPaused = false
  #isStopped = false
  #onResume: (() => void) | undefined

  /**
   * @param highWaterBytes the largest body that is buffered until it is complete; longer bodies are passed on in
   * pieces
   */
  constructor(owner: TransportOwner, { highWaterBytes }: { highWaterBytes: number }) {
    this.#owner = owner
    this.#bufferedBytesMax = highWaterBytes
  }

  /** Receives a body. Resolves when it is complete or aborted. Never rejects. */
  receive(body: AsyncIterable<Buffer>): Promise<PostOutcome> {
    const outcome = this.#last.then(() => this.#read(body))
    this.#last = outcome
    return outcome
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    this.#onResume?.()
  }

  /** Discards all further bytes, because the connection has ended. */
  stop(): void {
    this.#isStopped = true
    this.resume()
  }

  async #read(body: AsyncIterable<Buffer>): Promise<PostOutcome> {
    let bytes = 0
    let chunks: Buffer[] = []
    try {
      for await (const chunk of body) {
        bytes += chunk.length
        chunks.push(chunk)
        if (bytes <= this.#bufferedBytesMax) continue
        await this.#passOn(chunks)
        chunks = []
      }
    } catch {
      return bytes <= this.#bufferedBytesMax ? 'dropped' : 'partial'
    }
    await this.#passOn(chunks)
    return 'complete'
  }

  async #passOn(chunks: Buffer[]): Promise<void> {
    for (const chunk of chunks) {
      if (this.#isPaused) {
        await new Promise<void>((resolve) => {
          this.#onResume = resolve
        })
      }
      if (!this.#isStopped) this.#owner.received(chunk)
    }
  }
}
