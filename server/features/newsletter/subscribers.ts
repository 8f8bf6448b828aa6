import type {
  AccountNewsletterSetting,
  NewsletterFrequency,
  Subscriber,
  SubscriberState,
} from '#contract/newsletter.ts'
import { buildAccountsQuery, buildUserEmailKeyQuery } from '../../db/accounts.ts'
import type { DatabaseOrTx, Tx } from '../../db/database.ts'
import { type EmailKey, type EmailWithKey, tryParseEmailKey } from '../../db/email-key.ts'
import { createId } from '../../db/ids.ts'
import { generateSecret } from '../../db/secrets.ts'
import { createTransactionSubscription } from '../../events/events.ts'
import type { Actor } from '../../http/actor.ts'
import type { DeletedPerson } from '../define-feature.ts'

interface Subscription extends EmailWithKey {
  frequency: NewsletterFrequency
  source: Subscriber['source']
  userId: string | null
  state?: SubscriberState
}

export const buildSubscriberRow = (
  { email, key, frequency, source, userId, state = 'active' }: Subscription,
  now: number,
) => ({
  id: createId(),
  email,
  email_key: key,
  user_id: userId,
  frequency,
  state,
  source,
  unsubscribe_token: generateSecret(),
  created_at: now,
  changed_at: now,
})

/** Adds a subscriber, or subscribes a known email address again. */
export async function saveSubscriber(tx: Tx, subscription: Subscription): Promise<void> {
  const now = Date.now()
  const { email, frequency, userId } = subscription
  const { id } = await tx
    .insertInto('subscribers')
    .values(buildSubscriberRow(subscription, now))
    .onConflict((conflict) =>
      conflict.column('email_key').doUpdateSet({
        email,
        frequency,
        ...(userId !== null && { user_id: userId }),
        state: 'active',
        changed_at: now,
        last_error: null,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (frequency === 'weekly') return
  // After a change from weekly to instant mails, pages that waited for the weekly mail are mailed at once.
  await tx
    .updateTable('page_mails')
    .set({ due_at: now })
    .where('subscriber_id', '=', id)
    .where('outbox_id', 'is', null)
    .where('due_at', '>', now)
    .execute()
}

/** Returns the id of the account that has this email address, or null when no account has it. */
export async function findAccountIdByEmail(db: DatabaseOrTx, key: EmailKey): Promise<string | null> {
  const account = await buildAccountsQuery(db).where('email_key', '=', key).where('is_guest', '=', 0).executeTakeFirst()
  return account?.id ?? null
}

/** Ends a subscription and deletes its mails, including mails that are already in the outbox. */
export async function endSubscription(tx: Tx, id: string, state: 'unsubscribed' | 'bounced'): Promise<void> {
  await tx
    .updateTable('subscribers')
    .set({ state, changed_at: Date.now() })
    .where('id', '=', id)
    .where('state', '!=', state)
    .execute()
  await tx.deleteFrom('page_mails').where('subscriber_id', '=', id).execute()
}

/** Deletes the open requests of an email address, whose mailed links would subscribe the address again. */
export async function deleteSubscriptionRequests(tx: Tx, key: EmailKey): Promise<void> {
  await tx.deleteFrom('subscription_requests').where('email_key', '=', key).execute()
}

/** Selects the subscriber of an account: by the account, or by the account's confirmed email address. */
const subscriberOf = (db: DatabaseOrTx, userId: string) =>
  db
    .selectFrom('subscribers')
    .selectAll()
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('email_key', '=', buildUserEmailKeyQuery(db, userId))]))
    .orderBy(({ fn, val }) => fn.coalesce('user_id', val('')), 'desc')

export async function readNewsletterFrequency(db: DatabaseOrTx, { userId }: Actor): Promise<AccountNewsletterSetting> {
  const row = await subscriberOf(db, userId).executeTakeFirst()
  return { frequency: row?.state === 'active' ? row.frequency : null, hasBounced: row?.state === 'bounced' }
}

/**
 * Saves how often an account gets mails about new pages. No confirmation mail is needed, because the account's email
 * address is confirmed.
 */
export async function saveNewsletterFrequency(
  tx: Tx,
  { userId, email }: Actor,
  frequency: NewsletterFrequency | null,
): Promise<void> {
  const key = tryParseEmailKey(email)
  if (frequency !== null && key !== null) {
    await saveSubscriber(tx, { email, key, frequency, source: 'account', userId })
    return
  }
  const row = await subscriberOf(tx, userId).executeTakeFirst()
  if (row) await endSubscription(tx, row.id, 'unsubscribed')
  if (key !== null) await deleteSubscriptionRequests(tx, key)
}

/**
 * Moves the subscription of an account to its new email address. When both addresses have a subscription, the active
 * one is kept.
 */
export const moveSubscriberOnEmailConfirmed = createTransactionSubscription(
  'email.confirmed',
  async ({ userId, key }, tx) => {
    const rows = await tx
      .selectFrom('subscribers')
      .select(['id', 'state', 'email_key', 'user_id'])
      .where((eb) => eb.or([eb('user_id', '=', userId), eb('email_key', '=', key)]))
      .execute()
    const own = rows.find(({ user_id }) => user_id === userId)
    const other = rows.find((row) => row !== own)
    const kept = other && (!own || (own.state !== 'active' && other.state === 'active')) ? other : own
    const account = await buildAccountsQuery(tx).where('id', '=', userId).executeTakeFirst()
    if (!kept || !account) return
    for (const { id } of rows) if (id !== kept.id) await tx.deleteFrom('subscribers').where('id', '=', id).execute()
    const hasMoved = kept.email_key !== key
    await tx
      .updateTable('subscribers')
      .set({
        user_id: userId,
        email: account.email,
        email_key: key,
        // The mail server refused the previous address, not the new one.
        ...(hasMoved && kept.state === 'bounced' && { state: 'active', last_error: null, changed_at: Date.now() }),
      })
      .where('id', '=', kept.id)
      .execute()
  },
)

export const newsletterUserDataHandlers = {
  export: async (db: DatabaseOrTx, userId: string) => {
    const newsletter = await subscriberOf(db, userId)
      .clearSelect()
      .select(['email', 'frequency', 'state', 'source'])
      .select(['created_at as createdAt', 'changed_at as changedAt', 'last_error as lastError'])
      .execute()
    return { newsletter }
  },
  erase: async (tx: Tx, { userId }: DeletedPerson): Promise<void> => {
    // Deletes the subscriber first, as all other code does, so that transactions do not deadlock.
    for (const { id } of await subscriberOf(tx, userId).execute())
      await tx.deleteFrom('subscribers').where('id', '=', id).execute()
    await tx
      .deleteFrom('subscription_requests')
      .where('email_key', '=', (eb) =>
        eb.selectFrom(buildUserEmailKeyQuery(tx, userId).as('account')).select('email_key'),
      )
      .execute()
  },
}
