import type { Transaction } from 'kysely'
import { finalOrderStates } from '#contract/order-states.ts'
import type { Queries } from '../../../db/database.ts'
import { noEmailKey } from '../../../db/email-key.ts'
import { profiles } from '../../../db/profiles.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Events } from '../../../events/events.ts'
import { deleteMailsOfOrders } from '../../../outbox/mails-to.ts'
import { orderRows, presentOrders } from './order-rows.ts'

type Tx = Transaction<Schema>

/** What is left of a customer once their account and their order are over: what was sold, for the kitchen's books. */
export const blanks = {
  customer_name: '',
  customer_email: '',
  customer_email_key: noEmailKey,
  customer_phone: '',
  address: null,
  note: '',
  referral: '',
}

/** What orders keep of a person. */
export const orderUserData = (events: Events) => ({
  export: async (db: Queries, userId: string) => ({ orders: await exportedOrders(db, await orderIdsOf(db, userId)) }),
  /**
   * Nobody's order any more, those included that guests with the address placed. The kitchen still has to cook and to find
   * who waits: of an open order, name, address and card go when it ends (make-move.ts).
   */
  erase: async (tx: Tx, userId: string): Promise<void> => {
    await tx.updateTable('order_events').set({ actor_id: null }).where('actor_id', '=', userId).execute()
    const own = await orderIdsOf(tx, userId)
    if (own.length === 0) return
    const ended = await tx
      .updateTable('orders')
      .set({ ...blanks, user_id: null })
      .where('id', 'in', own)
      .where('state', 'in', finalOrderStates)
      .returning('id')
      .execute()
    await forgetCopies(
      tx,
      events,
      ended.map(({ id }) => id),
    )
    await tx.updateTable('orders').set({ user_id: null }).where('id', 'in', own).execute()
  },
})

/** Forgets what else names the customer of ended orders: their cards, and the mails that the kitchen has got. */
export async function forgetCopies(tx: Tx, events: Events, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await events.publish(tx, 'orders.anonymised', { orderIds: ids })
  await deleteMailsOfOrders(tx, ids)
}

/** Whether somebody has ever got what they ordered. */
export async function hasCompletedOrder(db: Queries, userId: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['collected', 'delivered'])
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}

const iso = (ms: number) => new Date(ms).toISOString()

/** Of somebody's orders, with those that guests have placed with the address that is theirs. */
export async function orderIdsOf(db: Queries, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .union(
      db
        .selectFrom('orders')
        .innerJoin(profiles(db).as('customer'), 'customer.email_key', 'customer_email_key')
        .select('orders.id')
        .where('customer.id', '=', userId)
        .where('orders.is_guest', '=', 1),
    )
    .execute()
  return rows.map(({ id }) => id)
}

async function exportedOrders(db: Queries, own: readonly string[]) {
  if (own.length === 0) return []
  const rows = await orderRows(db).where('orders.id', 'in', own).orderBy('orders.id').execute()
  const { shown } = await presentOrders(db, rows)
  return shown.map(({ vendor, slotAt, promisedAt, placedAt, acceptBy, payBy, refunds, events, ...order }) => ({
    ...order,
    kitchen: vendor.name,
    slotAt: slotAt === null ? null : iso(slotAt),
    promisedAt: iso(promisedAt),
    placedAt: iso(placedAt),
    acceptBy: iso(acceptBy),
    payBy: payBy === null ? null : iso(payBy),
    refunds: refunds.map(({ at, ...refund }) => ({ ...refund, at: iso(at) })),
    events: events.map(({ at, promisedAt, ...event }) => ({
      ...event,
      at: iso(at),
      promisedAt: promisedAt === null ? null : iso(promisedAt),
    })),
  }))
}
