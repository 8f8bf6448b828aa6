import type { AlertKind } from '#contract/desk-payments.ts'
import { formatMoney } from '#contract/money.ts'
import { findReconciliationStep, paymentGoalByOrderState, toPaymentState } from '#contract/payment-reconciliation.ts'
import { hasRow } from '../../../db/count-query-rows.ts'
import type { Tx } from '../../../db/database.ts'
import { formatOrderName, type OrderRow } from '../orders/order-rows.ts'
import { storeAlertsAndNotifyAdmins } from './alerts.ts'
import type { PaymentSnapshot } from './payment-provider.ts'

/** Raises an alert about an order. @param subject identifies the cause */
export const raiseOrderAlert = (
  tx: Tx,
  at: { origin: string },
  { id: orderId }: OrderRow,
  { kind, detail, subject = orderId }: { kind: AlertKind; detail: string; subject?: string },
): Promise<void> => storeAlertsAndNotifyAdmins(tx, at, [{ kind, subject, orderId, detail }])

/** Raises alerts for late, lost and disputed payments. @param order the order with its previous payment state */
export async function raiseAnomalyAlerts(
  tx: Tx,
  at: { origin: string },
  order: OrderRow,
  now: PaymentSnapshot,
): Promise<void> {
  const name = formatOrderName(order)
  const isNew = toPaymentState(now) !== order.payment_state
  const target = paymentGoalByOrderState[order.state]
  const hasMoney = now.state === 'authorised' || now.state === 'captured'
  // Refunds of orders that have reached their kitchen are normal and need no alert.
  const wasUnpaid = ['pending', 'failed', 'voided'].includes(order.payment_state)
  if (hasMoney && target === 'return' && order.reached_at === null && wasUnpaid)
    await raiseOrderAlert(tx, at, order, {
      kind: 'late_payment',
      detail: `${formatMoney(now.amount, now)} came for ${name} after that had ended. It is given back by itself.`,
    })
  if (isNew && target !== 'wait' && findReconciliationStep(order.state, now) === 'lost')
    await raiseOrderAlert(tx, at, order, {
      kind: 'payment_lost',
      detail: `The ${formatMoney(order.total, order)} for ${name} can no longer be taken from the card. Ask the customer to pay in another way, or cancel the order.`,
    })
  if (now.isDisputed && !(await isDisputeKnown(tx, order.id)))
    await raiseOrderAlert(tx, at, order, {
      kind: 'disputed',
      detail: `The customer of ${name} has asked their bank for the money. Answer at your payment provider before its deadline.`,
    })
}

/** Raises an alert for a refund that the provider refused or the customer's bank returned. */
export const raiseRefundFailedAlert = (
  tx: Tx,
  at: { origin: string },
  order: OrderRow,
  { id, amount }: { id: string; amount: number },
): Promise<void> =>
  raiseOrderAlert(tx, at, order, {
    kind: 'refund_failed',
    subject: id,
    detail: `${formatMoney(amount, order)} could not be given back for ${formatOrderName(order)}. Give it back in another way.`,
  })

/**
 * Returns whether an alert for the dispute exists. A dispute lasts for months, so an alert is not repeated after an
 * admin has seen it.
 */
const isDisputeKnown = (tx: Tx, orderId: string): Promise<boolean> =>
  hasRow(tx.selectFrom('payment_alerts').where('kind', '=', 'disputed').where('order_id', '=', orderId))
