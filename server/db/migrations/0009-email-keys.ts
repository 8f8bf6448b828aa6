import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tryParseEmailKey } from '../email-key.ts'

/**
 * Stores with every mail the key of its recipient, and removes the compatibility forms from the local part of all keys
 * (docs/decisions/0030-email-keys.md).
 */
export const recipientEmailKeys: Migration = {
  async up(db: Kysely<Tables>) {
    await db.schema.alterTable('outbox').addColumn('recipient_key', 'text').execute()
    const mails = await db.selectFrom('outbox').select(['id', 'payload']).where('kind', '=', 'mail').execute()
    for (const { id, payload } of mails)
      await db
        .updateTable('outbox')
        .set({ recipient_key: tryParseEmailKey((JSON.parse(payload) as { to: string }).to) })
        .where('id', '=', id)
        .execute()
    await db.schema.createIndex('outbox_by_recipient').on('outbox').columns(['recipient_key', 'created_at']).execute()

    await renewKeys(db, 'users', 'email_key')
    await renewKeys(db, 'mail_links', 'email_key')
    await renewKeys(db, 'orders', 'customer_email_key')
  },
}

interface Tables {
  outbox: { id: string; kind: string; payload: string; recipient_key: string | null }
}

/**
 * Recomputes the keys. Only keys that are not ASCII can change. When two readers would get the same key, the second
 * keeps its old key.
 */
async function renewKeys(db: Kysely<Tables>, table: 'users' | 'mail_links' | 'orders', column: string): Promise<void> {
  const [keys, at] = [sql.ref(column), sql.table(table)]
  const { rows } = await sql<{ former: string }>`select distinct ${keys} as former from ${at}`.execute(db)
  for (const { former } of rows) {
    const key = tryParseEmailKey(former)
    if (key === null || key === former) continue
    const isFree =
      table === 'users'
        ? sql`(is_guest = 1 or not exists (select 1 from users as other where other.email_key = ${key} and other.is_guest = 0))`
        : sql`1 = 1`
    await sql`update ${at} set ${keys} = ${key} where ${keys} = ${former} and ${isFree}`.execute(db)
  }
}
