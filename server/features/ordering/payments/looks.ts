import { MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { PAYMENT_RETRY_MS_MAX } from '#contract/ordering-limits.ts'
import type { Database } from '../../../db/database.ts'

/** Whoever looks at a payment is given so long; should they vanish, somebody else looks then. */
const LOOK_MS = MINUTE_MS

/** A look at a payment. */
export interface Look {
  providerId: string | null
  /** What `check_at` is while nobody has wished for another look. */
  until: number
  /** That of the order before: has it changed when the answer is there, somebody else has seen something newer. */
  version: number
  /** Those of the order. */
  currencyDigits: number
}

/**
 * Begins to look at the payment of an order; undefined where there is none.
 * @param due only if it is still to be looked at then: of several processes one does
 */
export async function takeLook(db: Database, orderId: string, due?: number): Promise<Look | undefined> {
  const until = Date.now() + LOOK_MS
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

/** After a failure: a second later, then after twice as long each time. */
export async function lookLater(db: Database, orderId: string): Promise<void> {
  const payment = await db
    .updateTable('payments')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('order_id', '=', orderId)
    .returning('failures')
    .executeTakeFirst()
  if (!payment) return
  const pause = Math.min(SECOND_MS * 2 ** (payment.failures - 1), PAYMENT_RETRY_MS_MAX)
  await db
    .updateTable('payments')
    .set({ check_at: Date.now() + pause })
    .where('order_id', '=', orderId)
    .execute()
}
