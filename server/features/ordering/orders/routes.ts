import { listDeskOrders as listDeskOrdersCall } from '#contract/desk-kitchens.ts'
import * as kitchenCalls from '#contract/kitchen-orders.ts'
import * as calls from '#contract/ordering.ts'
import type { BindEndpoint } from '../../../http/bind-endpoint.ts'
import { refuseRowOfOtherKitchen, requireKitchenRoleOrAdmin } from '../kitchens/change-kitchen.ts'
import { readKitchenBoard } from './board.ts'
import { listDeskOrders } from './desk-orders.ts'
import { listCustomerOrders, requireOwnOrder, requireReadableOrder } from './find-order.ts'
import type { MoveActor, OrderContext } from './order-context.ts'
import { placeOrder, QuoteChangedRefusal } from './place-order.ts'
import { readSalesFigures } from './sales-figures.ts'
import { transitionOrder } from './transition-order.ts'

export function orderRoutes(bind: BindEndpoint, context: OrderContext): void {
  const { db } = context

  bind(calls.placeOrder, async ({ actor, body, client }) => {
    try {
      return { status: 201, body: await placeOrder(context, actor, body, client.address) }
    } catch (error) {
      if (!(error instanceof QuoteChangedRefusal)) throw error
      return { status: 409, body: { code: 'quote_changed', message: error.message, quote: error.quote } }
    }
  })
  bind(calls.getOrder, ({ actor, params, query }) => requireReadableOrder(db, params.id, { actor, token: query.token }))
  bind(calls.listMyOrders, ({ actor, query }) => listCustomerOrders(db, actor.userId, query.cursor))
  bind(calls.cancelOrder, async ({ actor, params: { id }, query }) => {
    const explanation = 'An order is cancelled by its customer here, and by its kitchen on the board.'
    await requireOwnOrder(db, id, { actor, token: query.token }, explanation)
    const mover = { actor: 'customer' as const, id: actor?.userId ?? null }
    return transitionOrder(context, id, mover, { to: 'cancelled' })
  })
  bind(kitchenCalls.moveOrder, async ({ actor, params: { vId, id }, body }) => {
    const role = await requireKitchenRoleOrAdmin(db, actor, vId, 'members')
    await refuseRowOfOtherKitchen(db, 'orders', { kitchenId: vId, id })
    const { userId, name } = actor
    const mover: MoveActor = role ? { actor: 'vendor', id: userId } : { actor: 'admin', id: userId, name }
    return transitionOrder(context, id, mover, body)
  })
  bind(kitchenCalls.getBoard, async ({ actor, params: { vId } }) => {
    await requireKitchenRoleOrAdmin(db, actor, vId, 'members')
    return readKitchenBoard(db, vId)
  })
  bind(kitchenCalls.getSalesFigures, async ({ actor, params: { vId } }) => {
    await requireKitchenRoleOrAdmin(db, actor, vId, 'members')
    return readSalesFigures(db, vId)
  })
  bind(listDeskOrdersCall, ({ query }) => listDeskOrders(db, query))
}
