import type { Transaction } from 'kysely'
import type { Order } from '#contract/ordering.ts'
import type { Queries } from '../../../db/database.ts'
import { profiles } from '../../../db/profiles.ts'
import type { Schema } from '../../../db/schema.ts'
import { enqueuePush } from '../../../outbox/enqueue-push.ts'
import { enqueueMail } from '../../../outbox/outbox.ts'
import type { OrderContext } from './order-context.ts'
import { acceptedMail, lostMail, movedPush, newOrderMail, newOrderPush, placedMail } from './order-words.ts'

type Tx = Transaction<Schema>

/** Sends the customer a mail of what they have ordered, the kitchen's members a push and its owners a mail. */
export async function notifyOfPlacedOrder(
  tx: Tx,
  { origin }: OrderContext,
  order: Order,
  token: string,
): Promise<void> {
  await enqueueMail(tx, placedMail(order, recipientOf(origin, order, token)))
  for (const { id, name, email, role } of await membersOf(tx, order.vendor.vId)) {
    await enqueuePush(tx, { userId: id }, newOrderPush(order))
    if (role === 'owner') await enqueueMail(tx, newOrderMail(order, { email, name }, origin))
  }
}

/** Tells the customer of a move: by push of what matters on the way, by mail of the answer, and of the end when it is a bad one. */
export async function notifyOfMove(
  tx: Tx,
  { origin }: OrderContext,
  order: Order,
  { userId, token }: { userId: string; token: string },
): Promise<void> {
  const push = movedPush(order)
  if (push) await enqueuePush(tx, { userId }, push)
  const to = recipientOf(origin, order, token)
  if (order.state === 'accepted') await enqueueMail(tx, acceptedMail(order, to))
  if (order.state === 'rejected' || order.state === 'cancelled') await enqueueMail(tx, lostMail(order, to))
}

const recipientOf = (origin: string, { orderId, customer }: Order, token: string) => ({
  email: customer.email,
  link: `${origin}/orders/${orderId}#token=${token}`,
})

const membersOf = (db: Queries, vId: string) =>
  db
    .selectFrom('vendor_members')
    .innerJoin(profiles(db).as('member'), 'member.id', 'vendor_members.user_id')
    .select(['member.id', 'member.name', 'member.email', 'vendor_members.role'])
    .where('vendor_members.vendor_id', '=', vId)
    .where('member.banned_at', 'is', null)
    .execute()
