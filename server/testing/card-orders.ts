import { insertAwaitedPayment } from '../features/ordering/payments/pay-order.ts'
import type { OrderSite, TestUser } from './orders.ts'

/** Returns a function that inserts an unpaid card order directly into the database, for a site that takes no cards. */
export const createCardOrderInserter =
  ({ db, place }: Pick<OrderSite, 'db' | 'place'>) =>
  async (who: TestUser, address = '192.0.2.1'): Promise<string> => {
    const { orderId } = (await place(who)).order
    await db
      .updateTable('orders')
      .set({ payment: 'card', payment_state: 'pending', state: 'awaiting_payment', reached_at: null })
      .where('id', '=', orderId)
      .execute()
    await db.transaction().execute((tx) => insertAwaitedPayment(tx, orderId, { chargedAtOnce: false, address }))
    return orderId
  }
