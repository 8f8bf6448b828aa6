import type { Order } from '#contract/ordering.ts'
import type { Tx } from '../../../db/database.ts'
import { enqueuePush } from '../../../outbox/enqueue-push.ts'
import { enqueueMail } from '../../../outbox/outbox.ts'
import { buildMembersQuery } from '../kitchens/members.ts'
import type { OrderContext } from './order-context.ts'
import {
  writeAcceptedMail,
  writeMovePush,
  writeNewOrderMail,
  writeNewOrderPush,
  writePlacedMail,
  writeUnfulfilledMail,
} from './order-messages.ts'

/** Mails the customer a confirmation, mails the owners of the kitchen, and sends a push to its members. */
export async function notifyOfPlacedOrder(
  tx: Tx,
  { origin }: OrderContext,
  order: Order,
  token: string,
): Promise<void> {
  await enqueueMail(tx, writePlacedMail(order, toRecipient(origin, order, token)))
  const members = await buildMembersQuery(tx)
    .where('vendor_id', '=', order.vendor.vId)
    .where('banned_at', 'is', null)
    .execute()
  for (const { userId, name, email, role } of members) {
    await enqueuePush(tx, { userId }, writeNewOrderPush(order))
    if (role === 'owner') await enqueueMail(tx, writeNewOrderMail(order, { email, name }, origin))
  }
}

/** Sends the customer a push for each important state, and a mail when the order is accepted, rejected or cancelled. */
export async function notifyCustomerOfMove(
  tx: Tx,
  { origin }: OrderContext,
  order: Order,
  { userId, token }: { userId: string; token: string },
): Promise<void> {
  const push = writeMovePush(order)
  if (push) await enqueuePush(tx, { userId }, push)
  const to = toRecipient(origin, order, token)
  if (order.state === 'accepted') await enqueueMail(tx, writeAcceptedMail(order, to))
  if (order.state === 'rejected' || order.state === 'cancelled') await enqueueMail(tx, writeUnfulfilledMail(order, to))
}

const toRecipient = (origin: string, { orderId, customer }: Order, token: string) => ({
  email: customer.email,
  link: `${origin}/orders/${orderId}#token=${token}`,
})
