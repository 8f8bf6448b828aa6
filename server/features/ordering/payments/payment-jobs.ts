import { PAYMENT_DEADLINE_MS } from '#contract/ordering-limits.ts'
import { endOverdueOrder } from '../orders/transition-order.ts'
import { claimPaymentCheck } from './payment-check.ts'
import { type PaymentContext, ProviderUnavailable } from './payment-provider.ts'
import { reconcilePayment } from './reconcile-payment.ts'

const CHECKS_AT_ONCE = 10
const EXPIRED_AT_ONCE = 20

/** Receives errors other than an unavailable provider. */
type ReportFailure = (error: unknown) => void

/**
 * Reconciles the payments whose check is due, after an event of the provider or after some time without one.
 * @returns whether there may be more such payments
 */
export async function reconcileDuePayments(context: PaymentContext, reportFailure: ReportFailure): Promise<boolean> {
  if (!context.payments) return false
  const due = await context.db
    .selectFrom('payments')
    .select(['order_id', 'check_at'])
    .where('check_at', '<=', Date.now())
    .$narrowType<{ check_at: number }>()
    .orderBy('check_at')
    .limit(CHECKS_AT_ONCE)
    .execute()
  const checks = due.map(async ({ order_id, check_at }) => {
    if (await claimPaymentCheck(context.db, order_id, check_at)) await tryToReconcile(context, order_id, reportFailure)
  })
  await Promise.all(checks)
  return due.length === CHECKS_AT_ONCE
}

/**
 * Ends the orders that nobody has paid in time, after a last check of each payment. A later payment is refunded.
 * When several processes run it, one of them ends each order.
 * @returns whether there may be more such orders
 */
export async function expireUnpaidOrders(context: PaymentContext, reportFailure: ReportFailure): Promise<boolean> {
  const unpaid = await context.db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'awaiting_payment')
    .where('placed_at', '<=', Date.now() - PAYMENT_DEADLINE_MS)
    .orderBy('placed_at')
    .limit(EXPIRED_AT_ONCE)
    .execute()
  let areMoved = true
  for (const { id } of unpaid) {
    await tryToReconcile(context, id, reportFailure)
    areMoved = (await endOverdueOrder(context, id, { to: 'expired' }, reportFailure)) && areMoved
  }
  return areMoved && unpaid.length === EXPIRED_AT_ONCE
}

async function tryToReconcile(context: PaymentContext, orderId: string, reportFailure: ReportFailure): Promise<void> {
  await reconcilePayment(context, orderId).catch((error) => {
    if (!(error instanceof ProviderUnavailable)) reportFailure(error)
  })
}
