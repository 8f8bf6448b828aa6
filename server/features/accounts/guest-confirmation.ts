import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { Email, EmailKey } from '../../db/email-key.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import { createMailLink } from './mail-links.ts'
import { guestMail, linkTo } from './mails.ts'

const LINK_MS = HOUR_MS
/** A second request within this time sends no second mail. */
const NEXT_MAIL_MS = 15 * MINUTE_MS

/** Returns whether a guest has opened a link that was mailed to the address. */
export async function isGuestConfirmed(db: Queries, key: EmailKey): Promise<boolean> {
  const guest = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', key)
    .where('email_confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return guest !== undefined
}

/** Mails a guest the link that confirms the address, at most every 15 minutes. @param page where the link leads */
export async function mailGuestLink(db: Database, { email, key }: Email, page: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const recent = await tx
      .selectFrom('mail_links')
      .select('hash')
      .where('purpose', '=', 'guest')
      .where('email_key', '=', key)
      .where('created_at', '>', Date.now() - NEXT_MAIL_MS)
      .limit(1)
      .executeTakeFirst()
    if (recent) return
    const token = await createMailLink(tx, { purpose: 'guest', email, key, lifetime: LINK_MS })
    await enqueueMail(tx, guestMail({ email }, linkTo(page, token)))
  })
}

/** Confirms the address of every guest who has given it. */
export async function confirmGuests(tx: Queries, key: EmailKey): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_confirmed_at: Date.now() })
    .where('email_key', '=', key)
    .where('is_guest', '=', 1)
    .execute()
}
