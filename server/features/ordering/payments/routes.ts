import * as deskCalls from '#contract/desk-payments.ts'
import * as calls from '#contract/payments.ts'
import { getStatement } from '#contract/statements.ts'
import { toAuditActor } from '../../../db/audit-log.ts'
import type { OwnerProofChecks } from '../../../http/actor.ts'
import type { BindEndpoint } from '../../../http/bind-endpoint.ts'
import { requireMemberRole } from '../kitchens/change-kitchen.ts'
import { dismissAlert, listDeskPayments } from './desk-payments.ts'
import { payOrder } from './pay-order.ts'
import type { PaymentContext } from './payment-provider.ts'
import { listReceipts } from './receipt-rows.ts'
import { findRefundRightSince } from './refund-right.ts'
import { requestRefund } from './request-refund.ts'
import { readStatement } from './statement.ts'

export function paymentRoutes(bind: BindEndpoint, context: PaymentContext, proofs: OwnerProofChecks): void {
  const { db, payments } = context

  bind(calls.getPublicPaymentSettings, () => ({
    status: 200,
    body: { stripe: payments && { publishableKey: payments.publishableKey } },
  }))
  bind(calls.payOrder, async ({ actor, params, query, client }) => ({
    status: 200,
    body: await payOrder(context, params.id, { actor, token: query.token }, client.address),
  }))
  bind(calls.requestRefund, async ({ actor, params, body }) => ({
    status: 200,
    body: await requestRefund(context, proofs, actor, { params, body }),
  }))
  bind(calls.listReceipts, async ({ actor, params, query }) => {
    const { shown: receipts, damaged } = await listReceipts(db, params.id, { actor, token: query.token })
    return { status: 200, body: { receipts, damaged } }
  })
  bind(getStatement, async ({ actor, params: { vId: kitchenId, month } }) => {
    await requireMemberRole(db, actor, kitchenId, 'owners')
    const since = await findRefundRightSince(db, kitchenId, actor.userId)
    const protectBy = since === null ? null : await proofs.protectionDueAt(actor, async () => since)
    return { status: 200, body: { ...(await readStatement(db, kitchenId, month)), protectBy } }
  })

  bind(deskCalls.listDeskPayments, async ({ query }) => ({
    status: 200,
    body: { on: payments !== null, ...(await listDeskPayments(db, query)) },
  }))
  bind(deskCalls.dismissPaymentAlert, async ({ params: { id }, actor }) => {
    await dismissAlert(db, toAuditActor(actor), id)
    return { status: 204, body: undefined }
  })
}
