import { listReceipts as listReceiptsCall, refundOrder as refundOrderCall } from '#contract/payments.ts'
import { getStatement } from '#contract/statements.ts'
import type { Bind } from '../../../http/bind-endpoint.ts'
import { requireMember } from '../kitchens/change-kitchen.ts'
import type { PaymentContext } from './payment-context.ts'
import { listReceipts } from './receipt-rows.ts'
import { type ProveOwner, refundOrder } from './refund-order.ts'
import { readStatement } from './statement.ts'

/** Binds the calls for refunds, receipts and statements. */
export function booksRoutes(bind: Bind, context: PaymentContext, proveOwner: ProveOwner): void {
  const { db } = context

  bind(refundOrderCall, async ({ actor, params, body }) => ({
    status: 200,
    body: await refundOrder(context, proveOwner, actor, { params, body }),
  }))
  bind(listReceiptsCall, async ({ actor, params, query }) => ({
    status: 200,
    body: { receipts: await listReceipts(db, params.id, { actor, token: query.token }) },
  }))
  bind(getStatement, async ({ actor, params: { vId: kitchenId, month } }) => {
    await requireMember(db, actor, kitchenId, 'owners')
    return { status: 200, body: await readStatement(db, kitchenId, month) }
  })
}
