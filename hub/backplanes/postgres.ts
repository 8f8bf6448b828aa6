import { hash } from 'node:crypto'
import { type Clock, systemClock } from '../clock.ts'
import type { Backplane, BackplaneListener } from './backplane.ts'
import { ConnectionStateNotifier } from './connection-state-notifier.ts'
import { type PostgresClient, type PostgresMessage, PostgresMessageChannel } from './postgres-messages.ts'
import { type BytesReceiver, Subscriptions } from './subscriptions.ts'

/** The options of `postgresBackplane`. */
export interface PostgresBackplaneOptions {
  /**
   * Returns a new connected client that only the backplane uses. The client must connect directly to the server,
   * because LISTEN does not work through a pooler. It should detect a lost connection by itself (`keepAlive`), and a
   * server that does not answer (`connectionTimeoutMillis`, `query_timeout`).
   */
  connect: () => Promise<PostgresClient>
  /** The name of the channel, at most 63 bytes. Must be the same in all processes of an application. Default: 'hub'. */
  channel?: string | undefined
  /** The table for messages that are too large for a notification. Created when missing. Default: 'hub_messages'. */
  table?: string | undefined
  clock?: Clock | undefined
}

/**
 * Creates a backplane that links processes through LISTEN and NOTIFY of Postgres, over one connection.
 * @throws {TypeError} without `connect`
 */
export function postgresBackplane(options: PostgresBackplaneOptions): Backplane {
  return new PostgresBackplane(options)
}

/** The maximum number of characters that wait to be sent. Further messages are lost. */
const PENDING_CHARACTERS_MAX = 16 * 1024 * 1024

/** The maximum number of notifications that wait while an earlier large message is fetched. */
const BACKLOG_MAX = 10_000

interface QueuedMessage extends PostgresMessage {
  resolve: () => void
}

class PostgresBackplane implements Backplane {
  readonly name = 'Postgres'
  readonly #connect: () => Promise<PostgresClient>
  readonly #messages: PostgresMessageChannel
  readonly #clock: Clock
  readonly #subscriptions = new Subscriptions()
  readonly #state: ConnectionStateNotifier
  /**
   * The client while it listens. The same client also publishes, so the messages of this process stay in order, and
   * only one connection can be lost.
   */
  #client: PostgresClient | undefined
  #failures = 0
  #cancelRetry = () => {}
  #isClosed = false
  #outgoing: QueuedMessage[] = []
  #outgoingSize = 0
  #isSending = false
  /** The received notifications that wait while an earlier large message is fetched, in order. */
  #incoming: string[] = []
  #isDelivering = false

  constructor({ connect, channel = 'hub', table = 'hub_messages', clock = systemClock }: PostgresBackplaneOptions) {
    if (typeof connect !== 'function') {
      throw new TypeError('postgresBackplane takes { connect }: a function that returns a connected client of pg.')
    }
    this.#connect = connect
    this.#messages = new PostgresMessageChannel(channel, table)
    this.#clock = clock
    this.#state = new ConnectionStateNotifier(clock)
    this.#open()
  }

  async publish(topic: string, bytes: Uint8Array): Promise<void> {
    if (!this.#client) return
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
    if (this.#outgoingSize + body.length > PENDING_CHARACTERS_MAX) return
    this.#outgoingSize += body.length
    await new Promise<void>((resolve) => {
      this.#outgoing.push({ key: keyOf(topic), body, resolve })
      this.#send()
    })
    this.#outgoingSize -= body.length
  }

  async subscribe(topic: string, receive: BytesReceiver): Promise<() => Promise<void>> {
    const remove = this.#subscriptions.add(keyOf(topic), receive)
    return async () => {
      remove()
    }
  }

  onChange(listener: BackplaneListener): void {
    this.#state.onChange(listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelRetry()
    this.#state.close()
    this.#subscriptions.clear()
    const client = this.#client
    this.#forget()
    await client?.end().catch(ignore)
  }

  async #open(): Promise<void> {
    let client: PostgresClient | undefined
    try {
      const opened = await this.#connect()
      client = opened
      opened.on('error', (error) => this.#onLost(opened, error))
      opened.on('end', () => this.#onLost(opened))
      opened.on('notification', ({ payload }) => this.#onNotification(opened, payload ?? ''))
      await this.#messages.listen(opened)
    } catch (error) {
      client?.end().catch(ignore)
      this.#state.set('disconnected', error)
      return this.#retry()
    }
    if (this.#isClosed) return void client.end().catch(ignore)
    this.#client = client
    this.#failures = 0
    this.#state.set('connected')
  }

  /**
   * Keeps the connection when the server has refused a query. Any other error means that the connection is lost or the
   * server is silent.
   */
  #onFailure(client: PostgresClient, error: unknown): void {
    if (client !== this.#client) return
    // An error with a severity comes from the server, so the connection still exists.
    if (error instanceof Error && 'severity' in error) this.#state.set('disconnected', error)
    else this.#onLost(client, error)
  }

  #onLost(client: PostgresClient, cause?: unknown): void {
    if (client !== this.#client) return
    this.#forget()
    client.end().catch(ignore)
    this.#retry()
    this.#state.set('disconnected', cause)
  }

  /** Discards the connection with all its queued and received messages. */
  #forget(): void {
    this.#client = undefined
    this.#incoming = []
    for (const { resolve } of this.#outgoing.splice(0)) resolve()
  }

  /**
   * Reconnects after 0.25 to 10 s. Shortens each delay at random by up to half, so that processes do not all reconnect
   * at once.
   */
  #retry(): void {
    if (this.#isClosed) return
    const delay = Math.min(250 * 2 ** this.#failures, 10_000)
    this.#failures++
    this.#cancelRetry = this.#clock.after(delay * (1 - Math.random() / 2), () => this.#open())
  }

  /**
   * Sends the queued messages in batches. The first batch contains the messages of this turn of the event loop. Each
   * further batch contains the messages that were queued while the previous batch was being sent.
   */
  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    await Promise.resolve()
    for (let client = this.#client; client && this.#outgoing.length > 0; client = this.#client) {
      const batch = this.#outgoing.splice(0)
      await this.#sendBatch(client, batch)
      for (const { resolve } of batch) resolve()
    }
    this.#isSending = false
  }

  /** A batch that the server refuses is lost. Later batches are still sent. */
  async #sendBatch(client: PostgresClient, batch: QueuedMessage[]): Promise<void> {
    try {
      await this.#messages.send(client, batch)
      if (client === this.#client) this.#state.set('connected')
    } catch (error) {
      this.#onFailure(client, error)
    }
  }

  #onNotification(client: PostgresClient, payload: string): void {
    if (client !== this.#client) return
    // Disconnects when too many notifications wait, so that the application knows that messages were lost.
    if (this.#incoming.length === BACKLOG_MAX)
      this.#onLost(client, new Error(`More than ${BACKLOG_MAX} notifications wait.`))
    else this.#incoming.push(payload)
    this.#deliver()
  }

  /** Delivers notifications in order. Notifications after a large message wait until that message has been fetched. */
  async #deliver(): Promise<void> {
    if (this.#isDelivering) return
    this.#isDelivering = true
    try {
      for (let payload = this.#incoming.shift(); payload !== undefined; payload = this.#incoming.shift()) {
        const { key, id, body } = this.#messages.parse(payload)
        if (!this.#subscriptions.has(key)) continue
        const fetched = body ?? (await this.#fetch(id))
        if (fetched !== undefined) this.#subscriptions.deliver(key, Buffer.from(fetched, 'base64'))
      }
    } finally {
      this.#isDelivering = false
    }
  }

  async #fetch(id: string): Promise<string | undefined> {
    const client = this.#client
    return client && this.#messages.fetch(client, id).catch((error) => void this.#onFailure(client, error))
  }
}

/**
 * Returns the digest of a topic, which replaces the topic in messages. It has a fixed length and contains only
 * characters that every database accepts.
 */
function keyOf(topic: string): string {
  return hash('sha256', Buffer.from(topic, 'utf16le'), 'base64url')
}

function ignore(): undefined {}
