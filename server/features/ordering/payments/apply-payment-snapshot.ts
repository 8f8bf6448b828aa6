import { formatMoney } from '#contract/money.ts'
import { PAYMENT_CHECK_INTERVAL_MS_BY_STATE } from '#contract/ordering-limits.ts'
import {
  findReconciliationStep,
  paymentGoalByOrderState,
  type ReconciliationStep,
  toPaymentState,
} from '#contract/payment-reconciliation.ts'
import type { Tx } from '../../../db/database.ts'
import { emptyEmailKey } from '../../../db/email-key.ts'
import { formatOrderName, lockOrder, type OrderRow } from '../orders/order-rows.ts'
import { raiseAndPublishOrderVersion, transitionOrderInTransaction } from '../orders/transition-order.ts'
import { issueAndMailReceiptsOfOrder } from './books.ts'
import { hasReachedCardTestingLimit, recordCardAttempts } from './card-testing.ts'
import { raiseAnomalyAlerts, raiseOrderAlert } from './payment-anomalies.ts'
import type { ClaimedPaymentCheck } from './payment-check.ts'
import type { PaymentContext, PaymentSnapshot, RefundRequest } from './payment-provider.ts'
import { insertRemainderRefund, listRefundsToRequest, recordRefunds } from './record-refunds.ts'

/**
 * The next call to the provider, after which the payment is checked again. `check` makes no call and only checks again.
 */
export type NextProviderCall =
  | { step: 'check' }
  | { step: 'capture' | 'void'; paymentId: string }
  | { step: 'refund'; paymentId: string; refunds: RefundRequest[] }

/**
 * Records the state of a payment and returns the next step. Moves the order when it is paid or can no longer be paid.
 * @param now null when the payment has not begun at the provider
 */
export async function applyPaymentSnapshot(
  tx: Tx,
  context: PaymentContext,
  { orderId, now, check }: { orderId: string; now: PaymentSnapshot | null; check: ClaimedPaymentCheck },
): Promise<NextProviderCall | null> {
  const order = await lockOrder(tx, orderId)
  // When two processes check a payment at the same time, the slower one discards its result.
  if (order.version !== check.version) return { step: 'check' }
  const payment = await tx
    .updateTable('payments')
    // Changes nothing, but locks the row, so that no other check is requested meanwhile.
    .set((eb) => ({ check_at: eb.ref('check_at') }))
    .where('order_id', '=', orderId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const scheduleCheck = async (at: number | null) => {
    // Keep a check that was requested after the present check began.
    const check_at = payment.check_at === check.until ? at : payment.check_at
    await tx.updateTable('payments').set({ check_at, failures: 0 }).where('order_id', '=', orderId).execute()
  }

  if (!now) {
    await scheduleCheck(null)
    // The payment never began at the provider. If the order has ended, it can no longer be paid.
    if (paymentGoalByOrderState[order.state] !== 'return' || order.payment_state === 'voided') return null
    await raiseAndPublishOrderVersion(tx, context, order, { payment_state: 'voided' })
    return null
  }

  const { card, declineMessage: declined } = isForgotten(order) ? { card: '', declineMessage: '' } : now
  const amount = hasMoney(now) ? now.amount : payment.amount
  await tx.updateTable('payments').set({ amount, card, declined }).where('order_id', '=', orderId).execute()
  if (!isForgotten(order)) await recordCardAttempts(tx, context, orderId, now.attempts)
  const refunds = await recordRefunds(tx, context, order, now)
  await raiseAnomalyAlerts(tx, context, order, now)
  const state = toPaymentState(now)
  const hasChanged =
    refunds.haveChanged || state !== order.payment_state || card !== payment.card || declined !== payment.declined
  if (hasChanged) await raiseAndPublishOrderVersion(tx, context, order, { payment_state: state })
  // When the payment is voided, nothing was paid by card. The receipt for cash is issued at the handover
  // (order-events.ts).
  if (state !== 'voided') await issueAndMailReceiptsOfOrder(tx, context, orderId)

  const step = findReconciliationStep(order.state, now)
  if (step === 'place' || (await isOver(tx, order, now, step))) {
    await placeOrExpire(tx, context, order, now)
    return { step: 'check' }
  }
  if (step === 'refund') await insertRemainderRefund(tx, order, now.amount)
  const waiting = now.state === 'captured' ? await listRefundsToRequest(tx, order) : []
  if (step === 'capture' || step === 'void') return { step, paymentId: now.id }
  if (waiting.length > 0) return { step: 'refund', paymentId: now.id, refunds: waiting }
  await scheduleCheck(calculateNextCheck(order, now, refunds.arePending))
  return null
}

/**
 * Returns whether an unpaid order has to end, because it can no longer be paid, or because somebody tries stolen cards
 * on it. Only the end of the order stops such attempts.
 */
async function isOver(tx: Tx, order: OrderRow, now: PaymentSnapshot, step: ReconciliationStep): Promise<boolean> {
  if (order.state !== 'awaiting_payment') return false
  return step === 'lost' || (now.declined && (await hasReachedCardTestingLimit(tx, order.id)))
}

const hasMoney = ({ state }: PaymentSnapshot) => state === 'authorised' || state === 'captured'

/** Returns whether the personal data of an order is erased. New personal data is then not stored either. */
const isForgotten = ({ customer_email_key }: OrderRow) => customer_email_key === emptyEmailKey

/**
 * Places the order when exactly its total was paid and no limit of refused cards is reached. Otherwise the order
 * expires.
 */
async function placeOrExpire(tx: Tx, context: PaymentContext, order: OrderRow, now: PaymentSnapshot): Promise<void> {
  const isExact = now.amount === order.total && now.currency === order.currency
  if (hasMoney(now) && !isExact)
    await raiseOrderAlert(tx, context, order, {
      kind: 'amount_differs',
      detail: `${formatMoney(now.amount, now)} was paid for ${formatOrderName(order)}, which costs ${formatMoney(order.total, order)}. It is given back by itself.`,
    })
  const isAccepted = hasMoney(now) && isExact && !(await hasReachedCardTestingLimit(tx, order.id))
  const mover = { actor: isAccepted ? ('payment' as const) : ('system' as const), id: null }
  await transitionOrderInTransaction(tx, context, order.id, mover, { to: isAccepted ? 'placed' : 'expired' })
}

/**
 * Returns the time of the next regular check, in milliseconds since 1970, or null when the payment is final. An event
 * can cause an earlier check.
 */
function calculateNextCheck({ state }: OrderRow, now: PaymentSnapshot, refundsPending: boolean): number | null {
  const target = paymentGoalByOrderState[state]
  if (target === 'wait' || now.state === 'processing') return Date.now() + PAYMENT_CHECK_INTERVAL_MS_BY_STATE.waiting
  const isOpen = refundsPending || (target === 'hold' && hasMoney(now))
  return isOpen ? Date.now() + PAYMENT_CHECK_INTERVAL_MS_BY_STATE.held : null
}
