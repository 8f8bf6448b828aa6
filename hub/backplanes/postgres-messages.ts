import { randomUUID } from 'node:crypto'

/** The part of a connected `pg` client that the backplane uses. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  on(event: 'notification', listener: (notification: { payload?: string | undefined }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  end(): Promise<void>
}

/** A message: the digest of its topic, and its bytes in base64. */
export interface PostgresMessage {
  key: string
  body: string
}

/**
 * The largest body in a notification. Postgres limits notifications to 7,999 bytes, and the key and the id need some
 * of them.
 */
const NOTIFIED_BODY_MAX = 7900

/** The SQLSTATEs for a name that is already taken: unique_violation in a catalog, duplicate_table, duplicate_object. */
const CONFLICTS = new Set(['23505', '42P07', '42710'])

/** Sends small messages as notifications of Postgres, and stores large messages in a table for a minute. */
export class PostgresMessageChannel {
  readonly #channel: string
  readonly #table: string

  /** @throws {RangeError} when a name is empty or too long for Postgres */
  constructor(channel: string, table: string) {
    for (const name of [channel, table]) {
      const length = Buffer.byteLength(name)
      if (length < 1 || length > 63) throw new RangeError(`A name in Postgres has 1 to 63 bytes: '${name}'.`)
    }
    this.#channel = channel
    this.#table = quoteName(table)
  }

  /** Creates the table when it is missing, and subscribes `client` to notifications. */
  async listen(client: PostgresClient): Promise<void> {
    // Checks first, because "create if not exists" needs the right to create tables even when the table exists.
    const { rows } = await client.query('select to_regclass($1)::text as found', [this.#table])
    if (rows[0]?.found === null) {
      const create = `create table if not exists ${this.#table} (id uuid primary key, body text not null, sent_at timestamptz not null default now())`
      // When two processes create the table at the same moment, one of them gets an error, in spite of "if not exists".
      // This error is ignored, because the other process has created the table.
      await client.query(create).catch((error) => {
        if (!CONFLICTS.has(error?.code)) throw error
      })
    }
    await client.query(`listen ${quoteName(this.#channel)}`)
  }

  /** Sends messages. Subscribers receive them in the order of the list. */
  async send(client: PostgresClient, messages: PostgresMessage[]): Promise<void> {
    const largeMessages: { id: string; body: string }[] = []
    // Postgres delivers equal notifications of one transaction only once. The position makes each notification unique.
    const payloads = messages.map(({ key, body }, position) => {
      if (body.length <= NOTIFIED_BODY_MAX) return `${key}.${position}.${body}`
      const id = randomUUID()
      largeMessages.push({ id, body })
      return `${key}.${id}`
    })
    if (largeMessages.length > 0) await this.#store(client, largeMessages)
    await client.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [this.#channel, payloads])
  }

  /** Parses a notification. A notification without a body refers to a body in the table. */
  parse(payload: string): { key: string; id: string; body: string | undefined } {
    const [key = '', id = '', body] = payload.split('.')
    return { key, id, body }
  }

  /** Fetches the body of a large message. Returns undefined when it has been deleted. */
  async fetch(client: PostgresClient, id: string): Promise<string | undefined> {
    const { rows } = await client.query(`select body from ${this.#table} where id = $1`, [id])
    const body = rows[0]?.body
    return typeof body === 'string' ? body : undefined
  }

  /**
   * Stores messages in the table, and deletes messages that are older than a minute. Skips rows that concurrent calls
   * have locked.
   */
  async #store(client: PostgresClient, messages: { id: string; body: string }[]): Promise<void> {
    await client.query(
      `with old as (
        delete from ${this.#table} where id in (
          select id from ${this.#table} where sent_at < now() - interval '1 minute' for update skip locked
        )
      )
      insert into ${this.#table} (id, body) select * from unnest($1::uuid[], $2::text[])`,
      [messages.map(({ id }) => id), messages.map(({ body }) => body)],
    )
  }
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
