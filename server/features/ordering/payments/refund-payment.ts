import { toProviderAmount } from '#contract/card-amounts.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/money.ts'
import { chargedPaymentStates } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { REASON_LENGTH_MAX } from '#contract/ordering-limits.ts'
import type { refundPayment as requestRefundCall } from '#contract/payments.ts'
import { recordAction } from '../../../db/audit-log.ts'
import type { Actor, OwnerProofFunctions } from '../../../http/actor.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import { Refusal } from '../../../http/failures.ts'
import { refuseRowOfOtherKitchen, requireKitchenRoleOrAdmin } from '../kitchens/change-kitchen.ts'
import { formatOrderName, lockOrder, presentOrderWithHistory, requireOrder } from '../orders/order-rows.ts'
import { raiseAndPublishOrderVersion } from '../orders/transition-order.ts'
import { schedulePaymentCheck } from './payment-check.ts'
import type { PaymentContext } from './payment-provider.ts'
import { calculateRefundable, insertRefund } from './record-refunds.ts'
import { findOwnerRefundRightStart } from './refund-right.ts'

/**
 * Stores a refund to the card, for an owner of the kitchen or an admin. `reconcilePayment` makes the refund at the
 * provider later. A repeated call with the same key makes no second refund.
 * @throws {Refusal} not_found, forbidden, amount_invalid, reason_missing, text_too_long, cards_off, not_paid,
 * refund_too_much, key_reused, proof_required, protection_required
 */
export async function refundPayment(
  context: PaymentContext,
  { requireTrustedProof, requireAdminProof }: OwnerProofFunctions,
  actor: Actor,
  { params: { vId: kitchenId, id }, body }: Pick<HandlerInput<typeof requestRefundCall>, 'params' | 'body'>,
): Promise<Order> {
  const { db } = context
  const role = await requireKitchenRoleOrAdmin(db, actor, kitchenId, 'owners')
  await refuseRowOfOtherKitchen(db, 'orders', { kitchenId, id })
  const { key, amount } = body
  const reason = cleanLine(body.reason)
  if (amount <= 0) throw new Refusal('amount_invalid', 'Nothing would be given back.')
  if (reason === '') throw new Refusal('reason_missing')
  if ([...reason].length > REASON_LENGTH_MAX) throw new Refusal('text_too_long')
  await (role === 'owner'
    ? requireTrustedProof(
        actor,
        async () => (await findOwnerRefundRightStart(db, kitchenId, actor.userId)) ?? Date.now(),
      )
    : requireAdminProof(actor))

  return db.transaction().execute(async (tx) => {
    // The lock makes a simultaneous call with the same key find this refund.
    const row = await lockOrder(tx, id)
    const refunds = await tx.selectFrom('refunds').selectAll().where('order_id', '=', id).execute()
    const existing = refunds.find((refund) => refund.key === key)
    if (existing && (existing.amount !== amount || existing.reason !== reason)) throw new Refusal('key_reused')
    if (existing) return presentOrderWithHistory(tx, row)
    if (!context.payments) throw new Refusal('cards_off')

    const payment = await tx.selectFrom('payments').select('amount').where('order_id', '=', id).executeTakeFirst()
    if (!payment || !chargedPaymentStates.includes(row.payment_state)) throw new Refusal('not_paid')
    const refundable = calculateRefundable(payment.amount, refunds)
    if (toProviderAmount(amount, row) === null)
      throw new Refusal('amount_invalid', `A card cannot get exactly ${formatMoney(amount, row)}.`)
    if (amount > refundable) throw new Refusal('refund_too_much', `It is ${formatMoney(refundable, row)}.`)
    const refundActor = role === 'owner' ? 'vendor' : 'admin'
    await insertRefund(tx, { order_id: id, key, amount, reason, actor: refundActor, actor_id: actor.userId })
    await schedulePaymentCheck(tx, id)
    await raiseAndPublishOrderVersion(tx, context, row)
    if (refundActor === 'admin') {
      const target = { id, name: formatOrderName(row) }
      const detail = `${formatMoney(amount, row)}: ${reason}`
      await recordAction(tx, { actor, action: 'money given back', target, detail })
    }
    return requireOrder(tx, id)
  })
}
