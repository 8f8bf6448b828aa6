import type { MouseEvent } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import { formatDatedTime, formatRelativeDayTime } from '#contract/opening-hours.ts'
import { finalOrderStates, type OrderState, orderStateLabels, type PaymentState } from '#contract/order-states.ts'
import type { Order, OrderLine, PaymentMethod } from '#contract/ordering.ts'

/**
 * The labels of the button that moves an order to its next state. New orders have no such button, because a form
 * accepts them.
 */
export const nextStateLabels: Partial<Record<OrderState, string>> = {
  preparing: 'Start cooking',
  ready: 'Ready',
  collected: 'Picked up',
  out_for_delivery: 'Send out',
  delivered: 'Delivered',
}

/** Describes the state to which an order was moved: "Accepted for 19:35", "Rejected", "Ready". */
export const describeMovedOrder = (order: Order, now: number): string =>
  order.state === 'accepted'
    ? `Accepted for ${formatRelativeDayTime(order.promisedAt, order.vendor.timezone, now)}`
    : orderStateLabels[order.state]

/** Returns the whole minutes by which an order is late; 0 when the order is on time, finished or ready for pickup. */
export function calculateMinutesLate({ state, service, promisedAt }: Order, now: number): number {
  const waitsForPickup = state === 'ready' && service === 'pickup'
  if (finalOrderStates.includes(state) || waitsForPickup) return 0
  return Math.max(0, Math.floor((now - promisedAt) / MINUTE_MS))
}

/** Formats the due time of an order: "19:25", "wants 19:55", "asap, 19:40", "late 4 min". */
export function formatDueTime(order: Order, now: number): string {
  const late = calculateMinutesLate(order, now)
  if (late > 0) return `late ${late} min`
  const time = formatRelativeDayTime(order.promisedAt, order.vendor.timezone, now)
  if (order.state !== 'placed') return time
  // An order that was paid too late for the chosen time is promised for the earliest time at which it can be ready.
  return order.slotAt === order.promisedAt ? `wants ${time}` : `asap, ${time}`
}

/**
 * Formats the due time for a printed ticket: "19:25", "Tuesday 24 November at 12:30". Has the date when the order is
 * due after the day on which it was placed, because the ticket may be printed and read on any day.
 */
export const formatPrintedDueTime = ({ promisedAt, placedAt, vendor: { timezone } }: Order): string =>
  formatDatedTime(promisedAt, timezone, placedAt)

/** Lists the customer and the service: "Theo M", "delivery AB1 3"; "Guest", "Gus", "pickup". */
export const listCustomerAndService = ({ customer, service, address }: Order): string[] => [
  ...(customer.guest ? ['Guest'] : []),
  customer.name,
  `${service}${address ? ` ${address.postcode}` : ''}`,
]

/** Formats the choices of a line: "Double, extra pickles". */
export const formatChoices = ({ choices }: OrderLine): string => choices.map(({ choice }) => choice).join(', ')

export const listDietaryRequirements = ({ lines }: Order): string[] => [
  ...new Set(lines.flatMap(({ dietaryRequirements }) => dietaryRequirements)),
]

const inPersonLabels: Record<Exclude<PaymentMethod, 'card'>, string> = { cash: 'cash', card_machine: 'card machine' }
const cardLabels: Record<PaymentState, string> = {
  none: 'by card',
  pending: 'not paid yet',
  failed: 'not paid yet',
  authorised: 'held on the card',
  captured: 'paid',
  partially_refunded: 'paid',
  refunded: 'given back',
  voided: 'not charged',
}

/** Describes the payment of an order: "cash", "held on the card". */
export const describePayment = ({ payment, paymentState }: Order): string =>
  payment === 'card' ? cardLabels[paymentState] : inPersonLabels[payment]

/** Describes what to do when the card payment of an unfinished order was voided; empty for any other order. */
export const describeLostPayment = ({ payment, paymentState, state }: Order): string =>
  payment === 'card' && paymentState === 'voided' && !finalOrderStates.includes(state)
    ? 'Not paid: the bank let go. Cancel it, or take cash.'
    : ''

export const getLastEventReason = ({ events }: Order): string => events.at(-1)?.reason ?? ''

/** Returns whether a button was pressed by keyboard. After a press by keyboard, the focus follows the moved ticket. */
export const isKeyboardClick = (event: MouseEvent<HTMLElement>): boolean => event.detail === 0
