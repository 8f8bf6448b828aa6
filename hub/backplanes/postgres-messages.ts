import { randomUUID } from 'node:crypto'

/** What is used of a client of `pg`, connected. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  on(event: 'notification', listener: (notification: { payload?: string | undefined }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  end(): Promise<void>
}

/** A message on its way: who is to hear it, and its bytes in base64. */
export interface PostgresMessage {
  key: string
  body: string
}

/** Postgres takes notifications of less than 8000 bytes; the rest is for the key and the id. */
const largestNotified = 7900

/** How messages travel through Postgres: small ones in the notification, large ones in a table, for a minute. */
export class PostgresMessages {
  readonly #channel: string
  readonly #table: string

  /** @throws {RangeError} when Postgres would cut off a name */
  constructor(channel: string, table: string) {
    for (const name of [channel, table]) {
      const length = Buffer.byteLength(name)
      if (length < 1 || length > 63) throw new RangeError(`A name in Postgres has 1 to 63 bytes: '${name}'.`)
    }
    this.#channel = channel
    this.#table = quoted(table)
  }

  /** Makes the table when it is missing, and lets notifications come to `client`. */
  async listen(client: PostgresClient): Promise<void> {
    // Not just "create if not exists": that needs the right to create, even where there is nothing left to do.
    const { rows } = await client.query('select to_regclass($1)::text as found', [this.#table])
    if (rows[0]?.found === null) {
      await client.query(
        `create table if not exists ${this.#table} (id uuid primary key, body text not null, sent_at timestamptz not null default now())`,
      )
    }
    await client.query(`listen ${quoted(this.#channel)}`)
  }

  /** Sends messages, which arrive in this order. */
  async send(client: PostgresClient, messages: PostgresMessage[]): Promise<void> {
    const kept: { id: string; body: string }[] = []
    // Equal notifications of one transaction arrive once. Their place in it makes each of them another.
    const payloads = messages.map(({ key, body }, place) => {
      if (body.length <= largestNotified) return `${key}.${place}.${body}`
      const id = randomUUID()
      kept.push({ id, body })
      return `${key}.${id}`
    })
    if (kept.length > 0) await this.#keep(client, kept)
    await client.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [this.#channel, payloads])
  }

  /** Reads a notification. Without a body, that is in the table. */
  parse(payload: string): { key: string; id: string; body: string | undefined } {
    const [key = '', id = '', body] = payload.split('.')
    return { key, id, body }
  }

  /** The body of a large message, or undefined when it is not there any more. */
  async fetch(client: PostgresClient, id: string): Promise<string | undefined> {
    const { rows } = await client.query(`select body from ${this.#table} where id = $1`, [id])
    const body = rows[0]?.body
    return typeof body === 'string' ? body : undefined
  }

  /** Keeps messages in the table, and throws out what everyone has fetched by now. Two that do so at once share that work. */
  async #keep(client: PostgresClient, messages: { id: string; body: string }[]): Promise<void> {
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

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
