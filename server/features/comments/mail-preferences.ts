import { randomBytes } from 'node:crypto'
import type { MailPreferences } from '#contract/comments.ts'
import type { Queries } from '../../db/database.ts'

/** Reads which mails an account gets: all by default. */
export async function readMailPreferences(db: Queries, userId: string): Promise<MailPreferences> {
  const row = await db.selectFrom('mail_preferences').select('replies').where('user_id', '=', userId).executeTakeFirst()
  return { replies: row?.replies !== 0 }
}

export async function saveMailPreferences(db: Queries, userId: string, { replies }: MailPreferences): Promise<void> {
  const column = replies ? 1 : 0
  await db
    .insertInto('mail_preferences')
    .values({ user_id: userId, replies: column, unsubscribe_token: newToken() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ replies: column }))
    .execute()
}

/** Returns the secret that ends the mails of an account without a login; the same in all mails. */
export async function unsubscribeToken(db: Queries, userId: string): Promise<string> {
  await db
    .insertInto('mail_preferences')
    .values({ user_id: userId, replies: 1, unsubscribe_token: newToken() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('mail_preferences')
    .select('unsubscribe_token')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.unsubscribe_token
}

/** Ends the mails of the account with this token. @returns whether an account has it */
export async function unsubscribe(db: Queries, token: string): Promise<boolean> {
  // Postgres takes no text with a zero byte in it.
  if (!/^[\w-]+$/.test(token)) return false
  const { numUpdatedRows } = await db
    .updateTable('mail_preferences')
    .set({ replies: 0 })
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const newToken = () => randomBytes(32).toString('base64url')
