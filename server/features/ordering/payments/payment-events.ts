import { DAY_MS } from '#contract/limits.ts'
import type { Database } from '../../../db/database.ts'
import type { PaymentEvent } from './payment-provider.ts'

/** The provider repeats an event for a few days at most. */
const EVENT_RETENTION_MS = 30 * DAY_MS

/** Schedules a check of the payment, once for each event. Events of unknown payments, such as of another shop, are ignored. */
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
    const newEvent = await tx
      .insertInto('payment_events')
      .values({ id, type, order_id: payment.order_id, at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!newEvent) return
    await tx.updateTable('payments').set({ check_at: now }).where('order_id', '=', payment.order_id).execute()
  })
}

/** Deletes the events that the provider no longer repeats. */
export const deleteOldEvents = (db: Database) =>
  db
    .deleteFrom('payment_events')
    .where('at', '<', Date.now() - EVENT_RETENTION_MS)
    .execute()
