import { createHash } from 'node:crypto'
import { isChargeableAmount } from '#contract/card-amounts.ts'
import { getFractionDigits } from '#contract/currency-digits.ts'
import type { SuccessReplyBody } from '#contract/endpoint.ts'
import { DAY_MS } from '#contract/limits.ts'
import { calculateRejectionTime, formatLocalDate } from '#contract/opening-hours.ts'
import type { placeOrder as placeOrderCall, Quote } from '#contract/ordering.ts'
import { CARD_AUTHORISATION_MS } from '#contract/ordering-limits.ts'
import { roundDownToSlot } from '#contract/slots.ts'
import { tryLockActiveAccount } from '../../../db/accounts.ts'
import type { DatabaseOrTx, Tx } from '../../../db/database.ts'
import { createId } from '../../../db/ids.ts'
import { retryTransaction } from '../../../db/retry-transaction.ts'
import { generateSecret } from '../../../db/secrets.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { lockKitchen } from '../kitchens/change-kitchen.ts'
import { findKitchenWithMenu } from '../kitchens/read-kitchen.ts'
import { notifyOfPlacedOrder } from './notify-of-order.ts'
import type { OrderContext } from './order-context.ts'
import { refuseTooManyOrders, refuseUnconfirmedGuest } from './order-limits.ts'
import { calculateOrderQuote, type OrderRequest, parseOrderTexts } from './order-request.ts'
import { buildOrdersQuery, presentOrderWithHistory, requireOrder } from './order-rows.ts'
import { subtractPortions } from './portions.ts'
import { snapshotOrderLines } from './snapshot-order-lines.ts'

type PlacedOrder = SuccessReplyBody<typeof placeOrderCall, 201>

/** Refuses an order, because the customer saw another total or the quote has problems. */
export class QuoteChangedRefusal extends Refusal {
  readonly quote: Quote

  constructor(quote: Quote) {
    super('quote_changed')
    this.quote = quote
  }
}

/**
 * Places an order, or returns the order that the account has already placed with the same key. An order with payment by
 * card waits for the payment.
 * @param address the IP address of the caller
 * @throws {QuoteChangedRefusal} with the quote of the server
 * @throws {Refusal} not_found, note_too_long, phone_invalid, phone_length, key_reused, unauthenticated, cards_off,
 * card_amount, card_testing, too_many_orders, order_unconfirmed
 */
export async function placeOrder(
  context: OrderContext,
  actor: Actor,
  body: OrderRequest,
  address: string,
): Promise<PlacedOrder> {
  const request = {
    ...body,
    ...parseOrderTexts(body),
    clientAddress: address,
    hash: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
  }
  const existing = await findByKey(context.db, actor.userId, request)
  if (existing) return existing
  await refuseUnconfirmedGuest(context, actor, request.vId)
  if (request.payment === 'card') {
    if (!context.cards) throw new Refusal('cards_off')
    await context.cards.refuseTesting(context.db, { userId: actor.userId, address })
  }
  return retryTransaction(context.db, (tx) => placeOrderIn(tx, context, actor, request))
}

/** Finds the order that was placed with the same key. @throws {Refusal} key_reused when its request was different */
async function findByKey(db: DatabaseOrTx, userId: string, { key, hash }: { key: string; hash: string }) {
  const row = await buildOrdersQuery(db)
    .where('orders.user_id', '=', userId)
    .where('orders.place_key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.place_hash !== hash) throw new Refusal('key_reused')
  return { order: await presentOrderWithHistory(db, row), trackingToken: row.tracking_token }
}

async function placeOrderIn(
  tx: Tx,
  context: OrderContext,
  actor: Actor,
  request: OrderRequest & { hash: string; clientAddress: string },
): Promise<PlacedOrder> {
  const { vId: kitchenId, service, lines } = request
  const customer = await tryLockActiveAccount(tx, actor.userId)
  if (!customer) throw new Refusal('unauthenticated')
  // The lock makes the orders of a kitchen wait for each other.
  const { status } = await lockKitchen(tx, kitchenId)
  if (status !== 'active') throw new Refusal('not_found')
  const existing = await findByKey(tx, actor.userId, request)
  if (existing) return existing
  await refuseTooManyOrders(tx, customer)

  const now = Date.now()
  const kitchen = await findKitchenWithMenu(tx, { kitchenId }, now)
  if (!kitchen) throw new Refusal('not_found')
  const quote = calculateOrderQuote(kitchen, request, now)
  const { readyAt, subtotal, deliveryFee, total, currency } = quote
  if (quote.problems.length > 0 || readyAt === null || total !== request.total) throw new QuoteChangedRefusal(quote)
  const isByCard = request.payment === 'card'
  if (isByCard && !isChargeableAmount(total, currency)) throw new Refusal('card_amount')

  const storedLines = snapshotOrderLines(kitchen, lines)
  const hasRunOut = await subtractPortions(tx, storedLines)
  const id = createId()
  const trackingToken = generateSecret()
  const day = formatLocalDate(now, kitchen.terms.timezone)
  const acceptBy = calculateRejectionTime(kitchen.terms, service, now, readyAt)
  const orderState = isByCard ? 'awaiting_payment' : 'placed'
  await tx
    .insertInto('orders')
    .values({
      id,
      vendor_id: kitchenId,
      day,
      number: await findNextNumber(tx, kitchenId, day, now),
      tracking_token: trackingToken,
      user_id: actor.userId,
      place_key: request.key,
      place_hash: request.hash,
      customer_name: customer.name,
      customer_email: customer.email,
      customer_email_key: customer.email_key,
      customer_phone: request.phone,
      is_guest: customer.is_guest,
      service,
      slot_at: request.slotAt,
      ready_slot: roundDownToSlot(readyAt),
      promised_at: readyAt,
      address: service === 'delivery' ? JSON.stringify(request.address) : null,
      lines: JSON.stringify(storedLines),
      currency,
      currency_digits: getFractionDigits(currency),
      subtotal,
      delivery_fee: deliveryFee,
      total,
      payment: request.payment,
      payment_state: isByCard ? 'pending' : 'none',
      note: request.note,
      referral: request.referral,
      state: orderState,
      version: 1,
      accept_by: acceptBy,
      placed_at: now,
      reached_at: isByCard ? null : now,
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
      to_state: orderState,
      reason: '',
      acknowledged: '[]',
    })
    .execute()

  if (isByCard)
    await context.cards?.expectPayment(tx, id, {
      chargedAtOnce: acceptBy > now + CARD_AUTHORISATION_MS,
      address: request.clientAddress,
    })

  const order = await requireOrder(tx, id)
  // Nobody is notified of a card order yet, because it may never be paid.
  if (!isByCard) await notifyOfPlacedOrder(tx, context, order, trackingToken)
  await context.events.publish(tx, 'order.changed', { orderId: id, kitchenId, version: 1, userId: actor.userId })
  const takesSlot = kitchen.terms.ordersPerSlot !== null
  if (hasRunOut || takesSlot) await context.events.publish(tx, 'kitchen.changed', { kitchenId })
  return { order, trackingToken }
}

/**
 * Returns the number that follows the last number of a day. Skips the numbers of open orders from earlier days, because
 * the kitchen and the customers know orders by their numbers. The number of an order that is a day late is used again,
 * because some kitchens never finish an order.
 */
async function findNextNumber(tx: Tx, kitchenId: string, day: string, now: number): Promise<number> {
  const orders = tx.selectFrom('orders').where('vendor_id', '=', kitchenId)
  const { last } = await orders
    .select(({ fn }) => fn.max('number').as('last'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  const openOrders = await orders
    .select('number')
    .where('ended_at', 'is', null)
    .where('promised_at', '>', now - DAY_MS)
    .execute()
  const openNumbers = new Set(openOrders.map(({ number }) => number))
  let next = (last ?? 0) + 1
  while (openNumbers.has(next)) next++
  return next
}
