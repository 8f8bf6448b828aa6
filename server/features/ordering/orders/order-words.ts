import { formatMoney } from '#contract/money.ts'
import { formatLocalDayTime, formatOpeningTime } from '#contract/opening-hours.ts'
import {
  describeLineDetails,
  formatLinePrice,
  listOrderFacts,
  listOrderSums,
  type OrderFact,
} from '#contract/order-facts.ts'
import type { OrderState } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { type EmailParts, emailTemplate, type Mail } from '../../../outbox/email-template.ts'
import type { PushMessage } from '../../../outbox/enqueue-push.ts'

/** What a customer and a kitchen are told of an order, by mail and by push. */

/** To whom, and where the order can be followed: the token is behind #, so that no log and no referrer has it. */
export interface Recipient {
  email: string
  link: string
}

const money = (order: Order, amount: number) => formatMoney(amount, order)
const promised = (order: Order) => formatOpeningTime(order.promisedAt, order.vendor.timezone, Date.now())
const titleOf = (order: Order) => `order ${order.number} at ${order.vendor.name}`

/**
 * Writes what was ordered, for whom, when and how: the same paragraphs in every mail about an order. A mail client makes no
 * link of what the customer typed: nobody has confirmed that a guest's address is theirs.
 */
export function orderParagraphs(order: Order): string[] {
  const lines = order.lines.map((line) =>
    [`${line.quantity} × ${line.name}: ${formatLinePrice(line, order)}`, ...describeLineDetails(line)].join('\n'),
  )
  const rows = (facts: readonly OrderFact[]) => facts.map(({ name, value }) => `${name}: ${value}`).join('\n')
  return [...lines, rows(listOrderSums(order)), rows(listOrderFacts(order))].map(withoutLinks)
}

/** Breaks what a mail client would take for an address, by spaces without a width. */
const withoutLinks = (text: string): string => text.replace(/[:/.@](?=[^\s\d])/g, '$&\u200B')

function toCustomer({ email, link }: Recipient, order: Order, { subject, paragraphs, notes }: CustomerParts): Mail {
  return emailTemplate({
    to: email,
    subject,
    paragraphs: [...paragraphs, ...orderParagraphs(order)],
    action: { label: 'Follow your order', url: link },
    ...(notes && { notes }),
  })
}
type CustomerParts = Pick<EmailParts, 'subject' | 'paragraphs' | 'notes'>

/** That the order has arrived, with what it is to cost. */
export function placedMail(order: Order, to: Recipient): Mail {
  return toCustomer(to, order, {
    subject: `We have your ${titleOf(order)}`,
    paragraphs: [
      `${order.vendor.name} has your order and answers soon. It should be ${readyWords(order)} ${promised(order)}.`,
    ],
    notes: [
      'You can cancel it until the kitchen has accepted it. Whoever has this link can see the order, so keep it to yourself.',
    ],
  })
}

const readyWords = ({ service }: Order) => (service === 'delivery' ? 'at your door' : 'ready')

/** With the time that the kitchen has promised. */
export function acceptedMail(order: Order, to: Recipient): Mail {
  return toCustomer(to, order, {
    subject: `${order.vendor.name} has accepted your order ${order.number}`,
    paragraphs: [`It will be ${readyWords(order)} ${promised(order)}.`, ...callWords(order)],
  })
}

/** Of an order that was rejected or cancelled, with the reason. */
export function lostMail(order: Order, to: Recipient): Mail {
  const { actor, reason } = order.events.at(-1) ?? { actor: 'system', reason: '' }
  const rejected = order.state === 'rejected'
  const words = rejected ? 'was not accepted' : 'was cancelled'
  return toCustomer(to, order, {
    subject: `Your ${titleOf(order)} ${words}`,
    paragraphs: [
      actor === 'customer' ? `You have cancelled it.` : `Your order ${words}. The reason: ${reason}`,
      moneyBackWords(order),
      ...(actor === 'customer' ? [] : callWords(order)),
    ],
  })
}

/** What becomes of the money of an order that has come to nothing. */
function moneyBackWords(order: Order): string {
  if (order.paymentState === 'authorised')
    return `Your card is not charged: your bank lets go of the ${money(order, order.total)} that it has held, some at once, some within days.`
  if (order.paymentState === 'captured' || order.paymentState === 'partially_refunded')
    return 'What you have paid is given back to your card. Banks take up to ten days for that.'
  return 'You have nothing to pay.'
}

const callWords = ({ vendor: { name, phone } }: Order) =>
  phone === '' ? [] : [`For questions, call ${name}: ${phone}`]

/** Writes the mail to an owner of the kitchen. `deleteMailsOfOrders` finds it by its link to the order. @param origin of the site */
export function newOrderMail(order: Order, to: { email: string; name: string }, origin: string): Mail {
  return emailTemplate({
    to: to.email,
    name: to.name,
    subject: `New ${titleOf(order)}: ${money(order, order.total)}`,
    paragraphs: [
      `${order.service === 'delivery' ? 'To be delivered' : 'To be picked up'} ${promised(order)}.`,
      ...orderParagraphs(order),
      `Answer before ${formatLocalDayTime(order.acceptBy, order.vendor.timezone, Date.now())}, or it is rejected by itself.`,
    ],
    action: { label: 'Open the board', url: `${origin}/kitchen/${order.vendor.slug}` },
    notes: [{ label: 'The page of the order', url: `${origin}/orders/${order.orderId}` }],
  })
}

/** To the members of the kitchen. */
export function newOrderPush(order: Order): PushMessage {
  const count = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const how = order.service === 'delivery' ? 'Delivery' : 'Pickup'
  return {
    topic: 'orders',
    title: `New order ${order.number}: ${money(order, order.total)}`,
    body: `${how} ${promised(order)}, ${count} ${count === 1 ? 'item' : 'items'}. Open the board to answer.`,
    url: `/kitchen/${order.vendor.slug}`,
    tag: `kitchen-order-${order.orderId}`,
    expiresAt: order.acceptBy,
  }
}

/** To the customer, of the steps that matter to them; undefined for the others, and for what they did themselves. */
export function movedPush(order: Order): PushMessage | undefined {
  const event = order.events.at(-1)
  const words = wordsOfState[order.state]?.(order, event?.reason ?? '')
  if (words === undefined || event?.actor === 'customer') return undefined
  return {
    topic: 'orders',
    title: `${order.vendor.name}: order ${order.number}`,
    body: words,
    url: `/orders/${order.orderId}`,
    tag: `order-${order.orderId}`,
  }
}

const wordsOfState: Partial<Record<OrderState, (order: Order, reason: string) => string | undefined>> = {
  accepted: (order) => `Accepted. It will be ${readyWords(order)} ${promised(order)}.`,
  rejected: (_, reason) => `Not accepted: ${reason}`,
  ready: ({ service }) => (service === 'pickup' ? 'Ready. You can pick it up now.' : undefined),
  out_for_delivery: () => 'On its way to you.',
  cancelled: (_, reason) => `Cancelled: ${reason}`,
}
