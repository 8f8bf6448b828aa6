import { getPaymentSettings, payOrder as payOrderCall } from '#contract/payments.ts'
import type { Bind } from '../../../http/bind-endpoint.ts'
import { payOrder } from './pay-order.ts'
import type { PaymentContext } from './payment-context.ts'

/** Binds the calls for paying an order. */
export function paymentRoutes(bind: Bind, context: PaymentContext): void {
  const { payments } = context
  bind(getPaymentSettings, () => ({
    status: 200,
    body: { stripe: payments && { publishableKey: payments.publishableKey } },
  }))
  bind(payOrderCall, async ({ actor, params, query, client }) => ({
    status: 200,
    body: await payOrder(context, params.id, { actor, token: query.token }, client.address),
  }))
}
