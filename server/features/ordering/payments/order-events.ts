import { paymentGoalByOrderState } from '#contract/payment-steps.ts'
import { type Subscription, subscribeInTransaction } from '../../../events/events.ts'
import { issueReceipts } from './books.ts'
import { schedulePaymentCheck } from './payment-check.ts'
import { eraseCardData } from './user-data.ts'

/**
 * Updates the books of a moved order, starts a payment check when its payment target has changed, and erases card data.
 */
export const createPaymentSubscriptions = (at: { origin: string }): Subscription[] => [
  subscribeInTransaction('order.moved', async ({ orderId, from, to }, tx) => {
    await issueReceipts(tx, at, orderId)
    if (paymentGoalByOrderState[to] !== paymentGoalByOrderState[from]) await schedulePaymentCheck(tx, orderId)
  }),
  subscribeInTransaction('orders.anonymised', ({ orderIds }, tx) => eraseCardData(tx, orderIds)),
]
