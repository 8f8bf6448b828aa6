import type { SuccessReplyBody } from '#contract/endpoint.ts'
import type { Order } from '#contract/ordering.ts'
import type { beginOrRefreshPayment as paymentCall } from '#contract/payments.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { Refusal } from '../../../http/failures.ts'
import { type OrderCaller, requireOwnOrder } from '../orders/find-order.ts'
import { requireOrder } from '../orders/order-rows.ts'
import { endOrderAsSystem } from '../orders/transition-order.ts'
import { refuseCardTesting } from './card-testing.ts'
import {
  type PaymentContext,
  type PaymentProvider,
  ProviderRefusedError,
  ProviderUnavailableError,
} from './payment-provider.ts'
import { reconcilePayment } from './reconcile-payment.ts'

const REFUSED_REASON = 'The payment service does not accept this payment. Order again, and pay when you get your food.'

/**
 * Stores that an order waits for its payment. The provider is first called when the customer pays
 * (`beginOrRefreshPayment`).
 */
export async function insertAwaitedPayment(
  tx: Tx,
  orderId: string,
  { chargedAtOnce, address }: { chargedAtOnce: boolean; address: string },
): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      order_id: orderId,
      charged_at_once: chargedAtOnce ? 1 : 0,
      amount: 0,
      declined: '',
      card: '',
      address,
      failures: 0,
    })
    .execute()
}

/**
 * Begins the payment of an order for its customer, or reconciles a payment that has begun. A repeated call changes
 * nothing. When the provider refuses the payment, such as in an unsupported currency, the order expires.
 * @param address the IP address of the caller
 * @param reportFailure receives the refusal of the provider
 * @throws {Refusal} not_found, cards_off, card_testing, payment_failed, forbidden for callers who may read the order
 * but did not place it
 */
export async function beginOrRefreshPayment(
  context: PaymentContext,
  id: string,
  requester: OrderCaller,
  address: string,
  reportFailure: (error: unknown) => void,
): Promise<SuccessReplyBody<typeof paymentCall>> {
  const { db, payments } = context
  const order = await requireOwnOrder(db, id, requester, 'An order is paid by its customer.')
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
      await beginPayment(db, payments, order, chargedAtOnce).catch(async (error) => {
        if (!(error instanceof ProviderRefusedError)) throw error
        reportFailure(error)
        await endOrderAsSystem(context, id, { to: 'expired', reason: REFUSED_REASON }, reportFailure)
      })
    }
    const now = await reconcilePayment(context, id)
    const after = await requireOrder(db, id)
    if (after.state !== 'awaiting_payment' || now?.state !== 'unpaid')
      return { order: after, clientSecret: null, chargedAtOnce }
    // Check again, because reconciling has just recorded the latest refused cards.
    await refuseCardTesting(db, payer)
    return { order: after, clientSecret: now.clientSecret, chargedAtOnce }
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw new Refusal('payment_failed')
    throw error
  }
}

/**
 * Creates the payment of an order at the provider. When the process ends before the payment is stored, the next call
 * gets the same payment. When the order has ended meanwhile, the next payment check voids the payment.
 */
async function beginPayment(
  db: Database,
  payments: PaymentProvider,
  order: Order,
  chargedAtOnce: boolean,
): Promise<void> {
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
