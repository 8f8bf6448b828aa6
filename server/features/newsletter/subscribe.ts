import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import type { NewsletterFrequency } from '#contract/newsletter.ts'
import { newsletterPagePaths } from '#contract/newsletter.ts'
import { site } from '#site'
import type { DatabaseOrTx } from '../../db/database.ts'
import type { EmailWithKey } from '../../db/email-key.ts'
import { generateSecret, hashSecret } from '../../db/secrets.ts'
import { Refusal } from '../../http/failures.ts'
import { writeMail } from '../../outbox/email-template.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import type { NewsletterContext } from './context.ts'
import { deleteSubscriptionRequests, endSubscription, findAccountIdByEmail, saveSubscriber } from './subscribers.ts'

const LINK_MS = 3 * DAY_MS
/**
 * The maximum number of confirmation mails to one email address, because anybody can enter the address of another
 * person.
 */
const MAILS_PER_HOUR = 1
const MAILS_PER_DAY = 3

/** The answer is the same for every email address, so that nobody learns who subscribes. */
export const CONFIRMATION_SENT_MESSAGE = 'A mail is on its way to you. Open its link to confirm your address.'

/**
 * Mails a link that confirms a subscription. The call does the same work whether or not the email address is
 * subscribed.
 * @throws {Refusal} newsletter_unavailable without a mail server
 */
export async function requestSubscription(
  { db, origin, send }: NewsletterContext,
  { email, key, frequency }: EmailWithKey & { frequency: NewsletterFrequency },
): Promise<void> {
  if (!send) throw new Refusal('newsletter_unavailable')
  const now = Date.now()
  await db.transaction().execute(async (tx) => {
    const requests = await tx
      .selectFrom('subscription_requests')
      .select(['hash', 'created_at'])
      .where('email_key', '=', key)
      .where('created_at', '>', now - DAY_MS)
      .execute()
    const recent = requests.filter(({ created_at }) => created_at > now - HOUR_MS)
    if (recent.length >= MAILS_PER_HOUR || requests.length >= MAILS_PER_DAY) {
      // The link in an earlier mail now confirms the latest choice.
      await tx.updateTable('subscription_requests').set({ frequency }).where('email_key', '=', key).execute()
      return
    }
    const token = generateSecret()
    const request = {
      hash: hashSecret(token),
      email,
      email_key: key,
      frequency,
      created_at: now,
      expires_at: now + LINK_MS,
    }
    await tx.insertInto('subscription_requests').values(request).execute()
    const mail = writeMail({
      to: email,
      subject: `Confirm that you want new pages of ${site.name} by mail`,
      paragraphs: [
        `Somebody, most likely you, has asked for a mail ${frequency === 'weekly' ? 'each week with the new pages' : 'about each new page'} of ${site.name}.`,
        'Nothing is sent to you until you confirm that this address is yours.',
      ],
      action: { label: 'Confirm my address', url: `${origin}${newsletterPagePaths.confirm}?token=${token}` },
      notes: ['The link works for three days. If you have not asked for this, ignore this mail.'],
    })
    await enqueueMail(tx, mail)
  })
}

/**
 * Confirms a subscription. A second press of the button changes nothing.
 * @returns false for an unknown or expired link
 */
export const confirmSubscription = ({ db }: NewsletterContext, token: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const request = await tx
      .selectFrom('subscription_requests')
      .selectAll()
      .where('hash', '=', hashSecret(token))
      .where('expires_at', '>', Date.now())
      .executeTakeFirst()
    if (!request) return false
    const { email, email_key: key, frequency } = request
    await saveSubscriber(tx, { email, key, frequency, source: 'form', userId: await findAccountIdByEmail(tx, key) })
    return true
  })

/** Unsubscribes the subscriber whose unsubscribe link has this token, if there is one. */
export async function unsubscribe({ db }: NewsletterContext, token: string): Promise<void> {
  // Postgres refuses text with a zero byte.
  if (!/^[\w-]+$/.test(token)) return
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('subscribers')
      .select(['id', 'email_key'])
      .where('unsubscribe_token', '=', token)
      .executeTakeFirst()
    if (!row) return
    await endSubscription(tx, row.id, 'unsubscribed')
    await deleteSubscriptionRequests(tx, row.email_key)
  })
}

export async function deleteExpiredSubscriptionRequests(db: DatabaseOrTx): Promise<void> {
  await db.deleteFrom('subscription_requests').where('expires_at', '<=', Date.now()).execute()
}
