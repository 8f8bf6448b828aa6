import { onTestFinished } from 'vitest'
import { WEBHOOK_PATH } from '#contract/payments.ts'
import type { AppOptions } from '../app.ts'
import type { VendorsTable } from '../db/ordering-tables.ts'
import { rejectUnanswered } from '../ordering/orders/reject-unanswered.ts'
import { expireUnpaid } from '../ordering/payments/expire-unpaid.ts'
import { settleDue } from '../ordering/payments/settle-due.ts'
import { connectStripe } from '../ordering/payments/stripe.ts'
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
  const { app, as, place } = orders
  const failures: unknown[] = []

  /** Does all that is due now, as main.ts does each second; again until nothing is. */
  const chores = async () => {
    for (let rounds = 0; rounds < 20; rounds++) {
      const more = [
        await rejectUnanswered(app.orders),
        await expireUnpaid(app.orders, (error) => failures.push(error)),
        await settleDue(app.orders, (error) => failures.push(error)),
      ]
      const due = await orders.db
        .selectFrom('payments')
        .select('order_id')
        .where('check_at', '<=', Date.now())
        .executeTakeFirst()
      if (!more.includes(true) && !due) return
    }
  }

  const ask = (order: CardOrder, who: Person | null = null) =>
    as(who, 'POST', `/api/orders/${order.orderId}/payment?token=${order.trackingToken}`)

  return {
    ...orders,
    double,
    /** What chores could not do, but for the provider being away. */
    failures,
    chores,
    /** Places an order by card, which must be taken. */
    placeByCard: async (who: Person, more: Record<string, unknown> = {}): Promise<CardOrder> => {
      const { order, trackingToken } = await place(who, { payment: 'card', ...more })
      return { orderId: order.orderId, trackingToken, total: order.total }
    },
    /** What the page of an order asks before and after paying. */
    ask,
    /** What a browser does at Stripe with the client secret it was given. */
    charge: (clientSecret: string, number: string = testCards.good): Charged => {
      const id = clientSecret.split('_secret_')[0] ?? ''
      const card = cardOf(number)
      if (!card) throw new Error(`${number} is no card.`)
      try {
        const { status } = double.account.confirm(id, { number, card, method: 'pm_card', month: 12, year: 2090 })
        return status === 'requires_action' ? 'asked' : 'paid'
      } catch {
        return double.account.intent(id).status === 'requires_payment_method' ? 'declined' : 'refused'
      }
    },
    /** The payments that Stripe has of an order; more than one would be charged twice. */
    paymentsOf: (orderId: string): { intent: Intent; charge: Charge | undefined }[] =>
      [...double.account.intents.values()]
        .filter(({ metadata }) => metadata.orderId === orderId)
        .map((intent) => ({ intent, charge: double.account.charges.get(intent.latest_charge ?? '') })),
  }
}

export type CardSite = Awaited<ReturnType<typeof createCardSite>>
