import { sql } from 'kysely'
import {
  ACCOUNTS_PER_CARD_MAX,
  CARD_ATTEMPTS_RETENTION_MS,
  CARD_DECLINE_LIMITS,
  CARD_TESTING_WINDOW_MS,
  SITE_CARD_DECLINES_ALERT_COUNT,
} from '#contract/ordering-limits.ts'
import { countQueryRows } from '../../../db/count-query-rows.ts'
import type { Database, DatabaseOrTx, Tx } from '../../../db/database.ts'
import { IPV6_SITE_LIMIT_FACTOR, toIpRateLimitKeys } from '../../../http/client.ts'
import { Refusal } from '../../../http/failures.ts'
import { storeAlertsAndNotifyAdmins } from './alerts.ts'
import type { PaymentSnapshot } from './payment-provider.ts'

/**
 * The account and the IP address of a payment. For IPv6, `address` is the network of 64 bits. Unknown values reach no
 * limit.
 */
interface Payer {
  orderId?: string
  userId: string | null
  address: string
}

/**
 * Stores the attempts that the provider lists for an order, and raises an alert when a limit is reached. Attempts that
 * are already stored may be passed again.
 */
export async function recordCardAttempts(
  tx: Tx,
  at: { origin: string },
  orderId: string,
  attempts: PaymentSnapshot['attempts'],
): Promise<void> {
  const recent = attempts.filter((attempt) => attempt.at > Date.now() - CARD_ATTEMPTS_RETENTION_MS)
  if (recent.length === 0) return
  const payer = await findPayer(tx, orderId)
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
        // The provider may list an attempt first, and report later that it was declined.
        .doUpdateSet((eb) => ({ is_declined: eb.ref('excluded.is_declined') }))
        .whereRef('payment_attempts.is_declined', '<>', 'excluded.is_declined'),
    )
    .returning('id')
    .execute()
  if (changed.length === 0) return
  const reachedLimits = [...(await findReachedLimits(tx, payer)), ...(await findSiteLimit(tx))]
  const alerts = reachedLimits.map((limit) => ({ kind: 'card_testing' as const, orderId, ...limit }))
  await storeAlertsAndNotifyAdmins(tx, at, alerts)
}

/**
 * Refuses card payments when an account, IP address, order or card has reached a limit. @throws {Refusal} card_testing
 */
export async function refuseCardTesting(db: DatabaseOrTx, payer: Payer): Promise<void> {
  if ((await findReachedLimits(db, payer)).length > 0) throw new Refusal('card_testing')
}

/**
 * Returns whether an order that waits for its payment has reached a limit and must not be placed. The attempts must be
 * recorded before this call. The browser pays at the provider directly, so a limit may be reached after the payment has
 * begun.
 */
export async function hasReachedCardTestingLimit(tx: Tx, orderId: string): Promise<boolean> {
  return (await findReachedLimits(tx, await findPayer(tx, orderId))).length > 0
}

/**
 * Deletes card attempts after CARD_ATTEMPTS_RETENTION_MS. After the same time, erases the IP addresses of payments and
 * the subjects of alerts.
 */
export async function deleteExpiredCardTestingData(db: Database): Promise<void> {
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

async function findPayer(tx: Tx, orderId: string) {
  const { user_id, address } = await tx
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['user_id', 'payments.address'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { orderId, userId: user_id, address }
}

/** A reached limit, with the subject and the text of its alert. `orderId` is null for the whole site. */
interface ReachedLimit {
  subject: string
  detail: string
  orderId?: null
}

/**
 * Finds the limits that an order, account, IP address or IPv6 network of 48 bits has reached within
 * CARD_TESTING_WINDOW_MS.
 */
async function findReachedLimits(db: DatabaseOrTx, { orderId = '', userId, address }: Payer): Promise<ReachedLimit[]> {
  const { ofOrder, ofAccount, ofAddress } = await recentAttempts(db)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('order_id', '=', orderId).as('ofOrder'),
      fn.countAll<number>().filterWhere('user_id', '=', userId).as('ofAccount'),
      fn.countAll<number>().filterWhere('address', '=', address).as('ofAddress'),
    ])
    .where('is_declined', '=', 1)
    .executeTakeFirstOrThrow()
  const { site } = toIpRateLimitKeys(address)
  const where = 'for orders from one place on the internet'
  const counts = [
    { declines: ofOrder, max: CARD_DECLINE_LIMITS.order, subject: `order:${orderId}`, where: 'for one order' },
    { declines: ofAccount, max: CARD_DECLINE_LIMITS.account, subject: `account:${userId}`, where: 'for one account' },
    {
      declines: address === '' ? 0 : ofAddress,
      max: CARD_DECLINE_LIMITS.address,
      subject: `address:${address}`,
      where,
    },
    {
      declines: site === null ? 0 : await countDeclinesOfSite(db, site),
      max: CARD_DECLINE_LIMITS.address * IPV6_SITE_LIMIT_FACTOR,
      subject: `address:${site}`,
      where,
    },
  ]
  const limits = counts
    .filter(({ declines, max }) => declines >= max)
    .map(({ declines, subject, where }) => ({ subject, detail: describeDeclines(declines, where) }))
  return [...limits, ...(await findReachedCardLimits(db, orderId))]
}

/** Counts the declined cards of an IPv6 network of 48 bits. Attempts are stored with their networks of 64 bits. */
async function countDeclinesOfSite(db: DatabaseOrTx, site: string): Promise<number> {
  const networks = await recentAttempts(db)
    .select(({ fn }) => ['address', fn.countAll<number>().as('declines')])
    .where('is_declined', '=', 1)
    .where('address', 'like', '%:%')
    .groupBy('address')
    .execute()
  const ofSite = networks.filter(({ address }) => toIpRateLimitKeys(address).site === site)
  return ofSite.reduce((sum, { declines }) => sum + declines, 0)
}

async function findReachedCardLimits(db: DatabaseOrTx, orderId: string): Promise<ReachedLimit[]> {
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
    if (declines < CARD_DECLINE_LIMITS.card) return []
    return { subject, detail: `One card was refused ${declines} times within an hour.` }
  })
}

async function findSiteLimit(db: DatabaseOrTx): Promise<ReachedLimit[]> {
  const declines = await countQueryRows(recentAttempts(db).where('is_declined', '=', 1))
  if (declines < SITE_CARD_DECLINES_ALERT_COUNT) return []
  return [{ subject: 'site', detail: describeDeclines(declines, 'on the whole site'), orderId: null }]
}

const describeDeclines = (count: number, where: string) => `Cards were refused ${count} times within an hour ${where}.`

const recentAttempts = (db: DatabaseOrTx) =>
  db.selectFrom('payment_attempts').where('at', '>', Date.now() - CARD_TESTING_WINDOW_MS)
