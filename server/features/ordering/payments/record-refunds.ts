import type { Tx } from '../../../db/database.ts'
import { createId } from '../../../db/ids.ts'
import type { RefundsTable } from '../../../db/payment-tables.ts'
import { lockOrder, type OrderRow } from '../orders/order-rows.ts'
import { raiseAndPublishOrderVersion } from '../orders/transition-order.ts'
import { raiseRefundFailedAlert } from './payment-anomalies.ts'
import type { PaymentContext, PaymentSnapshot, RefundRequest } from './payment-provider.ts'

/**
 * Returns the amount that can still be refunded, in minor units. Pending refunds count as refunded. Together, refunds
 * requested here and refunds made at the provider can exceed the payment, until the provider refuses one.
 */
export const calculateRefundable = (
  charged: number,
  refunds: readonly Pick<RefundsTable, 'amount' | 'state'>[],
): number =>
  Math.max(
    0,
    refunds.reduce((left, { amount, state }) => (state === 'failed' ? left : left - amount), charged),
  )

/** The key of the refund of all remaining money. An order has at most one refund with this key. */
const REMAINDER_KEY = 'rest'

/**
 * Records the states of the refunds of an order, and adds refunds that were made at the provider.
 * @returns whether a refund has changed, and whether refunds are pending
 */
export async function recordRefunds(
  tx: Tx,
  at: { origin: string },
  order: OrderRow,
  now: PaymentSnapshot,
): Promise<{ haveChanged: boolean; arePending: boolean }> {
  const recordedRefunds = now.refunds.length === 0 ? [] : await selectRefunds(tx, order.id)
  let haveChanged = false
  for (const { id: provider_id, refundId, amount, state } of now.refunds) {
    const row = recordedRefunds.find((refund) => refund.provider_id === provider_id || refund.id === refundId)
    if (row?.state === state && row.provider_id === provider_id) continue
    haveChanged = true
    const id = row?.id ?? createId()
    if (row) await tx.updateTable('refunds').set({ state, provider_id }).where('id', '=', id).execute()
    else
      await insertRefund(tx, {
        id,
        order_id: order.id,
        key: provider_id,
        amount,
        reason: 'Given back at the payment provider.',
        actor: 'payment',
        state,
        provider_id,
      })
    if (state === 'failed') await raiseRefundFailedAlert(tx, at, order, { id, amount })
  }
  return { haveChanged, arePending: now.refunds.some(({ state }) => state === 'pending') }
}

/** Adds a refund of all money that was not refunded yet, for an order that has failed. @param charged in minor units */
export async function insertRemainderRefund(tx: Tx, order: OrderRow, charged: number): Promise<void> {
  const recordedRefunds = await selectRefunds(tx, order.id)
  const left = calculateRefundable(charged, recordedRefunds)
  if (left <= 0 || recordedRefunds.some(({ key }) => key === REMAINDER_KEY)) return
  const last = await tx
    .selectFrom('order_events')
    .select('reason')
    .where('order_id', '=', order.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  await insertRefund(tx, {
    order_id: order.id,
    key: REMAINDER_KEY,
    amount: left,
    reason: last?.reason ?? '',
    actor: 'system',
  })
}

/** Inserts a refund. Without other `columns`, it is pending and must still be made at the provider. */
export async function insertRefund(
  tx: Tx,
  columns: Pick<RefundsTable, 'order_id' | 'key' | 'amount' | 'reason' | 'actor'> & Partial<RefundsTable>,
): Promise<void> {
  const waiting = { id: createId(), state: 'pending' as const, at: Date.now() }
  await tx
    .insertInto('refunds')
    .values({ ...waiting, ...columns })
    .execute()
}

/** Lists the refunds of an order that must still be made at the provider. */
export async function listRefundsToRequest(tx: Tx, order: OrderRow): Promise<RefundRequest[]> {
  const rows = await selectRefunds(tx, order.id)
  return rows
    .filter(({ state, provider_id }) => state === 'pending' && provider_id === null)
    .map(({ id: refundId, amount }) => ({
      refundId,
      amount,
      currency: order.currency,
      currencyDigits: order.currencyDigits,
    }))
}

/** Marks a refund as failed after the provider has refused it, and raises an alert. */
export async function recordRefusedRefund(context: PaymentContext, orderId: string, refundId: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const refund = await tx
      .updateTable('refunds')
      .set({ state: 'failed' })
      .where('id', '=', refundId)
      .where('state', '=', 'pending')
      .returning(['id', 'amount'])
      .executeTakeFirst()
    if (!refund) return
    await raiseRefundFailedAlert(tx, context, order, refund)
    await raiseAndPublishOrderVersion(tx, context, order)
  })
}

const selectRefunds = (tx: Tx, orderId: string) =>
  tx.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
