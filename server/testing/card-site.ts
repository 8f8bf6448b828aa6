import { onTestFinished } from 'vitest'
import type { Order } from '#contract/ordering.ts'
import { PAYMENT_WEBHOOK_PATH } from '#contract/payments.ts'
import type { AppOptions } from '../app.ts'
import type { VendorsTable } from '../db/ordering-tables.ts'
import { rejectUnansweredOrders } from '../features/ordering/orders/reject-unanswered.ts'
import { expireUnpaidOrders, reconcileDuePayments } from '../features/ordering/payments/payment-jobs.ts'
import { createStripeProvider } from '../features/ordering/payments/stripe.ts'
import { getOrderContextOfApp } from './order-context.ts'
import { createOrderSite, type OrderSite, type TestUser } from './orders.ts'
import type { Charge, Intent } from './stripe/objects.ts'
import { findTestCard, testCardNumbers } from './stripe/test-cards.ts'
import { startStripeDouble } from './stripe-double.ts'

/** A placed order, with the values that its customer needs for paying. */
export interface PayableCardOrder {
  orderId: string
  trackingToken: string
  total: number
}

/** The result of charging a card. `asked`: the bank wants an authentication. `refused`: the payment expects no card. */
export type ChargeResult = 'paid' | 'declined' | 'asked' | 'refused'

/** Creates a site with card orders: the real library calls a double of Stripe, which sends events to the site. */
export async function createCardSite(
  options: Partial<AppOptions> & { kitchen?: Partial<VendorsTable> & { portions?: number | null } } = {},
) {
  const site: { orders?: OrderSite } = {}
  const double = await startStripeDouble({
    webhook: async (payload, headers) => {
      const app = site.orders?.app
      if (!app) throw new Error('There is no site yet.')
      return app.inject({ method: 'POST', url: PAYMENT_WEBHOOK_PATH, payload, headers })
    },
  })
  const { secretKey, publishableKey, webhookSecret, origin: api } = double
  const payments = await createStripeProvider({ secretKey, publishableKey, webhookSecret, api })
  const orders = await createOrderSite({ payments, ...options })
  site.orders = orders
  onTestFinished(double.close)
  const { app, as, db, place } = orders
  const failures: unknown[] = []
  const recordFailure = (error: unknown) => void failures.push(error)

  /** Runs the jobs until nothing is due. */
  const runJobs = async () => {
    for (let rounds = 0; rounds < 20; rounds++) {
      const more = [
        await rejectUnansweredOrders(getOrderContextOfApp(app), recordFailure),
        await expireUnpaidOrders(getOrderContextOfApp(app), recordFailure),
        await reconcileDuePayments(getOrderContextOfApp(app), recordFailure),
      ]
      const due = await orders.db
        .selectFrom('payments')
        .select('order_id')
        .where('check_at', '<=', Date.now())
        .executeTakeFirst()
      if (!more.includes(true) && !due) return
    }
  }

  const ask = ({ orderId, trackingToken }: Partial<PayableCardOrder>, who: TestUser | null = null) =>
    as(who, 'POST', `/api/orders/${orderId}/payment${trackingToken === undefined ? '' : `?token=${trackingToken}`}`)
  const placeByCard = async (who: TestUser, more: Record<string, unknown> = {}): Promise<PayableCardOrder> => {
    const { order, trackingToken } = await place(who, { payment: 'card', ...more })
    return { orderId: order.orderId, trackingToken, total: order.total }
  }
  const charge = (clientSecret: string, number: string = testCardNumbers.good): ChargeResult => {
    const id = clientSecret.split('_secret_')[0] ?? ''
    const card = findTestCard(number)
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
    /** The errors of jobs, without the errors of an unavailable provider. */
    failures,
    runJobs,
    /** Places a card order. It throws when the order is refused. */
    placeByCard,
    /** Makes the payment call, as the order page does before and after paying. */
    ask,
    /** Confirms a payment at Stripe with the client secret, as a browser does. */
    charge,
    /** Places a card order, begins its payment and charges a card. The site has not checked the result yet. */
    pay: async (who: TestUser, more: Record<string, unknown> = {}, card: string = testCardNumbers.good) => {
      const order = await placeByCard(who, more)
      const answer = await ask(order)
      if (answer.status !== 200) throw new Error(`It cannot be paid: ${JSON.stringify(answer)}`)
      charge(answer.body.clientSecret, card)
      return { ...order, clientSecret: answer.body.clientSecret as string }
    },
    reconcileDuePayments: () => reconcileDuePayments(getOrderContextOfApp(app), recordFailure),
    expireUnpaid: () => expireUnpaidOrders(getOrderContextOfApp(app), recordFailure),
    /** Reads an order by its token, which stays valid after the sessions have expired. */
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
    /** Returns the payments of an order at Stripe. With more than one, the customer could be charged twice. */
    paymentsOf: (orderId: string): { intent: Intent; charge: Charge | undefined }[] =>
      [...double.account.intents.values()]
        .filter(({ metadata }) => metadata.orderId === orderId)
        .map((intent) => ({ intent, charge: double.account.charges.get(intent.latest_charge ?? '') })),
  }
}

export type CardSite = Awaited<ReturnType<typeof createCardSite>>

/** Creates a card site that holds events until the test delivers them. Jobs run only when the test runs them. */
export async function createCardSiteWithHeldEvents(options: Parameters<typeof createCardSite>[0] = {}) {
  const site = await createCardSite(options)
  site.double.webhooks.isHeld = true
  const intent = () => {
    const [only, ...further] = site.double.account.intents.values()
    if (!only || further.length > 0) throw new Error(`There are ${further.length} more payments.`)
    return only
  }
  return { ...site, intent }
}
