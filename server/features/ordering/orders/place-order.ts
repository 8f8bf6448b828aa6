import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { isCardAmount } from '#contract/card-amounts.ts'
import { fractionDigits } from '#contract/currency-digits.ts'
import { calculateAcceptBy, formatLocalDate } from '#contract/opening-hours.ts'
import type { Order, Quote } from '#contract/ordering.ts'
import { CARD_AUTHORISATION_MS } from '#contract/ordering-limits.ts'
import { roundDownToSlot } from '#contract/slots.ts'
import type { Queries } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { lockOpenAccount } from '../../../db/profiles.ts'
import { retryTransaction } from '../../../db/retry-transaction.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Actor } from '../../../http/actor.ts'
import { isRefusal, Refusal } from '../../../http/failures.ts'
import { readKitchen } from '../kitchens/read-kitchen.ts'
import { frozenLines } from './frozen-lines.ts'
import { notifyOfPlacedOrder } from './notify-of-order.ts'
import type { OrderContext } from './order-context.ts'
import { refuseTooManyOrders, refuseUnconfirmed } from './order-limits.ts'
import { orderRows, presentOne } from './order-rows.ts'
import { takePortions } from './portions.ts'
import { checkedWords, quoteFor, type Wanted } from './wanted-order.ts'

type Tx = Transaction<Schema>

/** An order, and the secret of the link to it. */
interface Placed {
  order: Order
  trackingToken: string
}

/** Nothing has been placed: the customer has seen other terms than those of now. */
export class QuoteChanged extends Error {
  readonly quote: Quote

  constructor(quote: Quote) {
    super('The quote has problems or another total.')
    this.quote = quote
  }
}

/**
 * Places an order once for each key of an account. An order that is paid by card waits for the payment.
 * @param address where the call comes from
 * @throws {QuoteChanged} with the server's own quote
 * @throws {Refusal} not_found, note_too_long, phone_invalid, key_reused, unauthenticated, cards_off, card_amount,
 * card_testing, too_many_orders, order_unconfirmed
 */
export async function placeOrder(context: OrderContext, actor: Actor, body: Wanted, address: string): Promise<Placed> {
  const wanted = {
    ...body,
    ...checkedWords(body),
    from: address,
    hash: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
  }
  const known = await findByKey(context.db, actor.userId, wanted)
  if (known) return known
  await refuseUnconfirmed(context, actor, wanted.vId)
  if (wanted.payment === 'card') {
    if (!context.cards) throw new Refusal('cards_off')
    await context.cards.refuseTesting(context.db, { userId: actor.userId, address })
  }
  const place = () => context.db.transaction().execute((tx) => placeIn(tx, context, actor, wanted))
  return retryTransaction(place, (error) => isRefusal(error) || error instanceof QuoteChanged)
}

/** What was placed with the same key. @throws {Refusal} key_reused when that was something else */
async function findByKey(db: Queries, userId: string, { key, hash }: { key: string; hash: string }) {
  const row = await orderRows(db)
    .where('orders.user_id', '=', userId)
    .where('orders.place_key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.place_hash !== hash) throw new Refusal('key_reused')
  return { order: await presentOne(db, row), trackingToken: row.tracking_token }
}

async function placeIn(
  tx: Tx,
  context: OrderContext,
  actor: Actor,
  wanted: Wanted & { hash: string; from: string },
): Promise<Placed> {
  const { vId, service, lines } = wanted
  const customer = await lockOpenAccount(tx, actor.userId)
  if (!customer) throw new Refusal('unauthenticated')
  await lockKitchen(tx, vId)
  const known = await findByKey(tx, actor.userId, wanted)
  if (known) return known
  await refuseTooManyOrders(tx, customer)

  const now = Date.now()
  const kitchen = await readKitchen(tx, { vId }, now)
  if (!kitchen) throw new Refusal('not_found')
  const quote = quoteFor(kitchen, wanted, now)
  const { readyAt, subtotal, deliveryFee, total, currency } = quote
  if (quote.problems.length > 0 || readyAt === null || total !== wanted.total) throw new QuoteChanged(quote)
  const byCard = wanted.payment === 'card'
  if (byCard && !isCardAmount(total, currency)) throw new Refusal('card_amount')

  const kept = frozenLines(kitchen, lines)
  const ranOut = await takePortions(tx, kept)
  const id = newId()
  const trackingToken = randomBytes(32).toString('base64url')
  const day = formatLocalDate(now, kitchen.terms.timezone)
  const acceptBy = calculateAcceptBy(kitchen.terms, service, now)
  const state = byCard ? 'awaiting_payment' : 'placed'
  await tx
    .insertInto('orders')
    .values({
      id,
      vendor_id: vId,
      day,
      number: (await lastNumber(tx, vId, day)) + 1,
      tracking_token: trackingToken,
      user_id: actor.userId,
      place_key: wanted.key,
      place_hash: wanted.hash,
      customer_name: customer.name,
      customer_email: customer.email,
      customer_email_key: customer.email_key,
      customer_phone: wanted.phone,
      is_guest: customer.is_guest,
      service,
      slot_at: wanted.slotAt,
      ready_slot: roundDownToSlot(readyAt),
      promised_at: readyAt,
      address: service === 'delivery' ? JSON.stringify(wanted.address) : null,
      lines: JSON.stringify(kept),
      currency,
      currency_digits: fractionDigits(currency),
      subtotal,
      delivery_fee: deliveryFee,
      total,
      payment: wanted.payment,
      payment_state: byCard ? 'pending' : 'none',
      note: wanted.note,
      referral: wanted.referral,
      state,
      version: 1,
      accept_by: acceptBy,
      placed_at: now,
      reached_at: byCard ? null : now,
      ended_at: null,
    })
    .execute()
  await tx
    .insertInto('order_events')
    .values({
      order_id: id,
      version: 1,
      at: now,
      actor: 'customer',
      actor_id: actor.userId,
      from_state: null,
      to_state: state,
      reason: '',
      promised_at: null,
      acknowledged: '[]',
    })
    .execute()

  if (byCard)
    await context.cards?.expectPayment(tx, id, {
      chargedAtOnce: acceptBy > now + CARD_AUTHORISATION_MS,
      address: wanted.from,
    })

  const row = await orderRows(tx).where('orders.id', '=', id).executeTakeFirstOrThrow()
  const order = await presentOne(tx, row)
  // Of an order that is not paid yet neither kitchen nor customer hears: it may come to nothing.
  if (!byCard) await notifyOfPlacedOrder(tx, context, order, trackingToken)
  await context.events.publish(tx, 'order.changed', { orderId: id, kitchenId: vId, version: 1, userId: actor.userId })
  if (ranOut) await context.events.publish(tx, 'kitchen.changed', { kitchenId: vId })
  return { order, trackingToken }
}

/** Orders at one kitchen are placed one after another: who has raised its version holds its row. @throws {Refusal} not_found */
async function lockKitchen(tx: Tx, vId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('vendors')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', vId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
}

async function lastNumber(tx: Tx, vId: string, day: string): Promise<number> {
  const { last } = await tx
    .selectFrom('orders')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('vendor_id', '=', vId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return last ?? 0
}
