import { HOUR_MS, SECOND_MS } from '#contract/limits.ts'
import type { Authenticate } from '../../http/actor.ts'
import { defineFeature, mergeUserData } from '../define-feature.ts'
import { mayReadOrder, memberRoleOf, readOrderVersion } from './access.ts'
import type { DeskKitchenContext } from './kitchens/desk-kitchens.ts'
import { countKitchens } from './kitchens/desk-list.ts'
import { deskKitchenRoutes } from './kitchens/desk-routes.ts'
import { dishUploadRoutes } from './kitchens/menu-routes.ts'
import { dishPictureRoutes, kitchenRoutes } from './kitchens/routes.ts'
import { kitchenUserData } from './kitchens/user-data.ts'
import { claimGuestOrders } from './orders/claim-guest-orders.ts'
import { hasCompletedOrder, orderUserData } from './orders/forget-customer.ts'
import { rejectUnanswered } from './orders/reject-unanswered.ts'
import { orderRoutes } from './orders/routes.ts'
import { booksRoutes } from './payments/books-routes.ts'
import { forgetOldAttempts, refuseCardTesting } from './payments/card-testing.ts'
import { deskPaymentRoutes } from './payments/desk-routes.ts'
import { expectPayment } from './payments/expect-payment.ts'
import { expireUnpaid } from './payments/expire-unpaid.ts'
import { paymentSubscriptions } from './payments/order-events.ts'
import type { PaymentContext } from './payments/payment-context.ts'
import { forgetOldEvents } from './payments/payment-events.ts'
import { receiptFileRoutes } from './payments/receipt-files.ts'
import { reconcileDuePayments } from './payments/reconcile-due-payments.ts'
import type { Prove } from './payments/refund-order.ts'
import { paymentRoutes } from './payments/routes.ts'
import { paymentUserData } from './payments/user-data.ts'
import { webhookRoutes } from './payments/webhook.ts'

interface OrderingOptions extends Omit<PaymentContext, 'cards'>, DeskKitchenContext {
  authenticate: Authenticate
  proveOwner: Prove
  /** Logs and reports the failure of a job. */
  reportFailure: (doing: string, message: string) => (error: unknown) => void
}

/** Kitchens, orders and payments, and what they offer other features. */
export function ordering({ authenticate, proveOwner, reportFailure, ...options }: OrderingOptions) {
  const { db, events, origin, payments } = options
  const context = { ...options, cards: payments && { refuseTesting: refuseCardTesting, expectPayment } }
  const orderFailed = reportFailure('orders', 'an order cannot be rejected')
  const paymentFailed = reportFailure('payments', 'a payment cannot be settled')
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
      { everyMs: SECOND_MS, run: () => reconcileDuePayments(context, paymentFailed) },
      { everyMs: SECOND_MS, run: () => expireUnpaid(context, paymentFailed) },
      { everyMs: HOUR_MS, run: () => forgetOldAttempts(db) },
      { everyMs: HOUR_MS, run: () => forgetOldEvents(db) },
    ],
    // Payments first: they find the orders of a person while these are still theirs.
    userData: mergeUserData([paymentUserData, orderUserData(events), kitchenUserData(events)]),
    subscriptions: [claimGuestOrders, ...paymentSubscriptions({ origin })],
    deskCounts: { kitchens: countKitchens },
    context,
    hasCompletedOrder,
    /** The access of open pages to orders and kitchens. */
    orderAccess: {
      mayReadOrder: (orderId: string, by: Parameters<typeof mayReadOrder>[2]) => mayReadOrder(db, orderId, by),
      worksIn: async (kitchenId: string, userId: string) => (await memberRoleOf(db, kitchenId, userId)) !== undefined,
      versionOf: (orderId: string) => readOrderVersion(db, orderId),
    },
  })
}
