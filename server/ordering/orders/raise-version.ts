import type { Transaction } from 'kysely'
import type { PaymentState } from '#contract/order-states.ts'
import type { AfterCommit } from '../../db/after-commit.ts'
import type { Schema } from '../../db/schema.ts'
import type { OrderContext } from './order-context.ts'
import type { OrderRow } from './order-rows.ts'

/** Lets open pages know of a change of an order that is no move of it. @param changes what of the order is another one now */
export async function raiseVersion(
  tx: Transaction<Schema>,
  { news }: Pick<OrderContext, 'news'>,
  { id, vendor_id: vId, user_id, version: before }: OrderRow,
  changes: { payment_state?: PaymentState } = {},
): Promise<AfterCommit> {
  const version = before + 1
  await tx
    .updateTable('orders')
    .set({ ...changes, version })
    .where('id', '=', id)
    .execute()
  return () => news.orderChanged({ orderId: id, vId, version }, user_id)
}
