import { formatCountWithNoun } from '#contract/format-count.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { finalOrderStates } from '#contract/order-states.ts'
import {
  UNCONFIRMED_EMAIL_ORDERS_MAX,
  UNPAID_ORDERS_MAX,
  UNPAID_ORDERS_RETRY_AFTER_MS,
} from '#contract/ordering-limits.ts'
import { buildAccountsQuery } from '../../../db/accounts.ts'
import { countQueryRows } from '../../../db/count-query-rows.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import type { EmailKey } from '../../../db/email-key.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { requireKitchen } from '../kitchens/read-kitchen.ts'
import type { OrderContext } from './order-context.ts'

/** The customer of an order. A guest is identified by the email address, so all sessions of a guest count together. */
interface Customer {
  email_key: EmailKey
  is_guest: 0 | 1
}

/**
 * Refuses an order when its customer has too many orders (docs/kitchens.md). The caller holds the lock of the kitchen,
 * so that simultaneous orders are counted one after another.
 * @throws {Refusal} too_many_orders, with the time to wait
 */
export async function refuseTooManyOrders(db: DatabaseOrTx, customer: Customer): Promise<void> {
  if (customer.is_guest) {
    await refuseOrdersOver(db, customer, UNCONFIRMED_EMAIL_ORDERS_MAX.hour, HOUR_MS)
    await refuseOrdersOver(db, customer, UNCONFIRMED_EMAIL_ORDERS_MAX.day, DAY_MS)
  }
  const max = customer.is_guest ? UNPAID_ORDERS_MAX.guest : UNPAID_ORDERS_MAX.reader
  const unpaid = await countQueryRows(
    selectCustomerOrders(db, customer)
      .where('state', 'not in', finalOrderStates)
      // Ignores orders that are a day late, so that an order that is never finished does not block the customer.
      .where('promised_at', '>', Date.now() - DAY_MS)
      .where('payment_state', 'in', ['none', 'pending', 'failed']),
  )
  if (unpaid < max) return
  const advice = 'Pay or cancel one that is not accepted yet, or wait until one is done.'
  const message = `You have ${unpaid} open orders that are not paid. ${advice}`
  throw new Refusal('too_many_orders', message, UNPAID_ORDERS_RETRY_AFTER_MS / SECOND_MS)
}

/**
 * Refuses the order of a guest when the kitchen requires a confirmed email address and the guest has not confirmed it.
 * Mails the guest a link that confirms the address.
 * @throws {Refusal} order_unconfirmed
 */
export async function refuseUnconfirmedGuest(
  { db, guests }: OrderContext,
  actor: Actor,
  kitchenId: string,
): Promise<void> {
  if (!actor.roles.includes('Guest') || !(await requireKitchen(db, kitchenId)).confirmFirst) return
  const guest = await buildAccountsQuery(db).where('id', '=', actor.userId).executeTakeFirst()
  if (!guest || (await guests.isConfirmed(guest.email_key))) return
  await guests.mailLink({ email: guest.email, key: guest.email_key })
  throw new Refusal('order_unconfirmed')
}

/** @param windowMs the period whose orders are counted, in milliseconds */
async function refuseOrdersOver(db: DatabaseOrTx, customer: Customer, max: number, windowMs: number): Promise<void> {
  const now = Date.now()
  const oldest = await selectCustomerOrders(db, customer)
    .select('placed_at')
    .where('placed_at', '>', now - windowMs)
    .orderBy('placed_at', 'desc')
    .offset(max - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  const waitMs = oldest.placed_at + windowMs - now
  const wait =
    waitMs > HOUR_MS
      ? `${Math.ceil(waitMs / HOUR_MS)} hours`
      : formatCountWithNoun(Math.ceil(waitMs / MINUTE_MS), 'minute', 'minutes')
  const message = `Wait ${wait}, or log in: an account with a confirmed address may order more.`
  throw new Refusal('too_many_orders', message, Math.ceil(waitMs / SECOND_MS))
}

const selectCustomerOrders = (db: DatabaseOrTx, { email_key, is_guest }: Customer) =>
  db.selectFrom('orders').where('customer_email_key', '=', email_key).where('is_guest', '=', is_guest)
