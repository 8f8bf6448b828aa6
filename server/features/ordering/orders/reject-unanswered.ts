import { formatCountWithNoun } from '#contract/format-count.ts'
import type { Database } from '../../../db/database.ts'
import type { OrderContext } from './order-context.ts'
import { buildOrdersQuery } from './order-rows.ts'
import { endOrderAsSystem } from './transition-order.ts'

const BATCH = 20

/** Selects the unanswered orders whose time limit is `answerBy` or earlier, the earliest first. */
const unansweredOrders = (db: Database, answerBy: number) =>
  buildOrdersQuery(db)
    .select('vendors.accept_within_minutes as minutes')
    .where('orders.state', '=', 'placed')
    .where('orders.accept_by', '<=', answerBy)
    .orderBy('orders.accept_by')

/** Returns when the next unanswered order has to be rejected, or null when that is after `until`. */
export async function findNextRejectionTimeUntil(db: Database, until: number): Promise<number | null> {
  const next = await unansweredOrders(db, until).limit(1).executeTakeFirst()
  return next?.accept_by ?? null
}

/**
 * Rejects orders that their kitchens have not answered in time. Several processes may run this job at the same time.
 * @param reportFailure receives the error of each order that cannot be moved; the other orders are rejected
 * @returns whether there may be more such orders
 */
export async function rejectUnansweredOrders(
  context: OrderContext,
  reportFailure: (error: unknown) => void,
): Promise<boolean> {
  const unanswered = await unansweredOrders(context.db, Date.now()).limit(BATCH).execute()
  let areMoved = true
  for (const { id, minutes } of unanswered) {
    const reason = `Nobody answered within ${formatCountWithNoun(minutes, 'minute', 'minutes')}.`
    areMoved = (await endOrderAsSystem(context, id, { to: 'rejected', reason }, reportFailure)) && areMoved
  }
  return areMoved && unanswered.length === BATCH
}
