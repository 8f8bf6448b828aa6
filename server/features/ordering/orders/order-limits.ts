import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { finalOrderStates } from '#contract/order-states.ts'
import { GUEST_ORDERS_MAX, UNPAID_ORDERS_MAX, UNPAID_ORDERS_RETRY_MS } from '#contract/ordering-limits.ts'
import type { Queries } from '../../../db/database.ts'
import type { EmailKey } from '../../../db/email-key.ts'
import { profiles } from '../../../db/profiles.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { confirmsFirst } from '../kitchens/read-kitchen.ts'
import type { OrderContext } from './order-context.ts'

/** Who places an order. An address of a guest counts in every session that gives it. */
interface Customer {
  email_key: EmailKey
  is_guest: 0 | 1
}

/**
 * Refuses an order while its customer has had too many (docs/kitchens.md). To be called with the lock of the kitchen, so
 * that orders at the same time count one after another.
 * @throws {Refusal} too_many_orders, with the time to wait
 */
export async function refuseTooManyOrders(db: Queries, customer: Customer): Promise<void> {
  if (customer.is_guest) {
    await refuseMoreThan(db, customer, GUEST_ORDERS_MAX.hour, HOUR_MS)
    await refuseMoreThan(db, customer, GUEST_ORDERS_MAX.day, DAY_MS)
  }
  const max = customer.is_guest ? UNPAID_ORDERS_MAX.guest : UNPAID_ORDERS_MAX.reader
  const { unpaid } = await ordersOf(db, customer)
    .select(({ fn }) => fn.countAll<number | string>().as('unpaid'))
    .where('state', 'not in', finalOrderStates)
    .where('payment_state', 'in', ['none', 'pending', 'failed'])
    .executeTakeFirstOrThrow()
  if (Number(unpaid) < max) return
  const words = `You have ${unpaid} open orders that are not paid. Pay or cancel one, or wait until one is done.`
  throw new Refusal('too_many_orders', words, UNPAID_ORDERS_RETRY_MS / SECOND_MS)
}

/**
 * Refuses a guest's order at a kitchen that has addresses confirmed first, and mails the link that confirms it.
 * @throws {Refusal} order_unconfirmed
 */
export async function refuseUnconfirmed({ db, guests }: OrderContext, actor: Actor, vId: string): Promise<void> {
  if (!actor.roles.includes('Guest') || !(await confirmsFirst(db, vId))) return
  const guest = await profiles(db).where('id', '=', actor.userId).executeTakeFirst()
  if (!guest || (await guests.isConfirmed(guest.email_key))) return
  await guests.mailLink({ email: guest.email, key: guest.email_key })
  throw new Refusal('order_unconfirmed')
}

/** @param windowMs how far back orders count, in milliseconds */
async function refuseMoreThan(db: Queries, customer: Customer, max: number, windowMs: number): Promise<void> {
  const now = Date.now()
  const oldest = await ordersOf(db, customer)
    .select('placed_at')
    .where('placed_at', '>', now - windowMs)
    .orderBy('placed_at', 'desc')
    .offset(max - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  const waitMs = oldest.placed_at + windowMs - now
  const wait = waitMs > HOUR_MS ? `${Math.ceil(waitMs / HOUR_MS)} hours` : `${Math.ceil(waitMs / MINUTE_MS)} minutes`
  const words = `Wait ${wait}, or log in: an account with a confirmed address may order more.`
  throw new Refusal('too_many_orders', words, Math.ceil(waitMs / SECOND_MS))
}

const ordersOf = (db: Queries, { email_key, is_guest }: Customer) =>
  db.selectFrom('orders').where('customer_email_key', '=', email_key).where('is_guest', '=', is_guest)
