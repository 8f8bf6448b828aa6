import { DAY_MS } from '#contract/limits.ts'
import { finalOrderStates, type OrderState } from '#contract/order-states.ts'
import { buildAccountsQuery } from '../../../db/accounts.ts'
import { hasRow } from '../../../db/count-query-rows.ts'
import type { Database, DatabaseOrTx, Tx } from '../../../db/database.ts'
import { emptyEmailKey } from '../../../db/email-key.ts'
import { createTransactionSubscription, type EventBus } from '../../../events/events.ts'
import { deleteFinishedMailsOfOrders } from '../../../outbox/mails-to.ts'
import type { UserDataHandlers } from '../../define-feature.ts'
import { buildOrdersQuery, type OrderRow, presentOrdersWithHistories } from './order-rows.ts'

export const completedOrderStates: readonly OrderState[] = ['collected', 'delivered']

/**
 * The column values that replace the personal data of an ended order whose account was deleted. Lines and prices stay
 * for the books.
 */
export const anonymisedOrderColumns = {
  customer_name: '',
  customer_email: '',
  customer_email_key: emptyEmailKey,
  customer_phone: '',
  address: null,
  note: '',
  referral: '',
}

export const createOrderUserDataHandlers = (events: EventBus): UserDataHandlers => ({
  export: async (db, userId) => ({
    orders: await exportOrders(db, await findCustomerOrderIds(db, userId)),
  }),
  /**
   * Detaches the orders from the account, also those that guests placed with its email address. An open order keeps the
   * customer's name, address and card, because the kitchen needs them: until it ends (transition-order.ts), or until a
   * day after the promised time (`eraseOverdueOrdersOfDeletedAccounts`).
   */
  erase: async (tx, { userId, guestIds }) => {
    await tx
      .updateTable('order_events')
      .set({ actor_id: null })
      .where('actor_id', 'in', [userId, ...guestIds])
      .execute()
    const orderIds = await findCustomerOrderIds(tx, userId)
    if (orderIds.length === 0) return
    const ended = await tx
      .updateTable('orders')
      .set({ ...anonymisedOrderColumns, user_id: null })
      .where('id', 'in', orderIds)
      .where('state', 'in', finalOrderStates)
      .returning(['id', 'vendor_id', 'version'])
      .execute()
    await publishErasedOrders(events, tx, ended)
    // The mails to the kitchen contain the customer's data, too.
    await deleteFinishedMailsOfOrders(
      tx,
      ended.map(({ id }) => id),
    )
    await tx.updateTable('orders').set({ user_id: null }).where('id', 'in', orderIds).execute()
  },
})

/** Publishes that the personal data of orders was erased, so that open boards show it no longer. */
async function publishErasedOrders(
  events: EventBus,
  tx: Tx,
  orders: readonly Pick<OrderRow, 'id' | 'vendor_id' | 'version'>[],
): Promise<void> {
  for (const { id: orderId, vendor_id: kitchenId, version } of orders)
    await events.publish(tx, 'order.changed', { orderId, kitchenId, version, userId: null })
}

/**
 * Erases the personal data of orders whose account was deleted, when the orders are still open a day after the promised
 * time.
 */
export const eraseOverdueOrdersOfDeletedAccounts = (db: Database, events: EventBus): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const erased = await tx
      .updateTable('orders')
      .set(anonymisedOrderColumns)
      .where('user_id', 'is', null)
      .where('customer_email_key', '!=', emptyEmailKey)
      .where('promised_at', '<', Date.now() - DAY_MS)
      .returning(['id', 'vendor_id', 'version'])
      .execute()
    for (const { id } of erased) await events.publish(tx, 'order.anonymised', { orderId: id })
    await publishErasedOrders(events, tx, erased)
    await deleteFinishedMailsOfOrders(
      tx,
      erased.map(({ id }) => id),
    )
  })

export const hasCompletedOrder = (db: DatabaseOrTx, userId: string): Promise<boolean> =>
  hasRow(db.selectFrom('orders').where('user_id', '=', userId).where('state', 'in', completedOrderStates))

/**
 * Moves the orders of guests with an email address to the account that has confirmed this address. After a change of
 * the address, this includes the guests with the former address (sign-up.ts). Later mails about the orders of the
 * account go to its present address.
 */
export const guestOrderClaimSubscription = createTransactionSubscription(
  'email.confirmed',
  async ({ userId, key }, tx) => {
    const account = await buildAccountsQuery(tx).where('id', '=', userId).executeTakeFirstOrThrow()
    const guests = buildAccountsQuery(tx).clearSelect().select('id').where('email_key', '=', key)
    await tx
      .updateTable('orders')
      // The id of the order replaces the key. Two guests may have used the same key, but a key must be unique within an
      // account.
      .set((eb) => ({ user_id: userId, is_guest: 0, place_key: eb.ref('id') }))
      // An open order of a deleted account still has the address. It belongs to no guest, so it is not moved, and is
      // erased when it ends.
      .where('user_id', 'in', guests)
      .where('is_guest', '=', 1)
      .execute()
    await tx
      .updateTable('orders')
      .set({ customer_email: account.email, customer_email_key: key })
      .where('user_id', '=', userId)
      .where('customer_email_key', '!=', key)
      .execute()
  },
)

const toIso = (ms: number) => new Date(ms).toISOString()

/**
 * Returns the ids of the orders of an account, including those that guests placed with its present or a former email
 * address.
 */
export async function findCustomerOrderIds(db: DatabaseOrTx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .union(
      db
        .selectFrom('orders')
        .innerJoin(buildAccountsQuery(db).as('guest'), 'guest.id', 'orders.user_id')
        .innerJoin(buildAccountsQuery(db).as('customer'), 'customer.email_key', 'guest.email_key')
        .select('orders.id')
        .where('customer.id', '=', userId)
        .where('orders.is_guest', '=', 1),
    )
    .execute()
  return rows.map(({ id }) => id)
}

async function exportOrders(db: DatabaseOrTx, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  const rows = await buildOrdersQuery(db).where('orders.id', 'in', orderIds).orderBy('orders.id').execute()
  const { shown } = await presentOrdersWithHistories(db, rows)
  return shown.map(({ vendor, acceptBy, payBy, refunds, events, ...order }) => ({
    ...order,
    kitchen: vendor.name,
    acceptBy: toIso(acceptBy),
    payBy: payBy === null ? null : toIso(payBy),
    refunds,
    events,
  }))
}
