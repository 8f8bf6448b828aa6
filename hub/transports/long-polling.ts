import type { Clock } from '../clock.ts'
import type { Limits } from '../limits.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import { PostReceiver } from './post-receiver.ts'
import type { Transport, TransportOwner } from './transport.ts'

/**
 * The time after a DELETE in which the client may still post its Close message. The client sends both at the same time.
 */
const AFTER_DELETE_MS = 1_000

/** A GET that waits for messages. */
export interface PendingPoll {
  /** Time after which the poll gets an empty answer, in milliseconds. */
  readonly timeoutMs: number
  /** Answers the poll with messages, or with status 204 for null. Called once, and not after `abandon`. */
  answer(body: Buffer | null): void
}

/** Sends bytes in the answers to successive GETs (polls), and receives them by POST. */
export class LongPollingTransport implements Transport {
  readonly name = 'LongPolling'
  readonly posts: PostReceiver
  sentBytes = 0
  readonly #owner: TransportOwner
  readonly #limits: Limits
  readonly #clock: Clock
  #queue: EncodedMessage[] = []
  #queued = 0
  #poll: PendingPoll | null = null
  /** The messages of an answer that has not left this process completely. */
  #unsent: { poll: PendingPoll; messages: EncodedMessage[]; bytes: number } | null = null
  /** The time at which the current poll arrived or the last poll was answered. */
  #since: number
  #isFirst = true
  #willFlush = false
  #isEnding = false
  /** Whether the client has ended the connection by DELETE. */
  #isDeleted = false
  #isOver = false

  constructor(owner: TransportOwner, { limits, clock }: { limits: Limits; clock: Clock }) {
    this.#owner = owner
    this.#limits = limits
    this.#clock = clock
    this.#since = clock.now()
    this.posts = new PostReceiver(owner, limits)
  }

  get pendingBytes(): number {
    return this.#queued
  }

  /**
   * Serves a poll: answers with the queued messages, or waits for the next message. The first poll gets an empty answer
   * at once, which tells the client that it is connected. A poll that is still open when the next poll arrives gets
   * 204.
   */
  poll(poll: PendingPoll): void {
    this.#dismiss()
    // The client polls again, so it has received the whole previous answer or has abandoned it.
    this.#requeue()
    if (this.#isOver || this.#isDeleted) {
      poll.answer(null)
      return
    }
    this.#poll = poll
    if (this.#isFirst) {
      this.#isFirst = false
      this.#answer(Buffer.alloc(0))
    } else this.#flush()
  }

  /**
   * Forgets a poll whose client has closed the connection. The next poll gets the queued messages, and once more
   * those of an answer that was sent only in part. An answer that was sent in full counts as received.
   */
  abandon(poll: PendingPoll): void {
    if (this.#poll === poll) this.#release()
    if (this.#unsent?.poll !== poll) return
    this.#requeue()
    this.#flush()
  }

  /** Forgets the messages of an answer that has left this process. */
  confirm(poll: PendingPoll): void {
    if (this.#unsent?.poll === poll) this.#unsent = null
  }

  send(message: EncodedMessage): void {
    if (this.#isEnding) return
    this.#queue.push(message)
    this.#queued += message.bytes.length
    if (this.#willFlush || !this.#poll) return
    // Messages of the same turn of the event loop go into the same answer.
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

  /** Ends because the client sent DELETE. Queued messages are dropped. */
  endByClient(): void {
    if (this.#isOver) return
    this.#isEnding = this.#isDeleted = true
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
      if (waited >= this.#poll.timeoutMs) this.#answer(Buffer.alloc(0))
    } else if (waited >= this.#pollTimeoutMs) this.#finish(this.#isEnding)
  }

  /** How long the client may take to send the next poll. */
  get #pollTimeoutMs(): number {
    if (this.#isDeleted) return AFTER_DELETE_MS
    return this.#isEnding ? this.#limits.closeTimeoutMs : this.#limits.idleTimeoutMs
  }

  /** Answers the open poll when there are messages, or when the transport is ending. */
  #flush(): void {
    if (!this.#poll) return
    if (this.#queue.length > 0) {
      this.#answer(this.#takeChunk(this.#poll))
      this.#owner.drained()
    } else if (this.#isEnding) this.#finish(true)
  }

  /** Takes complete messages from the queue, up to `limits.highWaterBytes`, but at least one. */
  #takeChunk(poll: PendingPoll): Buffer {
    let bytes = 0
    let count = 0
    for (const message of this.#queue) {
      if (count > 0 && bytes + message.bytes.length > this.#limits.highWaterBytes) break
      bytes += message.bytes.length
      count++
    }
    this.#queued -= bytes
    this.sentBytes += bytes
    const messages = this.#queue.splice(0, count)
    this.#unsent = { poll, messages, bytes }
    return Buffer.concat(messages.map((message) => message.bytes))
  }

  #requeue(): void {
    if (!this.#unsent || this.#isDeleted) return
    const { messages, bytes } = this.#unsent
    this.#unsent = null
    this.#queue.unshift(...messages)
    this.#queued += bytes
    this.sentBytes -= bytes
  }

  #answer(body: Buffer): void {
    const poll = this.#poll
    this.#release()
    poll?.answer(body)
  }

  #release(): void {
    this.#poll = null
    this.#since = this.#clock.now()
  }

  /** Answers the open poll with 204. */
  #dismiss(): void {
    const poll = this.#poll
    this.#release()
    poll?.answer(null)
  }

  #drop(): void {
    this.#queue = []
    this.#queued = 0
    this.#unsent = null
  }

  #finish(graceful: boolean): void {
    if (this.#isOver) return
    this.#isOver = this.#isEnding = true
    this.posts.stop()
    this.#dismiss()
    this.#owner.closed(this, graceful)
  }
}
