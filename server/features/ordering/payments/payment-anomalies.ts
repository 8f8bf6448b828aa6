import type { AlertKind } from '#contract/desk-payments.ts'
import { formatMoney } from '#contract/money.ts'
import { findNextPaymentStep, paymentTargets, toPaymentState } from '#contract/payment-steps.ts'
import type { Tx } from '../../../db/database.ts'
import { formatOrderName, type OrderRow } from '../orders/order-rows.ts'
import { raiseAlert } from './alerts.ts'
import type { PaymentSnapshot } from './payment-provider.ts'

type SiteOrigin = { origin: string }

/** Raises alerts for late, lost and disputed payments. @param order the order before the payment is recorded */
export async function alertAnomalies(tx: Tx, at: SiteOrigin, order: OrderRow, now: PaymentSnapshot): Promise<void> {
  const raise = (kind: AlertKind, detail: string) =>
    raiseAlert(tx, at, { kind, subject: order.id, orderId: order.id, detail })
  const isNew = toPaymentState(now) !== order.payment_state
  const target = paymentTargets[order.state]
  const hasMoney = now.state === 'authorised' || now.state === 'captured'
  // Refunds of orders that have reached their kitchen are normal and need no alert.
  const wasUnpaid = ['pending', 'failed', 'voided'].includes(order.payment_state)
  if (hasMoney && target === 'return' && order.reached_at === null && wasUnpaid)
    await raise(
      'late_payment',
      `${formatMoney(now.amount, now)} came for ${formatOrderName(order)} after that had ended. It is given back by itself.`,
    )
  if (isNew && target !== 'wait' && findNextPaymentStep(order.state, now) === 'lost')
    await raise(
      'payment_lost',
      `The ${formatMoney(order.total, order)} for ${formatOrderName(order)} can no longer be taken from the card. Ask the customer to pay in another way, or cancel the order.`,
    )
  if (now.isDisputed && !(await isDisputeKnown(tx, order.id)))
    await raise(
      'disputed',
      `The customer of ${formatOrderName(order)} has asked their bank for the money. Answer at your payment provider before its deadline.`,
    )
}

/** Raises an alert for a payment with another amount or currency than the order. @param paid the formatted amount */
export const alertDifferentAmount = (tx: Tx, at: SiteOrigin, order: OrderRow, paid: string): Promise<void> =>
  raiseAlert(tx, at, {
    kind: 'amount_differs',
    subject: order.id,
    orderId: order.id,
    detail: `${paid} was paid for ${formatOrderName(order)}, which costs ${formatMoney(order.total, order)}. It is given back by itself.`,
  })

/** Raises an alert for a refund that the provider refused or the customer's bank returned. */
export const alertRefundFailed = (
  tx: Tx,
  at: SiteOrigin,
  order: OrderRow,
  refund: { id: string; amount: number },
): Promise<void> =>
  raiseAlert(tx, at, {
    kind: 'refund_failed',
    subject: refund.id,
    orderId: order.id,
    detail: `${formatMoney(refund.amount, order)} could not be given back for ${formatOrderName(order)}. Give it back in another way.`,
  })

/** Returns whether an alert for the dispute exists. A dispute lasts for months, so a seen alert is not repeated. */
async function isDisputeKnown(tx: Tx, orderId: string): Promise<boolean> {
  const alert = await tx
    .selectFrom('payment_alerts')
    .select('id')
    .where('kind', '=', 'disputed')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return alert !== undefined
}
