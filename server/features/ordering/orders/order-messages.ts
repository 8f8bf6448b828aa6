import { formatCountWithNoun } from '#contract/format-count.ts'
import { formatMoney } from '#contract/money.ts'
import { formatDatedTime, formatDatedTimePhrase } from '#contract/opening-hours.ts'
import { formatLineTotal, listLineDetails, listOrderAmountTexts, listOrderFacts } from '#contract/order-facts.ts'
import type { OrderState } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { type EmailParts, type Mail, writeMail } from '../../../outbox/email-template.ts'
import type { PushMessage } from '../../../outbox/enqueue-push.ts'

/** The recipient of a mail. `link` opens the order. Its token is in the fragment, which logs and referrers omit. */
export interface OrderMailRecipient {
  email: string
  link: string
}

const formatPromisedTime = ({ promisedAt, vendor: { timezone } }: Order) =>
  formatDatedTimePhrase(promisedAt, timezone, Date.now())
const formatTitle = (order: Order) => `order ${order.number} at ${order.vendor.name}`

/**
 * Writes the paragraphs that every mail about an order has: lines, sums, customer and times. A guest may have entered
 * the email address of somebody else. So mail clients must find no links in the text (`breakLinks`).
 */
export function writeOrderParagraphs(order: Order): string[] {
  const lines = order.lines.map((line) =>
    [`${line.quantity} × ${line.name}: ${formatLineTotal(line, order)}`, ...listLineDetails(line)].join('\n'),
  )
  const sums = listOrderAmountTexts(order).map(({ name, value }) => `${name}: ${value}`)
  const facts = listOrderFacts(order).map(({ name, texts }) => `${name}: ${texts.join(', ')}`)
  return [...lines, sums.join('\n'), facts.join('\n')].map(breakLinks)
}

/** Inserts zero-width spaces, so that mail clients do not recognise links and addresses. */
const breakLinks = (text: string): string => text.replace(/[:/.@](?=[^\s\d])/g, '$&\u200B')

const writeCustomerMail = (
  { email, link }: OrderMailRecipient,
  order: Order,
  { paragraphs, ...parts }: Pick<EmailParts, 'subject' | 'paragraphs' | 'notes'>,
): Mail =>
  writeMail({
    ...parts,
    to: email,
    paragraphs: [...paragraphs, ...writeOrderParagraphs(order)],
    action: { label: 'Follow your order', url: link },
  })

export const writePlacedMail = (order: Order, to: OrderMailRecipient): Mail =>
  writeCustomerMail(to, order, {
    subject: `We have your ${formatTitle(order)}`,
    paragraphs: [
      `${order.vendor.name} has your order and answers soon. It should be ${describeReadiness(order)} ${formatPromisedTime(order)}.`,
    ],
    notes: [
      'You can cancel it until the kitchen has accepted it. Whoever has this link can see the order, so keep it to yourself.',
    ],
  })

const describeReadiness = ({ service }: Order) => (service === 'delivery' ? 'at your door' : 'ready')

export const writeAcceptedMail = (order: Order, to: OrderMailRecipient): Mail =>
  writeCustomerMail(to, order, {
    subject: `${order.vendor.name} has accepted your order ${order.number}`,
    paragraphs: [
      `It will be ${describeReadiness(order)} ${formatPromisedTime(order)}.`,
      ...writePhoneParagraphs(order),
    ],
  })

export function writeUnfulfilledMail(order: Order, to: OrderMailRecipient): Mail {
  const { actor, reason } = order.events.at(-1) ?? { actor: 'system', reason: '' }
  const outcome = order.state === 'rejected' ? 'was not accepted' : 'was cancelled'
  return writeCustomerMail(to, order, {
    subject: `Your ${formatTitle(order)} ${outcome}`,
    paragraphs: [
      actor === 'customer' ? `You have cancelled it.` : `Your order ${outcome}. The reason: ${reason}`,
      describeRefund(order),
      ...(actor === 'customer' ? [] : writePhoneParagraphs(order)),
    ],
  })
}

function describeRefund(order: Order): string {
  if (order.paymentState === 'authorised')
    return `Your card is not charged: your bank lets go of the ${formatMoney(order.total, order)} that it has held, some at once, some within days.`
  if (order.paymentState === 'captured' || order.paymentState === 'partially_refunded')
    return 'What you have paid is given back to your card. Banks take up to ten days for that.'
  return 'You have nothing to pay.'
}

const writePhoneParagraphs = ({ vendor: { name, phone } }: Order) =>
  phone === '' ? [] : [`For questions, call ${name}: ${phone}`]

/**
 * Writes the mail about a new order to an owner of the kitchen. It contains the link to the order, by which
 * `deleteFinishedMailsOfOrders` finds the mail.
 * @param origin the origin of the site
 */
export const writeNewOrderMail = (order: Order, to: { email: string; name: string }, origin: string): Mail =>
  writeMail({
    to: to.email,
    name: to.name,
    subject: `New ${formatTitle(order)}: ${formatMoney(order.total, order)}`,
    paragraphs: [
      `${order.service === 'delivery' ? 'To be delivered' : 'To be picked up'} ${formatPromisedTime(order)}.`,
      ...writeOrderParagraphs(order),
      `Answer before ${formatDatedTime(order.acceptBy, order.vendor.timezone, Date.now())}, or it is rejected by itself.`,
    ],
    action: { label: 'Open the board', url: `${origin}/kitchen/${order.vendor.slug}` },
    notes: [{ label: 'The page of the order', url: `${origin}/orders/${order.orderId}` }],
  })

export function writeNewOrderPush(order: Order): PushMessage {
  const count = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const how = order.service === 'delivery' ? 'Delivery' : 'Pickup'
  return {
    topic: 'orders',
    title: `New order ${order.number}: ${formatMoney(order.total, order)}`,
    body: `${how} ${formatPromisedTime(order)}, ${formatCountWithNoun(count, 'item', 'items')}. Open the board to answer.`,
    url: `/kitchen/${order.vendor.slug}`,
    tag: `kitchen-order-${order.orderId}`,
    expiresAt: order.acceptBy,
  }
}

/**
 * Writes the push to the customer about a new state. Returns undefined for minor states and for the customer's own
 * moves.
 */
export function writeMovePush(order: Order): PushMessage | undefined {
  const event = order.events.at(-1)
  const body = writePushBody[order.state]?.(order, event?.reason ?? '')
  if (body === undefined || event?.actor === 'customer') return undefined
  return {
    topic: 'orders',
    title: `${order.vendor.name}: order ${order.number}`,
    body,
    url: `/orders/${order.orderId}`,
    tag: `order-${order.orderId}`,
  }
}

const writePushBody: Partial<Record<OrderState, (order: Order, reason: string) => string | undefined>> = {
  accepted: (order) => `Accepted. It will be ${describeReadiness(order)} ${formatPromisedTime(order)}.`,
  rejected: (_, reason) => `Not accepted: ${reason}`,
  ready: ({ service }) => (service === 'pickup' ? 'Ready. You can pick it up now.' : undefined),
  out_for_delivery: () => 'On its way to you.',
  cancelled: (_, reason) => `Cancelled: ${reason}`,
}
