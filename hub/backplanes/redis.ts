import type { Backplane, BackplaneState } from './backplane.ts'
import { ConnectionState } from './connection-state.ts'
import { type Receiver, Subscriptions } from './subscriptions.ts'

/** What is used of a client of `ioredis`. It must connect by itself, and again whenever it is cut off, as that does. */
export interface RedisClient {
  /** 'ready' while commands reach the server. */
  readonly status: string
  publish(channel: string, message: Buffer): Promise<unknown>
  subscribe(...channels: string[]): Promise<unknown>
  unsubscribe(...channels: string[]): Promise<unknown>
  on(event: 'messageBuffer', listener: (channel: Buffer, message: Buffer) => void): unknown
  on(event: 'ready' | 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  disconnect(): void
}

/** Takes part in a Redis or Valkey. */
export interface RedisBackplaneOptions {
  /**
   * Best made with `enableOfflineQueue: false` and `autoResendUnfulfilledCommands: false`: else what is published at the
   * very moment at which it is cut off may come later, or twice.
   */
  publisher: RedisClient
  /** A second client: one that subscribes may not publish in every version of the protocol. */
  subscriber: RedisClient
  /** Comes before the topic and a colon in the name of each channel. The same in all processes of an application. */
  prefix: string
}

/** Links processes through the channels of a Redis or Valkey; only those that somebody in this process hears are subscribed. */
export function redisBackplane(options: RedisBackplaneOptions): Backplane {
  return new RedisBackplane(options)
}

/** How much may wait for a server that is connected but does not answer. What is published beyond it is lost. */
const pendingLimit = 16 * 1024 * 1024

class RedisBackplane implements Backplane {
  readonly #publisher: RedisClient
  readonly #subscriber: RedisClient
  readonly #prefix: string
  readonly #subscriptions = new Subscriptions()
  readonly #state = new ConnectionState()
  readonly #published = new Answers()
  readonly #subscribed = new Answers()
  #pendingBytes = 0

  constructor({ publisher, subscriber, prefix }: RedisBackplaneOptions) {
    this.#publisher = publisher
    this.#subscriber = subscriber
    this.#prefix = prefix
    this.#watch(publisher, this.#published)
    this.#watch(subscriber, this.#subscribed)
    subscriber.on('messageBuffer', (channel, message) => this.#subscriptions.deliver(channel.toString(), message))
    this.#onReady()
  }

  async publish(topic: string, bytes: Uint8Array): Promise<void> {
    if (this.#publisher.status !== 'ready' || this.#pendingBytes + bytes.length > pendingLimit) return
    const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#pendingBytes += message.length
    await this.#published.until(this.#publisher.publish(this.#channel(topic), message))
    this.#pendingBytes -= message.length
  }

  async subscribe(topic: string, receive: Receiver): Promise<() => Promise<void>> {
    const channel = this.#channel(topic)
    const remove = this.#subscriptions.add(channel, receive)
    // Also for the second subscription to a topic: that of the first may not be in force yet.
    if (this.#subscriber.status === 'ready') await this.#subscribed.until(this.#subscriber.subscribe(channel))
    return async () => {
      const wasLast = remove()
      if (!wasLast || this.#subscriber.status !== 'ready') return
      await this.#subscribed.until(this.#subscriber.unsubscribe(channel))
    }
  }

  onChange(listener: (state: BackplaneState) => void): void {
    this.#state.onChange(listener)
  }

  async close(): Promise<void> {
    this.#state.close()
    this.#subscriptions.clear()
    this.#publisher.disconnect()
    this.#subscriber.disconnect()
    this.#published.giveUp()
    this.#subscribed.giveUp()
  }

  #channel(topic: string): string {
    return `${this.#prefix}:${topic}`
  }

  #watch(client: RedisClient, answers: Answers): void {
    client.on('ready', () => this.#onReady())
    client.on('close', () => {
      answers.giveUp()
      this.#state.become('disconnected')
    })
    // What goes wrong with a connection ends it.
    client.on('error', () => {})
  }

  /** Subscribes to what was asked for meanwhile, and tells of the connection only when all of it is in force. */
  async #onReady(): Promise<void> {
    if (!this.#isReady()) return
    const channels = this.#subscriptions.topics()
    if (channels.length > 0) await this.#subscribed.until(this.#subscriber.subscribe(...channels))
    if (this.#isReady()) this.#state.become('connected')
  }

  #isReady(): boolean {
    return this.#publisher.status === 'ready' && this.#subscriber.status === 'ready'
  }
}

/** The answers that one connection owes. When it is cut off, nobody waits for them any longer. */
class Answers {
  readonly #waiting = new Set<() => void>()

  /** Resolves when `answer` is there, good or bad, or will never come. */
  until(answer: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done)
        resolve()
      }
      this.#waiting.add(done)
      answer.then(done, done)
    })
  }

  giveUp(): void {
    for (const done of this.#waiting) done()
  }
}
