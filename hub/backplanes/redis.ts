import { systemClock } from '../clock.ts'
import type { Backplane, BackplaneListener } from './backplane.ts'
import { ConnectionStateNotifier } from './connection-state-notifier.ts'
import { type BytesReceiver, Subscriptions } from './subscriptions.ts'

/**
 * The part of an `ioredis` client that the backplane uses. The client must connect by itself, and reconnect after each
 * disconnect.
 */
export interface RedisClient {
  /** 'ready' while the client can send commands to the server. */
  readonly status: string
  publish(channel: string, message: Buffer): Promise<unknown>
  subscribe(...channels: string[]): Promise<unknown>
  unsubscribe(...channels: string[]): Promise<unknown>
  on(event: 'messageBuffer', listener: (channel: Buffer, message: Buffer) => void): unknown
  on(event: 'ready' | 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  disconnect(): void
}

/** The options of `redisBackplane`. */
export interface RedisBackplaneOptions {
  /**
   * The client that publishes. Create it with `enableOfflineQueue: false` and `autoResendUnfulfilledCommands: false`:
   * otherwise a message published during a disconnect may arrive late, or twice.
   */
  publisher: RedisClient
  /** A second client, since a subscribed client cannot publish in every version of the protocol. */
  subscriber: RedisClient
  /**
   * The prefix of all channel names. A channel name is the prefix, a colon and the topic. The prefix must be the same
   * in all processes of an application.
   */
  prefix: string
}

/**
 * Creates a backplane that links processes through Redis or Valkey. A process subscribes only to the channels that it
 * needs.
 * @throws {TypeError} when a client or the prefix is missing
 */
export function redisBackplane(options: RedisBackplaneOptions): Backplane {
  return new RedisBackplane(options)
}

/** The maximum number of bytes that wait while the connected server does not answer. Further messages are lost. */
const PENDING_BYTES_MAX = 16 * 1024 * 1024

/** The largest number of channels in one command, because a function call cannot have 100,000 arguments. */
const CHANNELS_PER_COMMAND = 1_000

class RedisBackplane implements Backplane {
  readonly name = 'Redis'
  readonly #publisher: RedisClient
  readonly #subscriber: RedisClient
  readonly #prefix: string
  readonly #subscriptions = new Subscriptions()
  readonly #state = new ConnectionStateNotifier(systemClock)
  readonly #publishCommands = new PendingCommands()
  readonly #subscribeCommands = new PendingCommands()
  #pendingBytes = 0
  /** Whether Redis refused the last message. Messages of this process are lost until Redis accepts one again. */
  #isRefused = false

  constructor({ publisher, subscriber, prefix }: RedisBackplaneOptions) {
    if (typeof publisher?.on !== 'function' || typeof subscriber?.on !== 'function' || typeof prefix !== 'string') {
      throw new TypeError('redisBackplane takes { publisher, subscriber, prefix }: two clients of ioredis and a text.')
    }
    this.#publisher = publisher
    this.#subscriber = subscriber
    this.#prefix = prefix
    this.#watch(publisher, this.#publishCommands)
    this.#watch(subscriber, this.#subscribeCommands)
    subscriber.on('messageBuffer', (channel, message) => this.#subscriptions.deliver(channel.toString(), message))
    this.#onReady()
  }

  async publish(topic: string, bytes: Uint8Array): Promise<void> {
    if (this.#publisher.status !== 'ready' || this.#pendingBytes + bytes.length > PENDING_BYTES_MAX) return
    const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#pendingBytes += message.length
    const reply = this.#publisher.publish(this.#channel(topic), message)
    await this.#publishCommands.settled(reply.then(this.#onTaken, this.#onRefused))
    this.#pendingBytes -= message.length
  }

  async subscribe(topic: string, receive: BytesReceiver): Promise<() => Promise<void>> {
    const channel = this.#channel(topic)
    const remove = this.#subscriptions.add(channel, receive)
    // Sends the command even for a second subscription to a topic, because the first may not be active yet.
    if (this.#subscriber.status === 'ready') await this.#subscribeTo([channel])
    return async () => {
      const wasLast = remove()
      if (!wasLast || this.#subscriber.status !== 'ready') return
      await this.#subscribeCommands.settled(this.#subscriber.unsubscribe(channel))
    }
  }

  onChange(listener: BackplaneListener): void {
    this.#state.onChange(listener)
  }

  async close(): Promise<void> {
    this.#state.close()
    this.#subscriptions.clear()
    this.#publisher.disconnect()
    this.#subscriber.disconnect()
    this.#publishCommands.abandon()
    this.#subscribeCommands.abandon()
  }

  #channel(topic: string): string {
    return `${this.#prefix}:${topic}`
  }

  #watch(client: RedisClient, commands: PendingCommands): void {
    let cause: Error | undefined
    client.on('ready', () => {
      cause = undefined
      this.#onReady()
    })
    client.on('close', () => {
      commands.abandon()
      this.#state.set('disconnected', cause)
    })
    // Only stores the error. The error ends the connection, so the event 'close' follows and reports it.
    client.on('error', (error) => {
      cause = error
    })
  }

  /** Subscribes to all channels again. The state changes to connected when all subscriptions are active. */
  async #onReady(): Promise<void> {
    if (!this.#isReady()) return
    const channels = this.#subscriptions.topics()
    const isRefused = channels.length > 0 && (await this.#subscribeTo(channels))
    if (this.#isReady() && !isRefused) this.#state.set('connected')
  }

  /**
   * Subscribes in Redis. Returns whether the server has refused the subscription, because this process has no right to
   * the channels. This process then gets no messages from other processes.
   */
  async #subscribeTo(channels: string[]): Promise<boolean> {
    let isRefused = false
    const refuse = (error: unknown) => {
      // An error while the client is ready is a refusal. After a lost connection, the client is no longer ready.
      if (this.#subscriber.status !== 'ready') return
      isRefused = true
      this.#state.set('disconnected', error)
    }
    const commands: Promise<void>[] = []
    for (let at = 0; at < channels.length; at += CHANNELS_PER_COMMAND) {
      const reply = this.#subscriber.subscribe(...channels.slice(at, at + CHANNELS_PER_COMMAND))
      commands.push(this.#subscribeCommands.settled(reply.catch(refuse)))
    }
    await Promise.all(commands)
    return isRefused
  }

  readonly #onTaken = (): void => {
    if (!this.#isRefused) return
    this.#isRefused = false
    void this.#onReady()
  }

  readonly #onRefused = (error: unknown): void => {
    // An error while the client is ready is a refusal. After a lost connection, the client is no longer ready.
    if (this.#publisher.status !== 'ready') return
    this.#isRefused = true
    this.#state.set('disconnected', error)
  }

  #isReady(): boolean {
    return this.#publisher.status === 'ready' && this.#subscriber.status === 'ready'
  }
}

/** The commands of one connection that wait for a reply. They stop waiting when the connection is lost. */
class PendingCommands {
  readonly #waiting = new Set<() => void>()

  /** Resolves when `reply` is fulfilled or rejected, or when the connection is lost. */
  settled(reply: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done)
        resolve()
      }
      this.#waiting.add(done)
      reply.then(done, done)
    })
  }

  abandon(): void {
    for (const done of this.#waiting) done()
  }
}
