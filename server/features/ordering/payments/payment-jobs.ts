import { PAYMENT_DEADLINE_MS } from '#contract/ordering-limits.ts'
import type { Database } from '../../../db/database.ts'
import { endOrderAsSystem } from '../orders/transition-order.ts'
import { claimPaymentCheck } from './payment-check.ts'
import { type PaymentContext, ProviderUnavailableError } from './payment-provider.ts'
import { reconcilePayment } from './reconcile-payment.ts'

const CHECKS_AT_ONCE = 10
const EXPIRED_AT_ONCE = 20

/** Receives errors other than an unavailable provider. */
type ReportFailure = (error: unknown) => void

/** Selects the payments whose check is due at `dueBy` or earlier, the earliest first. */
const uncheckedPayments = (db: Database, dueBy: number) =>
  db
    .selectFrom('payments')
    .select(['order_id', 'check_at'])
    .where('check_at', '<=', dueBy)
    .$narrowType<{ check_at: number }>()
    .orderBy('check_at')

/** Returns when the next payment check is due, or null when that is after `until`. */
export async function findNextPaymentCheckTime(
  { db, payments }: PaymentContext,
  until: number,
): Promise<number | null> {
  const next = payments && (await uncheckedPayments(db, until).limit(1).executeTakeFirst())
  return next?.check_at ?? null
}

/**
 * Reconciles the payments whose check is due. A check becomes due when the provider sends an event about the payment,
 * or when it has sent no event for some time.
 * @returns whether there may be more such payments
 */
export async function reconcileDuePayments(context: PaymentContext, reportFailure: ReportFailure): Promise<boolean> {
  if (!context.payments) return false
  const due = await uncheckedPayments(context.db, Date.now()).limit(CHECKS_AT_ONCE).execute()
  const checks = due.map(async ({ order_id, check_at }) => {
    if (await claimPaymentCheck(context.db, order_id, check_at)) await tryToReconcile(context, order_id, reportFailure)
  })
  await Promise.all(checks)
  return due.length === CHECKS_AT_ONCE
}

/** Selects the unpaid orders whose time limit is `payBy` or earlier, the earliest first. */
const unpaidOrders = (db: Database, payBy: number) =>
  db
    .selectFrom('orders')
    .select(['id', 'placed_at'])
    .where('state', '=', 'awaiting_payment')
    .where('placed_at', '<=', payBy - PAYMENT_DEADLINE_MS)
    .orderBy('placed_at')

/** Returns when the next unpaid order has to end, or null when that is after `until`. */
export async function findNextOrderExpiryTime(db: Database, until: number): Promise<number | null> {
  const next = await unpaidOrders(db, until).limit(1).executeTakeFirst()
  return next ? next.placed_at + PAYMENT_DEADLINE_MS : null
}

/**
 * Ends the orders that nobody has paid in time, after a last check of each payment. A later payment is refunded. When
 * several processes run this job, each order is ended by one of them.
 * @returns whether there may be more such orders
 */
export async function expireUnpaidOrders(context: PaymentContext, reportFailure: ReportFailure): Promise<boolean> {
  const unpaid = await unpaidOrders(context.db, Date.now()).limit(EXPIRED_AT_ONCE).execute()
  // At once, so that a call to the provider that hangs delays no other order.
  const ends = unpaid.map(async ({ id }) => {
    await tryToReconcile(context, id, reportFailure)
    return endOrderAsSystem(context, id, { to: 'expired' }, reportFailure)
  })
  const areMoved = await Promise.all(ends)
  return areMoved.every((isMoved) => isMoved) && unpaid.length === EXPIRED_AT_ONCE
}

async function tryToReconcile(context: PaymentContext, orderId: string, reportFailure: ReportFailure): Promise<void> {
  await reconcilePayment(context, orderId).catch((error) => {
    if (!(error instanceof ProviderUnavailableError)) reportFailure(error)
  })
}
