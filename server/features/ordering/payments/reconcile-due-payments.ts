import { claimPaymentCheck } from './payment-check.ts'
import type { PaymentContext } from './payment-context.ts'
import { ProviderUnavailable } from './payment-provider.ts'
import { reconcilePayment } from './reconcile-payment.ts'

/** So many are asked about at once. */
const BATCH = 10

/**
 * Reconciles the payments whose check is due: those that the provider has told of, and those it has not for a while.
 * @param failed told of what is not only the provider being away
 * @returns whether there may be more
 */
export async function reconcileDuePayments(
  context: PaymentContext,
  failed: (error: unknown) => void,
): Promise<boolean> {
  if (!context.payments) return false
  const due = await context.db
    .selectFrom('payments')
    .select(['order_id', 'check_at'])
    .where('check_at', '<=', Date.now())
    .orderBy('check_at')
    .limit(BATCH)
    .execute()
  const settled = due.map(async ({ order_id, check_at }) => {
    if (check_at === null || !(await claimPaymentCheck(context.db, order_id, check_at))) return
    await reconcilePayment(context, order_id).catch((error) => {
      if (!(error instanceof ProviderUnavailable)) failed(error)
    })
  })
  await Promise.all(settled)
  return due.length === BATCH
}
