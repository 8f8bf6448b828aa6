import { claimPaymentCheck } from './payment-check.ts'
import type { PaymentContext } from './payment-context.ts'
import { ProviderUnavailable } from './payment-provider.ts'
import { reconcilePayment } from './reconcile-payment.ts'

/** The number of payments that are checked at once. */
const BATCH = 10

/**
 * Reconciles the payments whose check is due, after an event of the provider or after some time without one.
 * @param reportFailure receives errors other than an unavailable provider
 * @returns whether there may be more such payments
 */
export async function reconcileDuePayments(
  context: PaymentContext,
  reportFailure: (error: unknown) => void,
): Promise<boolean> {
  if (!context.payments) return false
  const due = await context.db
    .selectFrom('payments')
    .select(['order_id', 'check_at'])
    .where('check_at', '<=', Date.now())
    .orderBy('check_at')
    .limit(BATCH)
    .execute()
  const checks = due.map(async ({ order_id, check_at }) => {
    if (check_at === null || !(await claimPaymentCheck(context.db, order_id, check_at))) return
    await reconcilePayment(context, order_id).catch((error) => {
      if (!(error instanceof ProviderUnavailable)) reportFailure(error)
    })
  })
  await Promise.all(checks)
  return due.length === BATCH
}
