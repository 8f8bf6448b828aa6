import { paymentTargets } from '#contract/payment-steps.ts'
import { type Subscription, subscribeInTransaction } from '../../../events/events.ts'
import { updateBooks } from './books.ts'
import { forgetCards } from './user-data.ts'

/**
 * Updates the books of a moved order, starts a payment check when its payment target has changed, and erases card data.
 */
export const paymentSubscriptions = (at: { origin: string }): Subscription[] => [
  subscribeInTransaction('order.moved', async ({ orderId, from, to }, tx) => {
    await updateBooks(tx, at, orderId)
    if (paymentTargets[to] !== paymentTargets[from])
      await tx.updateTable('payments').set({ check_at: Date.now() }).where('order_id', '=', orderId).execute()
  }),
  subscribeInTransaction('orders.anonymised', ({ orderIds }, tx) => forgetCards(tx, orderIds)),
]
