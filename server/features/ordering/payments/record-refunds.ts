import type { Transaction } from 'kysely'
import { newId } from '../../../db/ids.ts'
import type { Schema } from '../../../db/schema.ts'
import { lockOrder, type OrderRow, selectOrders, toMoneyUnit } from '../orders/order-rows.ts'
import { raiseOrderVersion } from '../orders/raise-version.ts'
import { alertRefundFailed } from './payment-anomalies.ts'
import type { PaymentContext } from './payment-context.ts'
import type { PaymentSnapshot } from './payment-provider.ts'
import { calculateRefundable } from './refundable.ts'

type Tx = Transaction<Schema>

/** A refund that the provider does not know of yet. */
export interface WaitingRefund {
  refundId: string
  amount: number
  currency: string
  currencyDigits: number
}

/** Under this name what is left of a lost order is given back: once. */
const REST = 'rest'

/**
 * Keeps what has become of the refunds of an order; those that were made at the provider itself are added.
 * @returns whether something has changed, and whether the provider has yet to decide on some
 */
export async function recordRefunds(
  tx: Tx,
  at: { origin: string },
  order: OrderRow,
  now: PaymentSnapshot,
): Promise<{ haveChanged: boolean; arePending: boolean }> {
  const known = now.refunds.length === 0 ? [] : await rowsOf(tx, order.id)
  let haveChanged = false
  for (const { id: provider_id, refundId, amount, state } of now.refunds) {
    const row = known.find((one) => one.provider_id === provider_id || one.id === refundId)
    if (row?.state === state && row.provider_id === provider_id) continue
    haveChanged = true
    const id = row?.id ?? newId()
    if (row) await tx.updateTable('refunds').set({ state, provider_id }).where('id', '=', id).execute()
    else
      await tx
        .insertInto('refunds')
        .values({
          id,
          order_id: order.id,
          key: provider_id,
          amount,
          reason: 'Given back at the payment provider.',
          actor: 'payment',
          actor_id: null,
          state,
          provider_id,
          at: Date.now(),
        })
        .execute()
    if (state === 'failed') await alertRefundFailed(tx, at, order, { id, amount })
  }
  return { haveChanged, arePending: now.refunds.some(({ state }) => state === 'pending') }
}

/** What was paid for an order that has come to nothing is given back, as far as it is not already. @param taken in minor units */
export async function refundRemainder(tx: Tx, order: OrderRow, taken: number): Promise<void> {
  const known = await rowsOf(tx, order.id)
  const left = calculateRefundable(taken, known)
  if (left <= 0 || known.some(({ key }) => key === REST)) return
  const last = await tx
    .selectFrom('order_events')
    .select('reason')
    .where('order_id', '=', order.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  await tx
    .insertInto('refunds')
    .values({
      id: newId(),
      order_id: order.id,
      key: REST,
      amount: left,
      reason: last?.reason ?? '',
      actor: 'system',
      actor_id: null,
      state: 'pending',
      provider_id: null,
      at: Date.now(),
    })
    .execute()
}

/** Those of an order that are to be made at the provider. */
export async function listWaitingRefunds(tx: Tx, order: OrderRow): Promise<WaitingRefund[]> {
  const rows = await rowsOf(tx, order.id)
  return rows
    .filter(({ state, provider_id }) => state === 'pending' && provider_id === null)
    .map(({ id: refundId, amount }) => ({ refundId, amount, ...toMoneyUnit(order) }))
}

/** The provider does not make a refund: it has failed, and somebody has to look at it. */
export async function recordRefusedRefund(context: PaymentContext, orderId: string, refundId: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId)
    const refund = await tx
      .updateTable('refunds')
      .set({ state: 'failed' })
      .where('id', '=', refundId)
      .where('state', '=', 'pending')
      .returning(['id', 'amount'])
      .executeTakeFirst()
    if (!refund) return
    const order = await selectOrders(tx).where('orders.id', '=', orderId).executeTakeFirstOrThrow()
    await alertRefundFailed(tx, context, order, refund)
    await raiseOrderVersion(tx, context, order)
  })
}

const rowsOf = (tx: Tx, orderId: string) =>
  tx.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
