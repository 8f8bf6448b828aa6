import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { mailOf, withoutSecrets } from './outbox.ts'

/** The mails to an address that are still kept, oldest first, without the secrets of their links. */
export async function mailsTo(db: Queries, address: string) {
  const rows = await db
    .selectFrom('outbox')
    .select(['payload', 'state', 'created_at'])
    .where(goesTo(address))
    .orderBy('created_at')
    .execute()
  return rows.map(({ payload, state, created_at: createdAt }) => {
    const { to, subject, text } = mailOf({ payload })
    return { to, subject, text: withoutSecrets(text), state, createdAt }
  })
}

/** Forgets the mails to an address that are done with; what still waits, such as a warning, goes out. */
export async function deleteMailsTo(db: Queries, address: string): Promise<void> {
  await db.deleteFrom('outbox').where(goesTo(address)).where('state', '!=', 'waiting').execute()
}

/** A payload begins with its `to`. Capitals make no other address, as far as both databases know of capitals. */
function goesTo(address: string) {
  const beginning = JSON.stringify({ to: address })
    .slice(0, -1)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const pattern = `${beginning.replace(/[\\%_]/g, '\\$&')},%`
  return sql<boolean>`kind = 'mail' and lower(payload) like ${pattern} escape '\\'`
}
