import { HOUR_MS, SECOND_MS } from '#contract/limits.ts'
import { runSampleReplacedSetupCheck } from '../../db/samples.ts'
import type { AuthenticateToken, OwnerProofFunctions } from '../../http/actor.ts'
import type { BuildOutput } from '../../http/build-output.ts'
import { servePictures } from '../../http/pictures.ts'
import { defineFeature } from '../define-feature.ts'
import { createOrderAccessChecks } from './access.ts'
import type { DeskKitchenContext } from './kitchens/desk-kitchens.ts'
import { pendingKitchenInboxSource } from './kitchens/desk-list.ts'
import { createKitchenPageRenderers } from './kitchens/kitchen-pages.ts'
import { createPublicKitchenReader } from './kitchens/public-kitchens.ts'
import { deskKitchenRoutes, dishPictureUploadRoutes, kitchenRoutes } from './kitchens/routes.ts'
import { addSampleKitchen } from './kitchens/sample.ts'
import { createOwnerBanSubscription } from './kitchens/suspend-ownerless-kitchens.ts'
import { createKitchenUserDataHandlers } from './kitchens/user-data.ts'
import { personOrderRecordSource } from './orders/order-records.ts'
import { findNextRejectionTimeUntil, rejectUnansweredOrders } from './orders/reject-unanswered.ts'
import { orderRoutes } from './orders/routes.ts'
import {
  createOrderUserDataHandlers,
  eraseOverdueOrdersOfDeletedAccounts,
  guestOrderClaimSubscription,
  hasCompletedOrder,
} from './orders/user-data.ts'
import { deleteExpiredCardTestingData, refuseCardTesting } from './payments/card-testing.ts'
import { paymentAlertInboxSource } from './payments/desk-payments.ts'
import { createPaymentSubscriptions } from './payments/order-events.ts'
import { insertAwaitedPayment } from './payments/pay-order.ts'
import {
  expireUnpaidOrders,
  findNextOrderExpiryTime,
  findNextPaymentCheckTime,
  reconcileDuePayments,
} from './payments/payment-jobs.ts'
import type { PaymentContext } from './payments/payment-provider.ts'
import { receiptFileRoutes } from './payments/receipt-files.ts'
import { paymentRoutes } from './payments/routes.ts'
import { paymentUserDataHandlers } from './payments/user-data.ts'
import { deleteOldWebhookEvents, webhookRoutes } from './payments/webhook.ts'

/**
 * The pause between two runs of the jobs that end orders and check payments. It is shorter than the time for the answer
 * of a kitchen, the time for a payment, and the time between regular payment checks. So each process finds the orders
 * and payments of other processes before they are due. A payment check that is due sooner wakes its job.
 */
const PAUSE_MS = 10 * SECOND_MS

interface OrderingOptions extends Omit<PaymentContext, 'cards'>, DeskKitchenContext {
  build: BuildOutput
  hasSamples: boolean
  authenticate: AuthenticateToken
  proofs: OwnerProofFunctions
  /** Logs and reports the failure of a job. */
  reportFailure: (job: string, message: string) => (error: unknown) => void
}

/** Returns the feature with kitchens, orders and payments, and its queries for other features. */
export function createOrderingFeature({
  authenticate,
  proofs,
  reportFailure,
  hasSamples,
  build,
  ...options
}: OrderingOptions) {
  const { db, events, origin, payments } = options
  const context = {
    ...options,
    cards: payments && { refuseTesting: refuseCardTesting, expectPayment: insertAwaitedPayment },
  }
  const reportOrderFailure = reportFailure('orders', 'an order cannot be rejected')
  const reportPaymentFailure = reportFailure('payments', 'a payment cannot be reconciled')
  const kitchens = createPublicKitchenReader(db)
  const kitchenPages = createKitchenPageRenderers({
    kitchens,
    origin,
    build,
    onError: reportFailure('kitchen pages', 'a kitchen cannot be rendered'),
  })
  return defineFeature({
    name: 'ordering',
    switchedBy: 'ordering',
    routes: ({ scope, bind, addScope }) => {
      kitchenRoutes(bind, context, kitchens)
      addScope('dish uploads', (upload) => dishPictureUploadRoutes(upload.bind, context))
      servePictures(scope, '/dish-pictures', db, 'dish_pictures')
      kitchenPages.sitemapRoute(scope)
      deskKitchenRoutes(bind, context)
      orderRoutes(bind, context)
      paymentRoutes(bind, context, proofs, reportFailure('payments', 'a payment cannot be begun'))
      receiptFileRoutes(scope, db, authenticate)
    },
    pages: kitchenPages.pages,
    webhooks: (scope) => webhookRoutes(scope, context),
    jobs: [
      {
        everyMs: PAUSE_MS,
        run: () => rejectUnansweredOrders(context, reportOrderFailure),
        nextAt: (until) => findNextRejectionTimeUntil(db, until),
      },
      {
        work: 'payment_check',
        everyMs: PAUSE_MS,
        run: () => reconcileDuePayments(context, reportPaymentFailure),
        nextAt: (until) => findNextPaymentCheckTime(context, until),
      },
      {
        everyMs: PAUSE_MS,
        run: () => expireUnpaidOrders(context, reportPaymentFailure),
        nextAt: (until) => findNextOrderExpiryTime(db, until),
      },
    ],
    leaderJobs: [
      { everyMs: HOUR_MS, run: () => deleteExpiredCardTestingData(db) },
      { everyMs: HOUR_MS, run: () => deleteOldWebhookEvents(db) },
      { everyMs: HOUR_MS, run: () => eraseOverdueOrdersOfDeletedAccounts(db, events) },
    ],
    // Payments come first, because they find orders by the account id, which `createOrderUserDataHandlers` erases from
    // the orders.
    userData: [paymentUserDataHandlers, createOrderUserDataHandlers(events), createKitchenUserDataHandlers(events)],
    rowSubscriptions: [
      guestOrderClaimSubscription,
      createOwnerBanSubscription(events),
      ...createPaymentSubscriptions({ origin }),
    ],
    subscriptions: kitchenPages.subscriptions,
    inbox: [pendingKitchenInboxSource, paymentAlertInboxSource],
    personRecords: [personOrderRecordSource],
    setupChecks: { sampleKitchen: () => runSampleReplacedSetupCheck(db, 'vendors') },
    prepare: async () => {
      if (hasSamples) await addSampleKitchen(db)
    },
    context,
    hasCompletedOrder,
    orderAccess: createOrderAccessChecks(db),
  })
}
