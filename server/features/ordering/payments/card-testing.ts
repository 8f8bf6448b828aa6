import { sql, type Transaction } from 'kysely'
import {
  ACCOUNTS_PER_CARD_MAX,
  CARD_ATTEMPTS_RETENTION_MS,
  CARD_DECLINES_MAX,
  CARD_TESTING_WINDOW_MS,
  SITE_DECLINES_ALERT_COUNT,
} from '#contract/ordering-limits.ts'
import type { Database, Queries } from '../../../db/database.ts'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../http/failures.ts'
import { raiseAlerts } from './alerts.ts'
import type { PaymentSnapshot } from './payment-provider.ts'

type Tx = Transaction<Schema>

/** Who would pay, and from where; what is not known counts for nothing. */
interface Payer {
  orderId?: string
  /** Whose order it is. */
  userId: string | null
  address: string
}

/**
 * Keeps which cards were tried for an order, each once, and puts it before the desk when there are too many. To be called
 * with what the provider lists, however often.
 */
export async function recordCardAttempts(
  tx: Tx,
  at: { origin: string },
  orderId: string,
  attempts: PaymentSnapshot['attempts'],
): Promise<void> {
  const recent = attempts.filter((attempt) => attempt.at > Date.now() - CARD_ATTEMPTS_RETENTION_MS)
  if (recent.length === 0) return
  const payer = await payerOf(tx, orderId)
  const changed = await tx
    .insertInto('payment_attempts')
    .values(
      recent.map(({ id, cardFingerprint, isDeclined, at: tried }) => ({
        id,
        order_id: orderId,
        card_fingerprint: cardFingerprint,
        user_id: payer.userId,
        address: payer.address,
        is_declined: isDeclined ? (1 as const) : (0 as const),
        at: tried,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        // The bank may take a moment to refuse.
        .doUpdateSet((eb) => ({ is_declined: eb.ref('excluded.is_declined') }))
        .whereRef('payment_attempts.is_declined', '<>', 'excluded.is_declined'),
    )
    .returning('id')
    .execute()
  if (changed.length === 0) return
  const found = [...(await reached(tx, payer)), ...(await siteWide(tx))]
  const alerts = found.map((one) => ({ kind: 'card_testing' as const, orderId, ...one }))
  await raiseAlerts(tx, at, alerts)
}

/** Lets nobody begin to pay by card whose last hour looks like trying stolen cards. @throws {Refusal} card_testing */
export async function refuseCardTesting(db: Queries, payer: Payer): Promise<void> {
  if ((await reached(db, payer)).length > 0) throw new Refusal('card_testing')
}

/**
 * Whether an order that was paid comes from trying stolen cards, and so is not to be placed. What was tried for it must have
 * been recorded. The browser pays at the provider itself, so that a limit may be reached between beginning and paying.
 */
export async function isCardTesting(tx: Tx, orderId: string): Promise<boolean> {
  return (await reached(tx, await payerOf(tx, orderId))).length > 0
}

/** Forgets who tried which card from where once it is of no use any more. */
export async function deleteOldAttempts(db: Database): Promise<void> {
  const before = Date.now() - CARD_ATTEMPTS_RETENTION_MS
  await db.deleteFrom('payment_attempts').where('at', '<', before).execute()
  await db
    .updateTable('payments')
    .set({ address: '' })
    .where('address', '<>', '')
    .where('order_id', 'in', (eb) => eb.selectFrom('orders').select('id').where('placed_at', '<', before))
    .execute()
  await db
    .updateTable('payment_alerts')
    .set((eb) => ({ subject: eb.ref('id') }))
    .where('kind', '=', 'card_testing')
    .where('at', '<', before)
    .execute()
}

/** Who pays an order, with the cards that were tried for it. */
async function payerOf(tx: Tx, orderId: string) {
  const { user_id, address } = await tx
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['user_id', 'payments.address'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { orderId, userId: user_id, address }
}

/** A limit that has been reached: what it is about, and what has happened. `orderId` is null for the whole site. */
interface Reached {
  subject: string
  detail: string
  orderId?: null
}

/** The limits that somebody has reached within CARD_TESTING_WINDOW_MS. */
async function reached(db: Queries, { orderId = '', userId, address }: Payer): Promise<Reached[]> {
  const { ofOrder, ofAccount, ofAddress } = await recentAttempts(db)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('order_id', '=', orderId).as('ofOrder'),
      fn.countAll<number>().filterWhere('user_id', '=', userId).as('ofAccount'),
      fn.countAll<number>().filterWhere('address', '=', address).as('ofAddress'),
    ])
    .where('is_declined', '=', 1)
    .executeTakeFirstOrThrow()
  const found: Reached[] = []
  if (ofOrder >= CARD_DECLINES_MAX.order)
    found.push({
      subject: `order:${orderId}`,
      detail: `Cards were refused ${ofOrder} times within an hour for one order.`,
    })
  if (ofAccount >= CARD_DECLINES_MAX.account)
    found.push({
      subject: `account:${userId}`,
      detail: `Cards were refused ${ofAccount} times within an hour for one account.`,
    })
  if (address !== '' && ofAddress >= CARD_DECLINES_MAX.address)
    found.push({
      subject: `address:${address}`,
      detail: `Cards were refused ${ofAddress} times within an hour for orders from one place on the internet.`,
    })
  return [...found, ...(await reachedByCards(db, orderId))]
}

/** The same of the cards that were tried for an order. */
async function reachedByCards(db: Queries, orderId: string): Promise<Reached[]> {
  const cards = await recentAttempts(db)
    .select(({ fn }) => [
      'card_fingerprint',
      fn.countAll<number>().filterWhere('is_declined', '=', 1).as('declines'),
      sql<number>`count(distinct user_id)`.as('accounts'),
    ])
    .where('card_fingerprint', '<>', '')
    .where('card_fingerprint', 'in', (eb) =>
      eb.selectFrom('payment_attempts').select('card_fingerprint').where('order_id', '=', orderId),
    )
    .groupBy('card_fingerprint')
    .orderBy('card_fingerprint')
    .execute()
  return cards.flatMap(({ card_fingerprint, declines, accounts }) => {
    const subject = `card:${card_fingerprint}`
    if (accounts > ACCOUNTS_PER_CARD_MAX)
      return { subject, detail: `${accounts} accounts have tried to pay with one card within an hour.` }
    if (declines < CARD_DECLINES_MAX.card) return []
    return { subject, detail: `One card was refused ${declines} times within an hour.` }
  })
}

/** Whether the whole site sees more refused cards than usual. */
async function siteWide(db: Queries): Promise<Reached[]> {
  const { declines } = await recentAttempts(db)
    .select(({ fn }) => fn.countAll<number>().as('declines'))
    .where('is_declined', '=', 1)
    .executeTakeFirstOrThrow()
  if (declines < SITE_DECLINES_ALERT_COUNT) return []
  const detail = `Cards were refused ${declines} times within an hour on the whole site.`
  return [{ subject: 'site', detail, orderId: null }]
}

const recentAttempts = (db: Queries) =>
  db.selectFrom('payment_attempts').where('at', '>', Date.now() - CARD_TESTING_WINDOW_MS)
