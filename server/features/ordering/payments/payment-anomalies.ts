import type { Transaction } from 'kysely'
import type { AlertKind } from '#contract/desk-payments.ts'
import { formatMoney } from '#contract/money.ts'
import { findNextPaymentStep, paymentTargets, toPaymentState } from '#contract/payment-steps.ts'
import type { Schema } from '../../../db/schema.ts'
import { formatOrderName, type OrderRow, toMoneyUnit } from '../orders/order-rows.ts'
import { raiseAlert } from './alerts.ts'
import type { PaymentSnapshot } from './payment-provider.ts'

type Tx = Transaction<Schema>
type At = { origin: string }

/** What of a payment somebody has to look at, and has not been told of: `order` says how it was before. */
export async function alertAnomalies(tx: Tx, at: At, order: OrderRow, now: PaymentSnapshot): Promise<void> {
  const tell = (kind: AlertKind, detail: string) =>
    raiseAlert(tx, at, { kind, subject: order.id, orderId: order.id, detail })
  const isNew = toPaymentState(now) !== order.payment_state
  const aim = paymentTargets[order.state]
  const hasMoney = now.state === 'authorised' || now.state === 'captured'
  // What is given back of an order that its kitchen had heard of is given back as usual.
  const wasUnpaid =
    order.payment_state === 'pending' || order.payment_state === 'failed' || order.payment_state === 'voided'
  if (hasMoney && aim === 'return' && order.reached_at === null && wasUnpaid)
    await tell(
      'late_payment',
      `${formatMoney(now.amount, now)} came for ${formatOrderName(order)} after that had ended. It is given back by itself.`,
    )
  if (isNew && aim !== 'wait' && findNextPaymentStep(order.state, now) === 'lost')
    await tell(
      'payment_lost',
      `The ${formatMoney(order.total, toMoneyUnit(order))} for ${formatOrderName(order)} can no longer be taken from the card. Ask the customer to pay in another way, or cancel the order.`,
    )
  if (now.isDisputed && !(await isDisputeKnown(tx, order.id)))
    await tell(
      'disputed',
      `The customer of ${formatOrderName(order)} has asked their bank for the money. Answer at your payment provider before its deadline.`,
    )
}

/** Another amount or currency than the order's was paid. @param paid what, in words */
export const alertDifferentAmount = (tx: Tx, at: At, order: OrderRow, paid: string): Promise<void> =>
  raiseAlert(tx, at, {
    kind: 'amount_differs',
    subject: order.id,
    orderId: order.id,
    detail: `${paid} was paid for ${formatOrderName(order)}, which costs ${formatMoney(order.total, toMoneyUnit(order))}. It is given back by itself.`,
  })

/** A refund was refused, or was sent back by the customer's bank. */
export const alertRefundFailed = (
  tx: Tx,
  at: At,
  order: OrderRow,
  refund: { id: string; amount: number },
): Promise<void> =>
  raiseAlert(tx, at, {
    kind: 'refund_failed',
    subject: refund.id,
    orderId: order.id,
    detail: `${formatMoney(refund.amount, toMoneyUnit(order))} could not be given back for ${formatOrderName(order)}. Give it back in another way.`,
  })

/** A dispute stays for months: somebody who has seen it has. */
async function isDisputeKnown(tx: Tx, orderId: string): Promise<boolean> {
  const alert = await tx
    .selectFrom('payment_alerts')
    .select('id')
    .where('kind', '=', 'disputed')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return alert !== undefined
}
