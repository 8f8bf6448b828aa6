import { HOUR_MS, SECOND_MS } from '#contract/limits.ts'
import type { Authenticate } from '../../http/actor.ts'
import { defineFeature } from '../define-feature.ts'
import { mayReadOrder, memberRoleOf, orderNewsOf } from './access.ts'
import type { DeskKitchenContext } from './kitchens/desk-kitchens.ts'
import { countKitchens } from './kitchens/desk-list.ts'
import { deskKitchenRoutes } from './kitchens/desk-routes.ts'
import { dishUploadRoutes } from './kitchens/menu-routes.ts'
import { dishPictureRoutes, kitchenRoutes } from './kitchens/routes.ts'
import { kitchenUserData } from './kitchens/user-data.ts'
import { claimGuestOrders } from './orders/claim-guest-orders.ts'
import { hasCompletedOrder, orderUserData } from './orders/forget-customer.ts'
import type { OrderContext } from './orders/order-context.ts'
import { rejectUnanswered } from './orders/reject-unanswered.ts'
import { orderRoutes } from './orders/routes.ts'
import { booksRoutes } from './payments/books-routes.ts'
import { forgetOldAttempts } from './payments/card-testing.ts'
import { deskPaymentRoutes } from './payments/desk-routes.ts'
import { expireUnpaid } from './payments/expire-unpaid.ts'
import { forgetOldEvents } from './payments/payment-events.ts'
import { receiptFileRoutes } from './payments/receipt-files.ts'
import type { Prove } from './payments/refund-order.ts'
import { paymentRoutes } from './payments/routes.ts'
import { settleDue } from './payments/settle-due.ts'
import { webhookRoutes } from './payments/webhook.ts'

interface OrderingOptions extends OrderContext, DeskKitchenContext {
  authenticate: Authenticate
  proveOwner: Prove
  /** Logs and reports what a job cannot do. */
  reportFailure: (doing: string, message: string) => (error: unknown) => void
}

/** Kitchens, orders and payments, and what they offer other features. */
export function ordering({ authenticate, proveOwner, reportFailure, ...context }: OrderingOptions) {
  const { db, events } = context
  const orderFailed = reportFailure('orders', 'an order cannot be rejected')
  const paymentFailed = reportFailure('payments', 'a payment cannot be settled')
  const [kitchenData, orderData] = [kitchenUserData(events), orderUserData]
  return defineFeature({
    name: 'ordering',
    switchedBy: 'ordering',
    routes: ({ scope, bind, addScope }) => {
      kitchenRoutes(bind, context)
      addScope('dish uploads', (upload) => dishUploadRoutes(upload.scope, upload.bind, context))
      dishPictureRoutes(scope, db)
      deskKitchenRoutes(bind, context)
      orderRoutes(bind, context)
      deskPaymentRoutes(bind, context)
      paymentRoutes(bind, context)
      booksRoutes(bind, context, proveOwner)
      receiptFileRoutes(scope, db, authenticate)
    },
    webhooks: (scope) => webhookRoutes(scope, context),
    jobs: [
      { everyMs: SECOND_MS, run: () => rejectUnanswered(context, orderFailed) },
      { everyMs: SECOND_MS, run: () => settleDue(context, paymentFailed) },
      { everyMs: SECOND_MS, run: () => expireUnpaid(context, paymentFailed) },
      { everyMs: HOUR_MS, run: () => forgetOldAttempts(db) },
      { everyMs: HOUR_MS, run: () => forgetOldEvents(db) },
    ],
    userData: {
      export: async (queries, userId) => ({
        ...(await orderData.export(queries, userId)),
        ...(await kitchenData.export(queries, userId)),
      }),
      erase: async (tx, userId) => {
        await orderData.erase(tx, userId)
        await kitchenData.erase(tx, userId)
      },
    },
    subscriptions: [claimGuestOrders],
    deskCounts: { kitchens: countKitchens },
    context,
    hasCompletedOrder,
    /** Who may watch what, for open pages. */
    orderAccess: {
      mayReadOrder: (orderId: string, by: Parameters<typeof mayReadOrder>[2]) => mayReadOrder(db, orderId, by),
      worksIn: async (kitchenId: string, userId: string) => (await memberRoleOf(db, kitchenId, userId)) !== undefined,
      newsOf: (orderId: string) => orderNewsOf(db, orderId),
    },
  })
}
