import { paymentGoalByOrderState } from '#contract/payment-reconciliation.ts'
import type { Database } from '../db/database.ts'
import type { StripeAccount } from './stripe/account.ts'

const sum = (amounts: { amount: number }[]) => amounts.reduce((all, { amount }) => all + amount, 0)

/**
 * Lists contradictions between the money at Stripe and a final order. A failed order keeps no money, a completed order
 * has its money, no order is charged twice, and the books match Stripe.
 */
export async function findStripeDisagreements(
  db: Database,
  account: StripeAccount,
  orderId: string,
): Promise<string[]> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const placed = await db
    .selectFrom('order_events')
    .select('version')
    .where('order_id', '=', orderId)
    .where('to_state', '=', 'placed')
    .execute()
  const alerts = await db.selectFrom('payment_alerts').select('kind').where('order_id', '=', orderId).execute()
  const books = await db.selectFrom('receipts').select(['kind', 'amount']).where('order_id', '=', orderId).execute()
  const refunds = await db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute()

  const payments = [...account.intents.values()].filter(({ metadata }) => metadata.orderId === orderId)
  const charges = [...account.charges.values()].filter(
    ({ payment_intent, captured }) => captured && payments.some(({ id }) => id === payment_intent),
  )
  const taken = charges.reduce((all, { amount_captured }) => all + amount_captured, 0)
  const back = charges.reduce((all, { amount_refunded }) => all + amount_refunded, 0)
  const isAlerted = (kind: string) => alerts.some((alert) => alert.kind === kind)
  const problems: string[] = []
  const expectThat = (isRight: boolean, message: string) => void (isRight || problems.push(message))

  // If the reply to the first request was lost, Stripe has two payments for the order. Only the second payment can be
  // charged, because no browser has the client secret of the first payment.
  expectThat(charges.length <= 1, 'It was charged twice.')
  expectThat(back <= taken, `${back} was given back of ${taken}.`)
  expectThat(taken === 0 || taken === order.total, `${taken} was taken for ${order.total}.`)
  expectThat(!payments.some(({ status }) => status === 'requires_capture'), 'Money is still held.')
  expectThat(
    placed.length <= 1 && (order.reached_at !== null) === (placed.length === 1),
    `Placed ${placed.length} times.`,
  )
  const aim = paymentGoalByOrderState[order.state]
  if (aim === 'return')
    expectThat(
      taken === back || isAlerted('refund_failed'),
      `${taken - back} is kept for an order that is ${order.state}.`,
    )
  else if (aim === 'take')
    expectThat(
      taken === order.total || isAlerted('payment_lost'),
      `${taken} was taken for an order that is ${order.state}.`,
    )
  else expectThat(false, `It is still ${order.state}.`)

  const given = back < taken ? 'partially_refunded' : 'refunded'
  const state = taken === 0 ? 'voided' : back === 0 ? 'captured' : given
  expectThat(order.payment_state === state, `The payment is ${order.payment_state} and should be ${state}.`)
  const told = sum(refunds.filter((refund) => refund.state === 'succeeded'))
  expectThat(told === back, `Refunds come to ${told}, at Stripe to ${back}.`)
  expectThat(!refunds.some((refund) => refund.state === 'pending'), 'A refund is still on its way.')
  const [receipts, notes] = (['receipt', 'credit_note'] as const).map((kind) =>
    sum(books.filter((one) => one.kind === kind)),
  )
  expectThat(
    receipts === taken && notes === back,
    `The books say ${receipts} and ${notes}, Stripe ${taken} and ${back}.`,
  )
  return problems
}
