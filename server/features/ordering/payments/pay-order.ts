import type { Order } from '#contract/ordering.ts'
import type { Database } from '../../../db/database.ts'
import { Refusal } from '../../../http/failures.ts'
import { findOrder, isOrderCustomer, type OrderRequester } from '../orders/find-order.ts'
import { refuseCardTesting } from './card-testing.ts'
import type { PaymentContext } from './payment-context.ts'
import { type PaymentProvider, type PaymentSnapshot, ProviderUnavailable } from './payment-provider.ts'
import { reconcilePayment } from './reconcile-payment.ts'

interface Paying {
  order: Order
  clientSecret: string | null
  chargedAtOnce: boolean
}

/**
 * Lets an order that waits for its payment be paid by who ordered it, or finds out what has become of that. Done again it
 * changes nothing.
 * @param address where the call comes from
 * @throws {Refusal} not_found, cards_off, card_testing, payment_failed, forbidden for who may read it but did not order it
 */
export async function payOrder(
  context: PaymentContext,
  id: string,
  asker: OrderRequester,
  address: string,
): Promise<Paying> {
  const { db, payments } = context
  const order = await findOrder(db, id, asker)
  if (!(await isOrderCustomer(db, id, asker))) throw new Refusal('forbidden', 'An order is paid by its customer.')
  const payment = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['provider_id', 'charged_at_once', 'user_id'])
    .where('order_id', '=', id)
    .executeTakeFirst()
  const chargedAtOnce = payment?.charged_at_once === 1
  if (!payment || order.state !== 'awaiting_payment') return { order, clientSecret: null, chargedAtOnce }
  if (!payments) throw new Refusal('cards_off')
  const payer = { orderId: id, userId: payment.user_id, address }
  try {
    if (payment.provider_id === null) {
      await refuseCardTesting(db, payer)
      await begin(db, payments, order, chargedAtOnce)
    }
    const now = await reconcilePayment(context, id)
    const after = await findOrder(db, id, asker)
    if (!canBePaid(after, now)) return { order: after, clientSecret: null, chargedAtOnce }
    // Cards that were refused since have just been counted.
    await refuseCardTesting(db, payer)
    return { order: after, clientSecret: now.clientSecret, chargedAtOnce }
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new Refusal('payment_failed')
    throw error
  }
}

const canBePaid = ({ state }: Order, now: PaymentSnapshot | null): now is PaymentSnapshot =>
  state === 'awaiting_payment' && now?.state === 'unpaid'

/**
 * Makes the payment of an order at the provider. Should this end before it is kept, the next call gets the same one; and who
 * has begun it while the order came to an end finds that out by looking.
 */
async function begin(db: Database, payments: PaymentProvider, order: Order, chargedAtOnce: boolean): Promise<void> {
  const { id } = await payments.begin({
    orderId: order.orderId,
    amount: order.total,
    currency: order.currency,
    currencyDigits: order.currencyDigits,
    chargedAtOnce,
    description: `Order ${order.number} at ${order.vendor.name}`,
  })
  await db
    .updateTable('payments')
    .set({ provider_id: id, check_at: Date.now() })
    .where('order_id', '=', order.orderId)
    .execute()
}
