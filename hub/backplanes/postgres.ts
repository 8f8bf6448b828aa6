import { hash } from 'node:crypto'
import { type Clock, systemClock } from '../clock.ts'
import type { Backplane, BackplaneState } from './backplane.ts'
import { ConnectionState } from './connection-state.ts'
import { type PostgresClient, type PostgresMessage, PostgresMessages } from './postgres-messages.ts'
import { type Receiver, Subscriptions } from './subscriptions.ts'

/** Takes part in a Postgres. */
export interface PostgresBackplaneOptions {
  /**
   * Gives a connected client that nobody else uses, each time it is called. It goes straight to the server (a pooler
   * would lose what it listens to), and should find out by itself when the other side is gone (`keepAlive`).
   */
  connect: () => Promise<PostgresClient>
  /** The name of the channel, at most 63 bytes; the same in all processes of an application. 'hub' unless given. */
  channel?: string
  /** The table for messages that are too large for a notification, made when missing. 'hub_messages' unless given. */
  table?: string
  clock?: Clock
}

/** Links processes through LISTEN and NOTIFY, over one connection. */
export function postgresBackplane(options: PostgresBackplaneOptions): Backplane {
  return new PostgresBackplane(options)
}

/** How much text may wait to be sent. What is published beyond it is lost. */
const pendingLimit = 16 * 1024 * 1024

/** How many messages may have arrived behind a large one that is being fetched. */
const backlogLimit = 10_000

interface Outgoing extends PostgresMessage {
  settle: () => void
}

class PostgresBackplane implements Backplane {
  readonly #connect: () => Promise<PostgresClient>
  readonly #messages: PostgresMessages
  readonly #clock: Clock
  readonly #subscriptions = new Subscriptions()
  readonly #state = new ConnectionState()
  /**
   * The connection, while it listens. What is published goes over it, too: then messages of this process keep their
   * order, and there is one thing that is connected or not.
   */
  #client: PostgresClient | undefined
  #failures = 0
  #callOff = () => {}
  #isClosed = false
  #outgoing: Outgoing[] = []
  #outgoingSize = 0
  #isSending = false
  /** What has arrived, in order, while a large message before it is being fetched. */
  #incoming: string[] = []
  #isDelivering = false

  constructor({ connect, channel = 'hub', table = 'hub_messages', clock = systemClock }: PostgresBackplaneOptions) {
    this.#connect = connect
    this.#messages = new PostgresMessages(channel, table)
    this.#clock = clock
    this.#open()
  }

  async publish(topic: string, bytes: Uint8Array): Promise<void> {
    if (!this.#client) return
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
    if (this.#outgoingSize + body.length > pendingLimit) return
    this.#outgoingSize += body.length
    await new Promise<void>((settle) => {
      this.#outgoing.push({ key: keyOf(topic), body, settle })
      this.#send()
    })
    this.#outgoingSize -= body.length
  }

  async subscribe(topic: string, receive: Receiver): Promise<() => Promise<void>> {
    const remove = this.#subscriptions.add(keyOf(topic), receive)
    return async () => {
      remove()
    }
  }

  onChange(listener: (state: BackplaneState) => void): void {
    this.#state.onChange(listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#callOff()
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
      opened.on('error', () => this.#onLost(opened))
      opened.on('end', () => this.#onLost(opened))
      opened.on('notification', ({ payload }) => this.#onNotification(opened, payload ?? ''))
      await this.#messages.listen(opened)
    } catch {
      client?.end().catch(ignore)
      return this.#retry()
    }
    if (this.#isClosed) return void client.end().catch(ignore)
    this.#client = client
    this.#failures = 0
    this.#state.become('connected')
  }

  #onLost(client: PostgresClient): void {
    if (client !== this.#client) return
    this.#forget()
    client.end().catch(ignore)
    this.#retry()
    this.#state.become('disconnected')
  }

  /** Lets go of the connection, and of all that was to go over it or came over it. */
  #forget(): void {
    this.#client = undefined
    this.#incoming = []
    for (const { settle } of this.#outgoing.splice(0)) settle()
  }

  /** From a quarter of a second to ten, by chance up to a half less: so that not all processes come back at once. */
  #retry(): void {
    if (this.#isClosed) return
    const delay = Math.min(250 * 2 ** this.#failures, 10_000)
    this.#failures++
    this.#callOff = this.#clock.after(delay * (1 - Math.random() / 2), () => this.#open())
  }

  /** Sends what waits in one go, what comes meanwhile in the next. Waits first for what else is published in this turn. */
  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    await Promise.resolve()
    while (this.#client && this.#outgoing.length > 0) {
      const batch = this.#outgoing.splice(0)
      // What the server refuses is lost; the others must not be.
      await this.#messages.send(this.#client, batch).catch(ignore)
      for (const { settle } of batch) settle()
    }
    this.#isSending = false
  }

  #onNotification(client: PostgresClient, payload: string): void {
    if (client !== this.#client) return
    // Too far behind to hear all of it: then it is said that something was missed.
    if (this.#incoming.length === backlogLimit) this.#onLost(client)
    else this.#incoming.push(payload)
    this.#deliver()
  }

  /** Delivers what has arrived, in order: at once, but for what has to be fetched and what came after that. */
  async #deliver(): Promise<void> {
    if (this.#isDelivering) return
    this.#isDelivering = true
    try {
      for (let payload = this.#incoming.shift(); payload !== undefined; payload = this.#incoming.shift()) {
        const { key, id, body } = this.#messages.parse(payload)
        if (!this.#subscriptions.has(key)) continue
        const found = body ?? (await this.#fetch(id))
        if (found !== undefined) this.#subscriptions.deliver(key, Buffer.from(found, 'base64'))
      }
    } finally {
      this.#isDelivering = false
    }
  }

  async #fetch(id: string): Promise<string | undefined> {
    return this.#client && this.#messages.fetch(this.#client, id).catch(ignore)
  }
}

/**
 * A topic travels as its digest: that has one length, however long the topic, and only letters that every database can
 * write.
 */
function keyOf(topic: string): string {
  return hash('sha256', Buffer.from(topic, 'utf16le'), 'base64url')
}

function ignore(): undefined {}
