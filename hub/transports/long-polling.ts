import type { ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Limits } from '../limits.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import { PostedBytes } from './posted-bytes.ts'
import type { Transport, TransportOwner } from './transport.ts'

/** Bytes to the client as the answers of one GET after another; what it sends comes by POST. */
export class LongPollingTransport implements Transport {
  readonly name = 'LongPolling'
  readonly posts: PostedBytes
  taken = 0
  readonly #owner: TransportOwner
  readonly #limits: Limits
  readonly #clock: Clock
  #queue: EncodedMessage[] = []
  #queued = 0
  #poll: ServerResponse | null = null
  /** When the held poll came, or the last one was answered. */
  #since: number
  #isFirst = true
  #willFlush = false
  #isEnding = false
  #isOver = false

  constructor(owner: TransportOwner, { limits, clock }: { limits: Limits; clock: Clock }) {
    this.#owner = owner
    this.#limits = limits
    this.#clock = clock
    this.#since = clock.now()
    this.posts = new PostedBytes(owner)
  }

  get pending(): number {
    return this.#queued
  }

  /**
   * Takes a GET of the client. It is answered with what waits, or held until there is something; the first is answered
   * empty, as the client learns from it that it is connected. A poll that is held while the next one comes gets 204.
   */
  poll(response: ServerResponse): void {
    this.#poll?.writeHead(204).end()
    this.#poll = null
    this.#since = this.#clock.now()
    if (this.#isOver) {
      response.writeHead(204).end()
      return
    }
    this.#poll = response
    response.on('close', () => {
      if (this.#poll === response) this.#release()
    })
    if (this.#isFirst) {
      this.#isFirst = false
      this.#answer(Buffer.alloc(0))
    } else this.#flush()
  }

  send(message: EncodedMessage): void {
    if (this.#isEnding) return
    this.#queue.push(message)
    this.#queued += message.bytes.length
    if (this.#willFlush || !this.#poll) return
    // What else is said in this turn goes with it.
    this.#willFlush = true
    queueMicrotask(() => {
      this.#willFlush = false
      this.#flush()
    })
  }

  pause(): void {
    this.posts.pause()
  }

  resume(): void {
    this.posts.resume()
  }

  end(): void {
    this.#isEnding = true
    this.#flush()
  }

  destroy(): void {
    this.#queue = []
    this.#queued = 0
    this.#finish(false)
  }

  tick(now: number): void {
    const waited = now - this.#since
    if (this.#poll) {
      if (waited >= this.#limits.pollTimeoutMs) this.#answer(Buffer.alloc(0))
    } else if (waited >= this.#limits.idleTimeoutMs) this.#finish(this.#isEnding)
  }

  /** Answers the held poll, if there is one and something to say. */
  #flush(): void {
    if (!this.#poll) return
    if (this.#queue.length > 0) {
      this.#answer(this.#takeChunk())
      this.#owner.drained()
    } else if (this.#isEnding) this.#finish(true)
  }

  /** Whole messages, up to the high-water mark, and one at least. */
  #takeChunk(): Buffer {
    let bytes = 0
    let count = 0
    for (const message of this.#queue) {
      if (count > 0 && bytes + message.bytes.length > this.#limits.highWaterBytes) break
      bytes += message.bytes.length
      count++
    }
    this.#queued -= bytes
    this.taken += bytes
    return Buffer.concat(this.#queue.splice(0, count).map((message) => message.bytes))
  }

  #answer(body: Buffer): void {
    const poll = this.#poll
    this.#release()
    poll?.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': body.length }).end(body)
  }

  #release(): void {
    this.#poll = null
    this.#since = this.#clock.now()
  }

  #finish(graceful: boolean): void {
    if (this.#isOver) return
    this.#isOver = this.#isEnding = true
    this.posts.stop()
    this.#poll?.writeHead(204).end()
    this.#poll = null
    this.#owner.closed(this, graceful)
  }
}
