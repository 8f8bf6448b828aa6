import { formatMoney } from './money.ts'
import { formatFullDateTime } from './opening-hours.ts'
import { finalOrderStates } from './order-states.ts'
import type { Order, OrderLine } from './ordering.ts'
import { paymentGoalByOrderState } from './payment-reconciliation.ts'

/** This file describes an order in texts: for the page of the order and for the mails about it. */

/** A labelled amount of an order: "Delivery", "£2.50". */
export interface LabelledAmount {
  name: string
  value: string
}

/** A labelled detail of an order. Its texts stand side by side: "For", ["Theo M", "+44 20 7946 0958"]. */
export interface OrderFact {
  name: string
  texts: string[]
}

/** Returns the details of an order line: the chosen options, the dietary requirements and the allergens. */
export function listLineDetails({ choices, dietaryRequirements, allergens }: OrderLine): string[] {
  const chosen = choices.map(({ choice }) => choice).join(', ')
  const details = chosen === '' ? [] : [chosen]
  if (dietaryRequirements.length > 0) details.push(`Dietary requirements: ${dietaryRequirements.join(', ')}`)
  if (allergens.length > 0) details.push(`Contains ${allergens.join(', ')}`)
  return details
}

/** Formats the total of an order line, with the currency of the order. */
export const formatLineTotal = ({ unitPrice, quantity }: OrderLine, order: Order): string =>
  formatMoney(unitPrice * quantity, order)

/** Returns the amounts of an order: subtotal, delivery fee (for a delivery only) and total. */
export function listOrderAmountTexts(order: Order): LabelledAmount[] {
  const { service, subtotal, deliveryFee, total } = order
  const fee = { name: 'Delivery', value: deliveryFee === 0 ? 'Free' : formatMoney(deliveryFee, order) }
  return [
    { name: 'Subtotal', value: formatMoney(subtotal, order) },
    ...(service === 'delivery' ? [fee] : []),
    { name: 'Total', value: formatMoney(total, order) },
  ]
}

/** Lists the parts of a delivery address; none for a pickup. */
export const listAddressParts = ({ address }: Order): string[] =>
  address ? [address.address, address.city, address.postcode] : []

/** Returns time, place, customer, note and payment of an order. Times are in the kitchen's time zone. */
export function listOrderFacts(order: Order): OrderFact[] {
  const { service, vendor, customer, note } = order
  const facts = [
    { name: 'When', texts: [timeWords(order)] },
    service === 'delivery'
      ? { name: 'Delivery to', texts: listAddressParts(order) }
      : { name: 'Pickup at', texts: [vendor.place || vendor.name] },
    { name: 'For', texts: [customer.name, customer.phone] },
    { name: 'Note', texts: [note] },
    { name: 'Payment', texts: [paymentWords(order)] },
  ]
  return facts
    .map(({ name, texts }) => ({ name, texts: texts.filter((text) => text !== '') }))
    .filter(({ texts }) => texts.length > 0)
}

/**
 * Returns the time of an order, such as "As soon as possible: about Sunday 22 November at 19:40". When the customer
 * chose a time and the order is promised for another time, the text has both.
 */
function timeWords({ slotAt, promisedAt, events, vendor: { timezone } }: Order): string {
  const isPromised = events.some(({ to }) => to === 'accepted')
  const promised = `${isPromised ? 'promised for' : 'about'} ${formatFullDateTime(promisedAt, timezone)}`
  if (slotAt === null) return `As soon as possible: ${promised}`
  const chosen = `${formatFullDateTime(slotAt, timezone)}, the time chosen`
  return promisedAt === slotAt ? chosen : `${chosen}; ${promised}`
}

/** Returns how an order is paid: "Pay at the door, in cash". */
function paymentWords(order: Order): string {
  const { payment, service, state } = order
  if (payment === 'card') return cardPaymentWords(order)
  if (state === 'rejected' || state === 'cancelled' || state === 'expired') return 'Nothing to pay'
  const how = payment === 'cash' ? 'in cash' : 'by card'
  if (state === 'delivered') return `Paid at the door, ${how}`
  if (state === 'collected') return `Paid when it was picked up, ${how}`
  return `Pay ${handoverWords(service)}, ${how}`
}

const handoverWords = (service: Order['service']) => (service === 'delivery' ? 'at the door' : 'when you pick it up')

/**
 * Returns the state of the card payment: "Paid by card, Visa ending in 4242". A mail about a move is written before the
 * move has changed the payment. So the text about a held amount depends on the state of the order.
 */
function cardPaymentWords({ service, state, paymentState, card }: Order): string {
  const goal = paymentGoalByOrderState[state]
  const cardInBrackets = card && ` (${card})`
  switch (paymentState) {
    case 'authorised':
      if (goal === 'return') return `Not charged; what was held on the card${cardInBrackets} is let go`
      return `Held on the card${cardInBrackets}; it is charged ${goal === 'take' ? 'now' : 'when the kitchen accepts'}`
    case 'captured':
    case 'partially_refunded':
      return `Paid by card${card && `, ${card}`}`
    case 'refunded':
      return `Paid by card${card && `, ${card}`}, and given back`
    case 'voided':
      if (finalOrderStates.includes(state)) return 'The card was not charged'
      return `The bank has released the amount, so the card is not charged; pay ${handoverWords(service)}, in cash`
    default:
      return goal === 'return' ? 'The card was not charged' : 'To be paid by card; nothing has been charged'
  }
}
