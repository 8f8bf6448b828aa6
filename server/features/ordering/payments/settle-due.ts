import { takeLook } from './looks.ts'
import type { PaymentContext } from './payment-context.ts'
import { ProviderUnavailable } from './payment-provider.ts'
import { settle } from './settle.ts'

/** So many are asked about at once. */
const BATCH = 10

/**
 * Looks at the payments that are due: those that somebody has told of, and those that nobody has for a while.
 * @param failed told of what is not only the provider being away
 * @returns whether there may be more
 */
export async function settleDue(context: PaymentContext, failed: (error: unknown) => void): Promise<boolean> {
  if (!context.payments) return false
  const due = await context.db
    .selectFrom('payments')
    .select(['order_id', 'check_at'])
    .where('check_at', '<=', Date.now())
    .orderBy('check_at')
    .limit(BATCH)
    .execute()
  const settled = due.map(async ({ order_id, check_at }) => {
    if (check_at === null || !(await takeLook(context.db, order_id, check_at))) return
    await settle(context, order_id).catch((error) => {
      if (!(error instanceof ProviderUnavailable)) failed(error)
    })
  })
  await Promise.all(settled)
  return due.length === BATCH
}
