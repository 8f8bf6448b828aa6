import { refundOrder as refundOrderCall } from '#contract/payments.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { OrderContext } from '../orders/order-context.ts'
import { type Prove, refundOrder } from './refund-order.ts'

/** Binds the calls about money that was given back, receipts and statements. */
export function booksRoutes(bind: Bind, context: OrderContext, prove: Prove): void {
  bind(refundOrderCall, async ({ actor, params, body }) => ({
    status: 200,
    body: await refundOrder(context, prove, actor, { params, body }),
  }))
}
