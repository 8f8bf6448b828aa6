import { finalOrderStates } from '#contract/order-states.ts'
import type { DatabaseOrTx, Tx } from '../../../db/database.ts'
import type { UserDataHandlers } from '../../define-feature.ts'
import { findCustomerOrderIds } from '../orders/user-data.ts'

/**
 * Exports and erases payment data of an account. The card of an open order is erased when the order ends
 * (order-events.ts).
 */
export const paymentUserDataHandlers: UserDataHandlers = {
  export: async (db, userId) => ({ cardsTried: await listCardAttempts(db, await findCustomerOrderIds(db, userId)) }),
  erase: async (tx, { userId, guestIds }) => {
    const ids = [userId, ...guestIds]
    await tx.updateTable('payment_attempts').set({ user_id: null }).where('user_id', 'in', ids).execute()
    await tx.updateTable('refunds').set({ actor_id: null }).where('actor_id', 'in', ids).execute()
    await tx
      .updateTable('payment_alerts')
      .set((eb) => ({ subject: eb.ref('id') }))
      .where(
        'subject',
        'in',
        ids.map((id) => `account:${id}`),
      )
      .execute()
    const orderIds = await findCustomerOrderIds(tx, userId)
    if (orderIds.length === 0) return
    const ended = await tx
      .selectFrom('orders')
      .select('id')
      .where('id', 'in', orderIds)
      .where('state', 'in', finalOrderStates)
      .execute()
    await eraseOrderCardData(
      tx,
      ended.map(({ id }) => id),
    )
  },
}

/** Erases the cards and IP addresses of orders. Amounts stay for the books. */
export async function eraseOrderCardData(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
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

/** Lists the attempts to pay orders by card, for the export. Card numbers are not stored. */
async function listCardAttempts(db: DatabaseOrTx, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('payment_attempts')
    .select(['order_id as orderId', 'address as from', 'is_declined', 'at'])
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('at')
    .execute()
  return rows.map(({ is_declined, ...attempt }) => ({ ...attempt, refused: is_declined === 1 }))
}
