import { DAY_MS } from '#contract/limits.ts'
import type { Database } from '../../../db/database.ts'
import type { PaymentEvent } from './payment-provider.ts'

/** The provider repeats an event for some days at most. */
const EVENTS_KEPT_MS = 30 * DAY_MS

/** Has the payment looked at, once for each event; one of another payment, such as of another shop's, is nothing to us. */
export async function recordProviderEvent(db: Database, { id, type, paymentId }: PaymentEvent): Promise<void> {
  if (paymentId === null) return
  const now = Date.now()
  await db.transaction().execute(async (tx) => {
    const payment = await tx
      .selectFrom('payments')
      .select('order_id')
      .where('provider_id', '=', paymentId)
      .executeTakeFirst()
    if (!payment) return
    const heard = await tx
      .insertInto('payment_events')
      .values({ id, type, order_id: payment.order_id, at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!heard) return
    await tx.updateTable('payments').set({ check_at: now }).where('order_id', '=', payment.order_id).execute()
  })
}

/** Forgets the events that are not repeated any more. */
export const deleteOldEvents = (db: Database) =>
  db
    .deleteFrom('payment_events')
    .where('at', '<', Date.now() - EVENTS_KEPT_MS)
    .execute()
