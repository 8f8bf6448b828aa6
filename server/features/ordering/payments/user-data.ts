import type { Transaction } from 'kysely'
import type { Queries } from '../../../db/database.ts'
import type { Schema } from '../../../db/schema.ts'
import type { UserData } from '../../define-feature.ts'
import { findCustomerOrderIds } from '../orders/forget-customer.ts'

type Tx = Transaction<Schema>

/** What payments keep of a person. The cards of their orders go with the orders (order-events.ts). */
export const paymentUserData: UserData = {
  export: async (db, userId) => ({ cardsTried: await triedCards(db, await findCustomerOrderIds(db, userId)) }),
  erase: forgetPayer,
}

/** Nobody's payments any more: with which card, and from where, these orders were paid. What was paid stays, for the books. */
export async function forgetCards(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ card: '', declined: '', address: '' })
    .where('order_id', 'in', orderIds)
    .execute()
  await tx
    .updateTable('payment_attempts')
    .set({ card_fingerprint: '', user_id: null, address: '' })
    .where('order_id', 'in', orderIds)
    .execute()
}

/** Forgets that an account has paid, given back or was reported. */
async function forgetPayer(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('payment_attempts').set({ user_id: null }).where('user_id', '=', userId).execute()
  await tx.updateTable('refunds').set({ actor_id: null }).where('actor_id', '=', userId).execute()
  await tx
    .updateTable('payment_alerts')
    .set((eb) => ({ subject: eb.ref('id') }))
    .where('subject', '=', `account:${userId}`)
    .execute()
}

/** The cards that were tried for orders, for the download of somebody's data; the cards themselves are not known here. */
async function triedCards(db: Queries, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('payment_attempts')
    .select(['order_id', 'address', 'is_declined', 'at'])
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('at')
    .execute()
  return rows.map(({ order_id, address, is_declined, at }) => ({
    orderId: order_id,
    from: address,
    refused: is_declined === 1,
    at: new Date(at).toISOString(),
  }))
}
