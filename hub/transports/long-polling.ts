import type { ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Limits } from '../limits.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import { PostedBytes } from './posted-bytes.ts'
import type { Transport, TransportOwner } from './transport.ts'

/** How long a client that has ended by DELETE may still post: it says its goodbye at the same time. */
const FAREWELL_MS = 1_000

/** Bytes to the client as the answers of one GET after another; what it sends comes by POST. */
export class LongPollingTransport implements Transport {
  readonly name = 'LongPolling'
  readonly posts: PostedBytes
  sentBytes = 0
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
  /** The client has said by DELETE that it polls no more. */
  #isLeft = false
  #isOver = false

  constructor(owner: TransportOwner, { limits, clock }: { limits: Limits; clock: Clock }) {
    this.#owner = owner
    this.#limits = limits
    this.#clock = clock
    this.#since = clock.now()
    this.posts = new PostedBytes(owner, limits)
  }

  get pendingBytes(): number {
    return this.#queued
  }

  /**
   * Takes a GET of the client. It is answered with what waits, or held until there is something; the first is answered
   * empty, as the client learns from it that it is connected. A poll that is held while the next one comes gets 204.
   */
  poll(response: ServerResponse): void {
    this.#dismiss()
    if (this.#isOver || this.#isLeft) {
      response.writeHead(204).end()
      return
    }
    this.#poll = response
    // However long there is nothing to say: the server's own patience is meant for requests.
    response.socket?.setTimeout(0)
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
    if (this.#isEnding) return
    this.#isEnding = true
    if (!this.#poll) this.#since = this.#clock.now()
    this.#flush()
  }

  /** Ends by the wish of the client, which takes nothing more. */
  leave(): void {
    if (this.#isOver) return
    this.#isEnding = this.#isLeft = true
    this.#drop()
    this.#dismiss()
    this.posts.stop()
  }

  destroy(): void {
    this.#drop()
    this.#finish(this.#isEnding)
  }

  tick(now: number): void {
    const waited = now - this.#since
    if (this.#poll) {
      if (waited >= this.#limits.pollTimeoutMs) this.#answer(Buffer.alloc(0))
    } else if (waited >= this.#patience) this.#finish(this.#isEnding)
  }

  /** How long there may be no poll. */
  get #patience(): number {
    if (this.#isLeft) return FAREWELL_MS
    return this.#isEnding ? this.#limits.closeTimeoutMs : this.#limits.idleTimeoutMs
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
    this.sentBytes += bytes
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

  /** Answers the held poll as one that is not needed any more. */
  #dismiss(): void {
    const poll = this.#poll
    this.#release()
    poll?.writeHead(204).end()
  }

  #drop(): void {
    this.#queue = []
    this.#queued = 0
  }

  #finish(graceful: boolean): void {
    if (this.#isOver) return
    this.#isOver = this.#isEnding = true
    this.posts.stop()
    this.#dismiss()
    this.#owner.closed(this, graceful)
  }
}
