import type { Transaction } from 'kysely'
import { endStates, type PaymentState } from '#contract/order-states.ts'
import { PAYMENT_CHECK_MS } from '#contract/ordering-limits.ts'
import { moneyAims, type PaymentStep, paymentStateOf, paymentStepOf } from '#contract/payment-steps.ts'
import type { AfterCommit } from '../../db/after-commit.ts'
import type { Schema } from '../../db/schema.ts'
import { type Mover, moveIn } from '../orders/make-move.ts'
import type { OrderContext } from '../orders/order-context.ts'
import { holdOrder, type OrderRow, orderRows } from '../orders/order-rows.ts'
import { keepBooks } from './books.ts'
import type { Look } from './looks.ts'
import type { PaymentNow } from './payment-provider.ts'
import { keepAttempts } from './record-attempts.ts'
import { keepRefunds, refundRest, type WaitingRefund, waitingRefunds } from './record-refunds.ts'

type Tx = Transaction<Schema>

/** What is to be done at the provider, after which it is looked at again. `look`: nothing but that. */
export type Todo =
  | { step: 'look' }
  | { step: 'capture' | 'void'; paymentId: string }
  | { step: 'refund'; paymentId: string; refunds: WaitingRefund[] }

const byPayment: Mover = { actor: 'payment', id: null }
const bySystem: Mover = { actor: 'system', id: null }

/** Keeps how the payment of an order is now, moves the order when that is paid, and finds the one next step. */
export async function recordPayment(
  tx: Tx,
  context: OrderContext,
  { orderId, now, look }: { orderId: string; now: PaymentNow | null; look: Look },
): Promise<{ todo: Todo | null; tell: AfterCommit }> {
  await holdOrder(tx, orderId)
  const order = await orderRows(tx).where('orders.id', '=', orderId).executeTakeFirstOrThrow()
  const payment = await tx
    .updateTable('payments')
    .set({ failures: 0 })
    .where('order_id', '=', orderId)
    .returningAll()
    .executeTakeFirstOrThrow()

  if (!now) {
    // The customer has not come to paying; where the order has ended, nobody can any more.
    const state = moneyAims[order.state] === 'return' ? 'voided' : 'pending'
    const tell = state === order.payment_state ? () => {} : await raise(tx, context, order, state)
    if (payment.check_at === look.until) await checkAt(tx, orderId, null)
    return { todo: null, tell }
  }

  const known = forgotten(order) ? { ...now, card: '', declineWords: '', attempts: [] } : now
  await keepAttempts(tx, order, payment.address, known.attempts)
  const refunds = await keepRefunds(tx, order, now)
  const { card, declineWords: declined } = known
  const hasMoney = now.state === 'authorised' || now.state === 'captured'
  const amount = hasMoney ? now.amount : payment.amount
  await tx.updateTable('payments').set({ amount, card, declined }).where('order_id', '=', orderId).execute()

  const state = paymentStateOf(now)
  const isNews =
    refunds.isNews || state !== order.payment_state || card !== payment.card || declined !== payment.declined
  let tell = isNews ? await raise(tx, context, order, state) : () => {}
  await keepBooks(tx, context, orderId)

  const step = paymentStepOf(order.state, now)
  if (step === 'place') {
    const to = isPaid(order, now) ? 'placed' : 'expired'
    const mover = to === 'placed' ? byPayment : bySystem
    const moved = await moveIn(tx, context, orderId, mover, { to, reason: '', acknowledged: [] })
    tell = moved.tell
    return { todo: { step: 'look' }, tell }
  }
  if (step === 'refund') await refundRest(tx, order, now)
  const todo = await todoOf(tx, step, now, orderId)
  // Whoever has wished for another look meanwhile is to have it; and what is begun and never ended is looked at again.
  if (todo === null && payment.check_at === look.until)
    await checkAt(tx, orderId, nextCheck(order, now, refunds.arePending))
  return { todo, tell }
}

/** Exactly what was ordered, in its currency. */
const isPaid = ({ total, currency }: OrderRow, now: PaymentNow) => now.amount === total && now.currency === currency

/** Whose account and order are both over: of them nothing is learnt any more. */
const forgotten = ({ user_id, state }: OrderRow) => user_id === null && endStates.includes(state)

async function todoOf(tx: Tx, step: PaymentStep, now: PaymentNow, orderId: string): Promise<Todo | null> {
  if (step === 'capture' || step === 'void') return { step, paymentId: now.id }
  if (now.state !== 'captured') return null
  const refunds = await waitingRefunds(tx, orderId, now.currency)
  return refunds.length === 0 ? null : { step: 'refund', paymentId: now.id, refunds }
}

/** When the provider is asked again, should nobody tell of it before; null when it has come to its end. */
function nextCheck({ state }: OrderRow, now: PaymentNow, refundsPending: boolean): number | null {
  const aim = moneyAims[state]
  const every =
    aim === 'wait' || now.state === 'processing'
      ? PAYMENT_CHECK_MS.waiting
      : aim === 'hold' || refundsPending
        ? PAYMENT_CHECK_MS.held
        : null
  return every === null ? null : Date.now() + every
}

const checkAt = (tx: Tx, orderId: string, at: number | null) =>
  tx.updateTable('payments').set({ check_at: at }).where('order_id', '=', orderId).execute()

/** Lets open pages know of a change that is no move of the order. */
async function raise(tx: Tx, context: OrderContext, order: OrderRow, state: PaymentState): Promise<AfterCommit> {
  const version = order.version + 1
  await tx.updateTable('orders').set({ payment_state: state, version }).where('id', '=', order.id).execute()
  return () => context.news.orderChanged({ orderId: order.id, vId: order.vendor_id, version }, order.user_id)
}
