import { DAY_MS } from '#contract/limits.ts'
import {
  formatDatedTimePhrase,
  formatLocalDate,
  formatLocalTime,
  formatRelativeDayTime,
  formatRelativeDayTimePhrase,
} from '#contract/opening-hours.ts'
import { chargedPaymentStates, type OrderState } from '#contract/order-states.ts'
import type { Order, OrderEvent, OrderLine, OrderSummary, Refund } from '#contract/ordering.ts'

// This file has the texts about an order for its customer. Times are in the time zone of the kitchen.

type OrderPromise = Pick<OrderSummary, 'state' | 'service' | 'promisedAt' | 'vendor' | 'payBy'>

/** Formats a time as a deadline: "by 19:40", "tomorrow by 12:00". */
const formatDeadline = (instant: number, timeZone: string, now: number): string =>
  toDeadline(formatRelativeDayTimePhrase(instant, timeZone, now))
const toDeadline = (phrase: string): string => phrase.replace(/at (?=\d)/, 'by ')

/**
 * Describes the promised time or the state of an order: "At your door by 19:40", "Waiting for the kitchen", "Rejected".
 */
export function describePromiseOrState(order: OrderPromise, now: number): string {
  const { state, service, promisedAt, vendor } = order
  const { timezone } = vendor
  if (state === 'awaiting_payment') return `Waiting for payment${formatPaymentDeadlineSuffix(order, now)}`
  if (state === 'ready' && service === 'pickup') return 'Ready to pick up'
  const stateText = textOfState[state]
  if (stateText !== undefined) return stateText
  return service === 'delivery'
    ? `At your door ${formatDeadline(promisedAt, timezone, now)}`
    : `Ready to pick up ${formatRelativeDayTimePhrase(promisedAt, timezone, now)}`
}

const textOfState: Partial<Record<OrderState, string>> = {
  placed: 'Waiting for the kitchen',
  expired: 'Not paid',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  collected: 'Picked up',
  delivered: 'Delivered',
}

/**
 * Describes an order as `describePromiseOrState` does. For a completed order, adds the time of completion: "Delivered
 * at 19:38".
 */
export function describeState(order: Order, now: number): string {
  const text = describePromiseOrState(order, now)
  const last = order.events.at(-1)
  return last && (order.state === 'delivered' || order.state === 'collected')
    ? `${text} ${formatRelativeDayTimePhrase(last.at, order.vendor.timezone, now)}`
    : text
}

/** Describes what happens next with an order, and until when. */
export function describeNextStep(order: Order, now: number): string {
  const { state, service, vendor, promisedAt, acceptBy } = order
  const { timezone, phone } = vendor
  const last = order.events.at(-1)
  const call = phone && 'You can still call them if something is wrong.'
  const late =
    now > promisedAt ? `It is later than promised.${phone && ' Call the kitchen if you want to know more.'}` : ''
  switch (state) {
    case 'awaiting_payment':
      return 'The kitchen hears of it once it is paid; until then its dishes and its time are kept for you.'
    case 'placed':
      return now > acceptBy
        ? 'The kitchen has not answered in time. The order is rejected by itself in a moment, unless it answers now.'
        : `The kitchen answers ${formatDeadline(acceptBy, timezone, now)}. You can cancel until it accepts.`
    case 'accepted':
    case 'preparing':
    case 'ready':
    case 'out_for_delivery':
      return state === 'ready' && service === 'pickup'
        ? `It waits for you${vendor.place && ` at ${vendor.place}`}.`
        : joinSentences(progressText[state], late || call)
    case 'delivered':
    case 'collected':
      return 'Enjoy your meal.'
    default:
      return joinSentences(last ? describePlainEvent(last) : '', describeEndedOrderPayment(order))
  }
}

const progressText = {
  accepted: 'The kitchen starts cooking soon.',
  preparing: 'The kitchen is cooking.',
  ready: 'It is packed, and leaves for your door in a moment.',
  out_for_delivery: 'It is on its way to your door.',
}

/**
 * Describes an event of an order. For an acceptance, adds the promised time: "Accepted, at your door by 19:40. They saw
 * “no nuts”."
 */
export function describeEvent(event: OrderEvent, order: Order): string {
  const { service, vendor } = order
  if (event.to !== 'accepted') return describePlainEvent(event, service)
  const time = event.promisedAt !== null && formatDatedTimePhrase(event.promisedAt, vendor.timezone, event.at)
  const promise = time ? (service === 'delivery' ? `, at your door ${toDeadline(time)}` : `, ready ${time}`) : ''
  const confirmed = event.acknowledged.map((requirement) => `“${requirement}”`).join(', ')
  return joinSentences(`Accepted${promise}.`, confirmed && `They saw ${confirmed}.`)
}

function describePlainEvent({ actor, from, to, reason }: OrderEvent, service?: Order['service']): string {
  if (to === 'placed' && from !== null) return 'It is paid, and the kitchen has it.'
  const reasonText = reason ? `: ${endSentence(reason)}` : '.'
  if (to === 'rejected')
    return actor === 'system' ? `Rejected by itself${reasonText}` : `The kitchen rejected it${reasonText}`
  if (to === 'cancelled') return `${cancellers[actor] ?? 'Somebody'} cancelled the order${reasonText}`
  if (to === 'expired') return `It was not paid${reasonText}`
  return eventText[to] ?? (service === 'pickup' ? 'Ready to pick up.' : 'Ready to leave.')
}

const cancellers: Partial<Record<OrderEvent['actor'], string>> = {
  customer: 'You',
  vendor: 'The kitchen',
  admin: 'The site',
}
const eventText: Partial<Record<OrderState, string>> = {
  awaiting_payment: 'You sent the order; it waits for its payment.',
  placed: 'You placed the order.',
  preparing: 'Cooking.',
  out_for_delivery: 'On its way.',
  delivered: 'Delivered.',
  collected: 'Picked up.',
}

/** Lists dishes with their quantities: "2 × Double smash, 1 × Lemonade". */
export const formatDishList = (lines: readonly OrderLine[]): string =>
  lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

/** Formats the time of an event. The day is added when it differs from the day on which the order was placed. */
export function formatEventTime(at: number, { placedAt, vendor: { timezone } }: Order): string {
  const sameDay = formatLocalDate(at, timezone) === formatLocalDate(placedAt, timezone)
  return sameDay ? formatLocalTime(at, timezone) : formatRelativeDayTime(at, timezone, at + DISTANT_MS)
}
/** A day that is at least this far away is written as a date. */
const DISTANT_MS = 30 * DAY_MS

const joinSentences = (...sentences: string[]): string => sentences.filter(Boolean).join(' ')
const endSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Formats the deadline of the payment: ", until 19:40". Empty when no payment is due. */
export const formatPaymentDeadlineSuffix = (
  { payBy, vendor }: Pick<OrderSummary, 'payBy' | 'vendor'>,
  now: number,
): string =>
  payBy === null ? '' : `, until ${formatRelativeDayTimePhrase(payBy, vendor.timezone, now).replace(/^(at|on) /, '')}`

/**
 * Describes when the card is charged.
 * @param chargedAtOnce true if the card is charged when the order is placed; false if it is charged when the kitchen
 * accepts the order
 */
export const describeChargeTime = (chargedAtOnce: boolean): string =>
  chargedAtOnce
    ? 'Your card is charged now, as the kitchen answers much later. If it does not accept, you get the money back.'
    : 'The amount is held on your card, and charged when the kitchen accepts.'

/** Describes what happens to the money of an order that ended early. */
export function describeEndedOrderPayment({ payment, paymentState, card }: Order): string {
  if (payment !== 'card') return 'There is nothing to pay.'
  if (chargedPaymentStates.includes(paymentState))
    return 'You get your money back; it takes banks some days to show it.'
  if (paymentState !== 'authorised' && paymentState !== 'voided') return 'Nothing was charged.'
  return card
    ? 'Your card is not charged: what was held on it is let go, which some banks show a few days later.'
    : 'Your card was not charged.'
}

/** The labels of the states of a refund. */
export const refundLabels: Record<Refund['state'], string> = {
  pending: 'On its way back to your card',
  succeeded: 'Given back to your card',
  failed: 'Could not be given back yet',
}

/** Returns whether an order has receipts, or will get them soon. */
export const hasReceipts = ({ payment, paymentState, state }: Order): boolean =>
  payment === 'card' && paymentState !== 'voided'
    ? chargedPaymentStates.includes(paymentState)
    : state === 'collected' || state === 'delivered'
