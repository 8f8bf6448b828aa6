import { paymentGoalByOrderState } from '#contract/payment-reconciliation.ts'
import { createTransactionSubscription, type Subscription } from '../../../events/events.ts'
import { issueAndMailReceiptsOfOrder } from './books.ts'
import { schedulePaymentCheck } from './payment-check.ts'
import { eraseOrderCardData } from './user-data.ts'

/**
 * Returns the subscriptions of payments to order events. They update the books when an order moves, start a payment
 * check when the goal of its payment changes, and erase card data.
 */
export const createPaymentSubscriptions = (at: { origin: string }): Subscription[] => [
  createTransactionSubscription('order.moved', async ({ orderId, from, to }, tx) => {
    await issueAndMailReceiptsOfOrder(tx, at, orderId)
    if (paymentGoalByOrderState[to] !== paymentGoalByOrderState[from]) await schedulePaymentCheck(tx, orderId)
  }),
  createTransactionSubscription('order.anonymised', ({ orderId }, tx) => eraseOrderCardData(tx, [orderId])),
]
