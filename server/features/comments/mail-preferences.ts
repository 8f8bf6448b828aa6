import { randomBytes } from 'node:crypto'
import type { MailPreferences } from '#contract/comments.ts'
import type { Queries } from '../../db/database.ts'

/** Which mails an account gets: all, until it says otherwise. */
export async function readMailPreferences(db: Queries, userId: string): Promise<MailPreferences> {
  const row = await db.selectFrom('mail_preferences').select('replies').where('user_id', '=', userId).executeTakeFirst()
  return { replies: row?.replies !== 0 }
}

export async function saveMailPreferences(db: Queries, userId: string, { replies }: MailPreferences): Promise<void> {
  const wanted = replies ? 1 : 0
  await db
    .insertInto('mail_preferences')
    .values({ user_id: userId, replies: wanted, unsubscribe_token: newToken() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ replies: wanted }))
    .execute()
}

/** What ends the mails of an account without a login; the same in all of them. */
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

/** Ends the mails of whose token it is; done again it changes nothing. @returns whether it is anybody's */
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
