import type { MouseEvent } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import { formatLocalDayTime } from '#contract/opening-hours.ts'
import { finalOrderStates, type OrderState, orderStateLabels, type PaymentState } from '#contract/order-states.ts'
import type { Order, OrderLine, PaymentMethod } from '#contract/ordering.ts'

/** Where the one tap of a ticket leads, as a cook says it; what is placed is accepted with a time. */
export const progressWords: Partial<Record<OrderState, string>> = {
  preparing: 'Start cooking',
  ready: 'Ready',
  collected: 'Picked up',
  out_for_delivery: 'Send out',
  delivered: 'Delivered',
}

/** Where an order has just been moved: "Accepted for 19:35", "Rejected", "Ready". */
export const movedWords = (order: Order, now: number): string =>
  order.state === 'accepted'
    ? `Accepted for ${formatLocalDayTime(order.promisedAt, order.vendor.timezone, now)}`
    : orderStateLabels[order.state]

/** How many whole minutes an order is late; 0 while it is not, or waits ready for who picks it up. */
export function minutesLate({ state, service, promisedAt }: Order, now: number): number {
  const theirTurn = state === 'ready' && service === 'pickup'
  if (finalOrderStates.includes(state) || theirTurn) return 0
  return Math.max(0, Math.floor((now - promisedAt) / MINUTE_MS))
}

/** Until when, as short as can be: "19:25", "wants 19:55", "asap, 19:40", "late 4 min". */
export function dueWords(order: Order, now: number): string {
  const late = minutesLate(order, now)
  if (late > 0) return `late ${late} min`
  const time = formatLocalDayTime(order.promisedAt, order.vendor.timezone, now)
  if (order.state !== 'placed') return time
  return order.slotAt === null ? `asap, ${time}` : `wants ${time}`
}

/** "Theo M, delivery AB1 3", "Guest, Gus, pickup". */
export const customerWords = ({ customer, service, address }: Order): string =>
  [customer.guest && 'Guest', customer.name, `${service}${address ? ` ${address.postcode}` : ''}`]
    .filter(Boolean)
    .join(', ')

/** The choices of a line: "Double, extra pickles". */
export const choiceWords = ({ choices }: OrderLine): string => choices.map(({ choice }) => choice).join(', ')

/** Everything that the customer asks not to be in it, each once. */
export const dietaryOf = ({ lines }: Order): string[] => [
  ...new Set(lines.flatMap(({ dietaryRequirements }) => dietaryRequirements)),
]

const handedWords: Record<Exclude<PaymentMethod, 'card'>, string> = { cash: 'cash', card_machine: 'card machine' }
const cardWords: Record<PaymentState, string> = {
  none: 'by card',
  pending: 'not paid yet',
  failed: 'not paid yet',
  authorised: 'held on the card',
  captured: 'paid',
  partially_refunded: 'paid',
  refunded: 'given back',
  voided: 'not charged',
}

/** How it is paid, in two or three words: "cash", "held on the card". */
export const paymentWords = ({ payment, paymentState }: Order): string =>
  payment === 'card' ? cardWords[paymentState] : handedWords[payment]

/** What a cook must know before going on with an order whose money cannot be had; empty where nothing is wrong. */
export const unpaidWords = ({ payment, paymentState, state }: Order): string =>
  payment === 'card' && paymentState === 'voided' && !finalOrderStates.includes(state)
    ? 'Not paid: the bank let go. Cancel it, or take cash.'
    : ''

/** What it came to, in one word or a sentence, for those that are finished. */
export const lastReason = ({ events }: Order): string => events.at(-1)?.reason ?? ''

/** Whether a button was pressed by the keyboard: then the focus goes with what moves. */
export const isByKey = (event: MouseEvent<HTMLElement>): boolean => event.detail === 0
