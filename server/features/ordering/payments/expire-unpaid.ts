import { PAYMENT_DEADLINE_MS } from '#contract/ordering-limits.ts'
import { isRefusal } from '../../../http/failures.ts'
import { transitionOrder } from '../orders/transition-order.ts'
import type { PaymentContext } from './payment-context.ts'
import { ProviderUnavailable } from './payment-provider.ts'
import { reconcilePayment } from './reconcile-payment.ts'

const BATCH = 20

/**
 * Ends the orders that nobody has paid in time, after a last check of each payment. A later payment is refunded.
 * When several processes run it, one of them ends each order.
 * @param failed told of what is not only the provider being away
 * @returns whether there may be more
 */
export async function expireUnpaidOrders(context: PaymentContext, failed: (error: unknown) => void): Promise<boolean> {
  const late = await context.db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'awaiting_payment')
    .where('placed_at', '<=', Date.now() - PAYMENT_DEADLINE_MS)
    .orderBy('placed_at')
    .limit(BATCH)
    .execute()
  let areMoved = true
  for (const { id } of late) {
    await reconcilePayment(context, id).catch((error) => {
      if (!(error instanceof ProviderUnavailable)) failed(error)
    })
    await transitionOrder(
      context,
      id,
      { actor: 'system', id: null },
      { to: 'expired', reason: '', acknowledged: [] },
    ).catch(
      // It was paid, or cancelled, at the last moment.
      (error) => {
        if (isRefusal(error)) return
        areMoved = false
        failed(error)
      },
    )
  }
  return areMoved && late.length === BATCH
}
