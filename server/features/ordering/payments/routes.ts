import { getPaymentSettings, payOrder as payOrderCall } from '#contract/payments.ts'
import type { Bind } from '../../../http/bind-endpoint.ts'
import type { OrderContext } from '../orders/order-context.ts'
import { payOrder } from './pay-order.ts'

/** Binds the calls of payments. */
export function paymentRoutes(bind: Bind, context: OrderContext): void {
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
