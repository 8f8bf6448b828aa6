import { PAYMENT_DEADLINE_MS } from '#contract/ordering-limits.ts'
import { endOverdueOrder } from '../orders/transition-order.ts'
import type { PaymentContext } from './payment-context.ts'
import { ProviderUnavailable } from './payment-provider.ts'
import { reconcilePayment } from './reconcile-payment.ts'

const BATCH = 20

/**
 * Ends the orders that nobody has paid in time, after a last check of each payment. A later payment is refunded.
 * When several processes run it, one of them ends each order.
 * @param reportFailure receives errors other than an unavailable provider
 * @returns whether there may be more such orders
 */
export async function expireUnpaidOrders(
  context: PaymentContext,
  reportFailure: (error: unknown) => void,
): Promise<boolean> {
  const unpaid = await context.db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'awaiting_payment')
    .where('placed_at', '<=', Date.now() - PAYMENT_DEADLINE_MS)
    .orderBy('placed_at')
    .limit(BATCH)
    .execute()
  let areMoved = true
  for (const { id } of unpaid) {
    await reconcilePayment(context, id).catch((error) => {
      if (!(error instanceof ProviderUnavailable)) reportFailure(error)
    })
    areMoved = (await endOverdueOrder(context, id, { to: 'expired' }, reportFailure)) && areMoved
  }
  return areMoved && unpaid.length === BATCH
}
