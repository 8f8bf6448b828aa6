import { onTestFinished } from 'vitest'
import type { Order } from '#contract/ordering.ts'
import { WEBHOOK_PATH } from '#contract/payments.ts'
import type { AppOptions } from '../app.ts'
import type { VendorsTable } from '../db/ordering-tables.ts'
import { rejectUnansweredOrders } from '../features/ordering/orders/reject-unanswered.ts'
import { expireUnpaidOrders } from '../features/ordering/payments/expire-unpaid.ts'
import { reconcileDuePayments } from '../features/ordering/payments/reconcile-due-payments.ts'
import { connectStripe } from '../features/ordering/payments/stripe.ts'
import { orderContextOf } from './order-context.ts'
import { createOrderSite, type OrderSite, type Person } from './orders.ts'
import type { Charge, Intent } from './stripe/objects.ts'
import { cardOf, testCards } from './stripe/test-cards.ts'
import { startStripe } from './stripe-double.ts'

/** An order that was placed, with what its customer needs to pay it. */
export interface CardOrder {
  orderId: string
  trackingToken: string
  total: number
}

/** How far a card has come with a payment. */
export type Charged = 'paid' | 'declined' | 'asked' | 'refused'

/** A site of orders that takes cards: the real library, at a double of Stripe that tells it of events. */
export async function createCardSite(
  options: Partial<AppOptions> & { kitchen?: Partial<VendorsTable> & { portions?: number | null } } = {},
) {
  const site: { orders?: OrderSite } = {}
  const double = await startStripe({
    webhook: async (payload, headers) => {
      const app = site.orders?.app
      if (!app) throw new Error('There is no site yet.')
      return app.inject({ method: 'POST', url: WEBHOOK_PATH, payload, headers })
    },
  })
  const { secretKey, publishableKey, webhookSecret, origin: api } = double
  const payments = await connectStripe({ secretKey, publishableKey, webhookSecret, api })
  const orders = await createOrderSite({ payments, ...options })
  site.orders = orders
  onTestFinished(double.close)
  const { app, as, db, place } = orders
  const failures: unknown[] = []
  const failed = (error: unknown) => void failures.push(error)

  /** Does all that is due now, as main.ts does each second; again until nothing is. */
  const runJobs = async () => {
    for (let rounds = 0; rounds < 20; rounds++) {
      const more = [
        await rejectUnansweredOrders(orderContextOf(app), failed),
        await expireUnpaidOrders(orderContextOf(app), failed),
        await reconcileDuePayments(orderContextOf(app), failed),
      ]
      const due = await orders.db
        .selectFrom('payments')
        .select('order_id')
        .where('check_at', '<=', Date.now())
        .executeTakeFirst()
      if (!more.includes(true) && !due) return
    }
  }

  const ask = ({ orderId, trackingToken }: Partial<CardOrder>, who: Person | null = null) =>
    as(who, 'POST', `/api/orders/${orderId}/payment${trackingToken === undefined ? '' : `?token=${trackingToken}`}`)
  const placeByCard = async (who: Person, more: Record<string, unknown> = {}): Promise<CardOrder> => {
    const { order, trackingToken } = await place(who, { payment: 'card', ...more })
    return { orderId: order.orderId, trackingToken, total: order.total }
  }
  const charge = (clientSecret: string, number: string = testCards.good): Charged => {
    const id = clientSecret.split('_secret_')[0] ?? ''
    const card = cardOf(number)
    if (!card) throw new Error(`${number} is no card.`)
    try {
      const { status } = double.account.confirm(id, { number, card, method: 'pm_card', month: 12, year: 2090 })
      return status === 'requires_action' ? 'asked' : 'paid'
    } catch {
      return double.account.intent(id).status === 'requires_payment_method' ? 'declined' : 'refused'
    }
  }

  return {
    ...orders,
    double,
    /** What jobs could not do, but for the provider being away. */
    failures,
    runJobs,
    /** Places an order by card, which must be taken. */
    placeByCard,
    /** What the page of an order asks before and after paying. */
    ask,
    /** What a browser does at Stripe with the client secret it was given. */
    charge,
    /** Places an order by card, asks to pay it, and charges a card; the site asks nobody what has become of that. */
    pay: async (who: Person, more: Record<string, unknown> = {}, card: string = testCards.good) => {
      const order = await placeByCard(who, more)
      const answer = await ask(order)
      if (answer.status !== 200) throw new Error(`It cannot be paid: ${JSON.stringify(answer)}`)
      charge(answer.body.clientSecret, card)
      return { ...order, clientSecret: answer.body.clientSecret as string }
    },
    reconcileDuePayments: () => reconcileDuePayments(orderContextOf(app), failed),
    expireUnpaid: () => expireUnpaidOrders(orderContextOf(app), failed),
    /** An order, as who has its link sees it, however late it is. */
    read: async (orderId: string): Promise<Order> => {
      const { tracking_token } = await db
        .selectFrom('orders')
        .select('tracking_token')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      return (await as(null, 'GET', `/api/orders/${orderId}?token=${tracking_token}`)).body
    },
    payment: (orderId: string) =>
      db.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow(),
    alerts: async () =>
      (await db.selectFrom('payment_alerts').select(['kind', 'detail']).orderBy('id').execute()).map(
        ({ kind, detail }) => `${kind}: ${detail}`,
      ),
    receipts: () => db.selectFrom('receipts').select(['kind', 'amount']).orderBy('id').execute(),
    /** The payments that Stripe has of an order; more than one would be charged twice. */
    paymentsOf: (orderId: string): { intent: Intent; charge: Charge | undefined }[] =>
      [...double.account.intents.values()]
        .filter(({ metadata }) => metadata.orderId === orderId)
        .map((intent) => ({ intent, charge: double.account.charges.get(intent.latest_charge ?? '') })),
  }
}

export type CardSite = Awaited<ReturnType<typeof createCardSite>>

/** One where nothing happens by itself: events wait to be delivered, and jobs to be run. */
export async function createHeldSite(options: Parameters<typeof createCardSite>[0] = {}) {
  const site = await createCardSite(options)
  site.double.webhooks.isHeld = true
  const intent = () => {
    const [one, ...others] = site.double.account.intents.values()
    if (!one || others.length > 0) throw new Error(`There are ${others.length} more payments.`)
    return one
  }
  return { ...site, intent }
}
