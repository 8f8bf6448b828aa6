import { MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { PAYMENT_CHECK_RETRY_MS_MAX } from '#contract/ordering-limits.ts'
import type { Database, DatabaseOrTx } from '../../../db/database.ts'
import { hasChangedRows } from '../../../db/has-changed-rows.ts'
import { wakeWorkerAfterCommit } from '../../../outbox/outbox.ts'

/** The time that a process has for a check. After this time, another process may check the payment. */
const CHECK_CLAIM_MS = MINUTE_MS

/** A check of a payment at its provider, which one process has claimed. */
export interface ClaimedPaymentCheck {
  providerId: string | null
  /**
   * The end of the claim, in milliseconds since 1970. The column `check_at` has this value unless another check was
   * scheduled meanwhile.
   */
  until: number
  /** The version of the order. When it changes before the provider replies, the result is outdated. */
  version: number
  /** The number of decimals of the order's amounts. */
  currencyDigits: number
}

/** Schedules a check of an order's payment, and wakes the job of payment checks. Ignores orders without a payment. */
export async function schedulePaymentCheck(db: DatabaseOrTx, orderId: string, at = Date.now()): Promise<void> {
  const scheduled = db.updateTable('payments').set({ check_at: at }).where('order_id', '=', orderId)
  if (await hasChangedRows(scheduled)) await wakeWorkerAfterCommit(db, 'payment_check')
}

/**
 * Claims the check of the payment of an order. Returns undefined for an order without a payment.
 * @param due the `check_at` that the caller has read. Only one of several processes that pass the same value gets the
 * claim. Without `due`, the call always claims the check.
 */
export async function claimPaymentCheck(
  db: Database,
  orderId: string,
  due?: number,
): Promise<ClaimedPaymentCheck | undefined> {
  const until = Date.now() + CHECK_CLAIM_MS
  const payment = await db
    .updateTable('payments')
    .set({ check_at: until })
    .where('order_id', '=', orderId)
    .$if(due !== undefined, (query) => query.where('check_at', '=', due ?? 0))
    .returning('provider_id')
    .executeTakeFirst()
  if (!payment) return undefined
  const order = await db
    .selectFrom('orders')
    .select(['version', 'currency_digits'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { providerId: payment.provider_id, until, version: order.version, currencyDigits: order.currency_digits }
}

/** Postpones the check after a failure: by a second, and by twice as long after each further failure. */
export async function postponePaymentCheck(db: Database, orderId: string): Promise<void> {
  const payment = await db
    .updateTable('payments')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('order_id', '=', orderId)
    .returning('failures')
    .executeTakeFirst()
  if (!payment) return
  const pause = Math.min(SECOND_MS * 2 ** (payment.failures - 1), PAYMENT_CHECK_RETRY_MS_MAX)
  await schedulePaymentCheck(db, orderId, Date.now() + pause)
}
