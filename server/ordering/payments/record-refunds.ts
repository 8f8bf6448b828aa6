import type { Transaction } from 'kysely'
import { newId } from '../../db/ids.ts'
import type { Schema } from '../../db/schema.ts'
import type { OrderContext } from '../orders/order-context.ts'
import { holdOrder, type OrderRow } from '../orders/order-rows.ts'
import type { PaymentNow } from './payment-provider.ts'

type Tx = Transaction<Schema>

/** A refund that the provider does not know of yet. */
export interface WaitingRefund {
  refundId: string
  amount: number
  currency: string
}

/** What is left of a lost order is given back under this name: once. */
const REST = 'rest'

/**
 * Keeps what has become of the refunds of an order; those that were made at the provider itself are added.
 * @returns whether something has changed, and whether the provider has not decided on some
 */
export async function keepRefunds(
  tx: Tx,
  order: OrderRow,
  now: PaymentNow,
): Promise<{ isNews: boolean; arePending: boolean }> {
  const known = await tx.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute()
  let isNews = false
  for (const { id, refundId, amount, state } of now.refunds) {
    const row = known.find((one) => one.provider_id === id || one.id === refundId)
    if (row?.state === state && row.provider_id === id) continue
    isNews = true
    if (row) await tx.updateTable('refunds').set({ state, provider_id: id }).where('id', '=', row.id).execute()
    else
      await tx
        .insertInto('refunds')
        .values({
          ...{ id: newId(), order_id: order.id, key: id, amount, reason: 'Given back at the payment provider.' },
          ...{ actor: 'payment', actor_id: null, state, provider_id: id, at: Date.now() },
        })
        .execute()
  }
  return { isNews, arePending: now.refunds.some(({ state }) => state === 'pending') }
}

/** What was paid for an order that has come to nothing is given back, as far as it is not already. */
export async function refundRest(tx: Tx, order: OrderRow, { amount }: PaymentNow): Promise<void> {
  const known = await tx
    .selectFrom('refunds')
    .select(['key', 'amount', 'state'])
    .where('order_id', '=', order.id)
    .execute()
  const given = known.filter(({ state }) => state !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
  if (given >= amount || known.some(({ key }) => key === REST)) return
  const last = await tx
    .selectFrom('order_events')
    .select('reason')
    .where('order_id', '=', order.id)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  await tx
    .insertInto('refunds')
    .values({
      ...{ id: newId(), order_id: order.id, key: REST, amount: amount - given, reason: last?.reason ?? '' },
      ...{ actor: 'system', actor_id: null, state: 'pending', provider_id: null, at: Date.now() },
    })
    .execute()
}

/** Those of an order that are to be made at the provider. */
export async function waitingRefunds(tx: Tx, orderId: string, currency: string): Promise<WaitingRefund[]> {
  const rows = await tx
    .selectFrom('refunds')
    .select(['id', 'amount'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'pending')
    .where('provider_id', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id, amount }) => ({ refundId: id, amount, currency }))
}

/** The provider does not make a refund: somebody has to look at it. */
export async function refundRefused({ db }: OrderContext, refundId: string): Promise<void> {
  const { order_id: orderId } = await db
    .selectFrom('refunds')
    .select('order_id')
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (tx) => {
    await holdOrder(tx, orderId)
    await tx
      .updateTable('refunds')
      .set({ state: 'failed' })
      .where('id', '=', refundId)
      .where('state', '=', 'pending')
      .execute()
  })
}
