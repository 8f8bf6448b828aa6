import * as deskCalls from '#contract/desk-payments.ts'
import * as calls from '#contract/payments.ts'
import { getMonthlyStatement } from '#contract/statements.ts'
import type { OwnerProofFunctions } from '../../../http/actor.ts'
import type { BindEndpoint } from '../../../http/bind-endpoint.ts'
import { requireKitchenRoleOrAdmin } from '../kitchens/change-kitchen.ts'
import { dismissAlert, listDeskPayments } from './desk-payments.ts'
import { beginOrRefreshPayment } from './pay-order.ts'
import type { PaymentContext } from './payment-provider.ts'
import { listReceipts } from './receipt-rows.ts'
import { refundPayment } from './refund-payment.ts'
import { findOwnerRefundRightStart } from './refund-right.ts'
import { readMonthlyStatement } from './statement.ts'

/** @param reportFailure receives the error of each payment that the provider does not begin */
export function paymentRoutes(
  bind: BindEndpoint,
  context: PaymentContext,
  proofs: OwnerProofFunctions,
  reportFailure: (error: unknown) => void,
): void {
  const { db, payments } = context

  bind(calls.getPublicPaymentSettings, () => ({
    stripe: payments && { publishableKey: payments.publishableKey },
  }))
  bind(calls.beginOrRefreshPayment, ({ actor, params, query, client }) =>
    beginOrRefreshPayment(context, params.id, { actor, token: query.token }, client.address, reportFailure),
  )
  bind(calls.refundPayment, ({ actor, params, body }) => refundPayment(context, proofs, actor, { params, body }))
  bind(calls.listReceipts, async ({ actor, params, query }) => {
    const { shown: receipts, damaged } = await listReceipts(db, params.id, { actor, token: query.token })
    return { receipts, damaged }
  })
  bind(getMonthlyStatement, async ({ actor, params: { vId: kitchenId, month } }) => {
    await requireKitchenRoleOrAdmin(db, actor, kitchenId, 'owners')
    const since = await findOwnerRefundRightStart(db, kitchenId, actor.userId)
    const protectBy = since === null ? null : await proofs.protectionDueAt(actor, async () => since)
    return { ...(await readMonthlyStatement(db, kitchenId, month)), protectBy }
  })

  bind(deskCalls.listDeskPayments, async ({ query }) => ({
    on: payments !== null,
    ...(await listDeskPayments(db, query)),
  }))
  bind(deskCalls.dismissPaymentAlert, ({ params: { id }, actor }) => dismissAlert(db, actor, id))
}
