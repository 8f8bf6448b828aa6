import { errors } from '#contract/errors.ts'
import { getBoard, getSalesFigures, moveOrder as moveOrderCall } from '#contract/kitchen-orders.ts'
import {
  cancelOrder as cancelOrderCall,
  getOrder,
  listMyOrders,
  placeOrder as placeOrderCall,
} from '#contract/ordering.ts'
import type { Bind } from '../../../http/bind-endpoint.ts'
import { readBoard } from './board.ts'
import { findOrder, listCustomerOrders, requireKitchenActor } from './find-order.ts'
import { cancelOrder, moveOrder } from './move-order.ts'
import type { OrderContext } from './order-context.ts'
import { placeOrder, QuoteChanged } from './place-order.ts'
import { readSalesFigures } from './sales-figures.ts'

/** Binds the calls for orders, by customers and by kitchens. */
export function orderRoutes(bind: Bind, context: OrderContext): void {
  const { db } = context

  bind(placeOrderCall, async ({ actor, body, client }) => {
    try {
      return { status: 201, body: await placeOrder(context, actor, body, client.address) }
    } catch (error) {
      if (!(error instanceof QuoteChanged)) throw error
      const code = 'quote_changed' as const
      return { status: 409, body: { code, message: errors[code].message, quote: error.quote } }
    }
  })
  bind(getOrder, async ({ actor, params, query }) => ({
    status: 200,
    body: await findOrder(db, params.id, { actor, token: query.token }),
  }))
  bind(listMyOrders, async ({ actor, query }) => ({
    status: 200,
    body: await listCustomerOrders(db, actor.userId, query.cursor),
  }))
  bind(cancelOrderCall, async ({ actor, params, query }) => ({
    status: 200,
    body: await cancelOrder(context, params.id, { actor, token: query.token }),
  }))
  bind(moveOrderCall, async ({ actor, params, body }) => ({
    status: 200,
    body: await moveOrder(context, actor, { kitchenId: params.vId, id: params.id }, body),
  }))
  bind(getBoard, async ({ actor, params }) => {
    await requireKitchenActor(db, params.vId, actor)
    return { status: 200, body: await readBoard(db, params.vId) }
  })
  bind(getSalesFigures, async ({ actor, params }) => {
    await requireKitchenActor(db, params.vId, actor)
    return { status: 200, body: await readSalesFigures(db, params.vId) }
  })
}
