import { type APIRequestContext, expect } from '@playwright/test'
import type { SuccessReplyBody } from '#contract/endpoint.ts'
import type { beginOrRefreshPayment } from '#contract/payments.ts'
import type { PlacedOrder } from './placed-orders.ts'
import { ports } from './services/ports.ts'

/** The origin of the Stripe double. */
export const stripeDoubleOrigin = `http://127.0.0.1:${ports.stripe}`

/** The environment of a site that accepts cards through the Stripe double. */
export const stripeEnvironment = {
  STRIPE_SECRET_KEY: 'sk_test_double',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
  STRIPE_WEBHOOK_SECRET: 'whsec_double',
  STRIPE_API: stripeDoubleOrigin,
}

/**
 * Pays an order without a browser's card form, and makes the site check the payment.
 * @param card the name of a Stripe test card
 * @returns the payment id at the provider
 */
export async function payOrderThroughApi(
  request: APIRequestContext,
  { order: { orderId }, token }: PlacedOrder,
  card: 'pm_card_visa' | 'pm_card_chargeDeclined' = 'pm_card_visa',
): Promise<string> {
  const look = async () => {
    const answer = await request.post(`/api/orders/${orderId}/payment?token=${token}`)
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()) as SuccessReplyBody<typeof beginOrRefreshPayment>
  }
  const { clientSecret } = await look()
  const payment = clientSecret?.split('_secret_')[0] ?? ''
  await fetch(`${stripeDoubleOrigin}/v1/payment_intents/${payment}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_double' },
    body: new URLSearchParams({ client_secret: clientSecret ?? '', payment_method: card }),
  })
  const { order } = await look()
  expect(order.state).toBe(card === 'pm_card_visa' ? 'placed' : 'awaiting_payment')
  return payment
}
