import { formatMoney } from './money.ts'
import { formatFullDayTime } from './opening-hours.ts'
import type { Order, OrderLine } from './ordering.ts'

/** This file describes an order in texts: for the page of the order and for the mails about it. */

/** A labelled value of an order: "Delivery", "£2.50". */
export interface OrderFact {
  name: string
  value: string
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
export const formatLinePrice = ({ unitPrice, quantity }: OrderLine, order: Order): string =>
  formatMoney(unitPrice * quantity, order)

/** Returns the amounts of an order: subtotal, delivery fee (for a delivery only) and total. */
export function listOrderSums(order: Order): OrderFact[] {
  const { service, subtotal, deliveryFee, total } = order
  const fee = { name: 'Delivery', value: deliveryFee === 0 ? 'Free' : formatMoney(deliveryFee, order) }
  return [
    { name: 'Subtotal', value: formatMoney(subtotal, order) },
    ...(service === 'delivery' ? [fee] : []),
    { name: 'Total', value: formatMoney(total, order) },
  ]
}

/** Returns time, place, customer, note and payment of an order. Times are in the kitchen's time zone. */
export function listOrderFacts(order: Order): OrderFact[] {
  const { service, address, vendor, customer, note } = order
  const where = address && [address.address, address.city, address.postcode].filter(Boolean).join(', ')
  const facts = [
    { name: 'When', value: timeWords(order) },
    service === 'delivery'
      ? { name: 'Delivery to', value: where ?? '' }
      : { name: 'Pickup at', value: vendor.place || vendor.name },
    { name: 'For', value: [customer.name, customer.phone].filter(Boolean).join(', ') },
    { name: 'Note', value: note },
    { name: 'Payment', value: paymentWords(order) },
  ]
  return facts.filter(({ value }) => value !== '')
}

/**
 * Returns the time of an order, such as "As soon as possible: about Sunday 22 November at 19:40". When the customer
 * chose a time and the kitchen promised another time, the text has both.
 */
function timeWords({ slotAt, promisedAt, events, vendor: { timezone } }: Order): string {
  const promised = formatFullDayTime(promisedAt, timezone)
  const isPromised = events.some(({ to }) => to === 'accepted')
  if (slotAt === null) return `As soon as possible: ${isPromised ? 'promised for' : 'about'} ${promised}`
  const chosen = `${formatFullDayTime(slotAt, timezone)}, the time chosen`
  return isPromised && promisedAt !== slotAt ? `${chosen}; promised for ${promised}` : chosen
}

/** Returns how an order is paid: "Pay at the door, in cash". */
function paymentWords(order: Order): string {
  const { payment, service, state } = order
  if (payment === 'card') return cardPaymentWords(order)
  if (state === 'rejected' || state === 'cancelled' || state === 'expired') return 'Nothing to pay'
  const how = payment === 'cash' ? 'in cash' : 'by card'
  if (state === 'delivered') return `Paid at the door, ${how}`
  if (state === 'collected') return `Paid when it was picked up, ${how}`
  return service === 'delivery' ? `Pay at the door, ${how}` : `Pay when you pick it up, ${how}`
}

/** Returns the state of the card payment: "Paid by card, Visa ending in 4242". */
function cardPaymentWords({ paymentState, card }: Order): string {
  switch (paymentState) {
    case 'authorised':
      return `Held on the card${card && ` (${card})`}; it is charged when the kitchen accepts`
    case 'captured':
    case 'partially_refunded':
      return `Paid by card${card && `, ${card}`}`
    case 'refunded':
      return `Paid by card${card && `, ${card}`}, and given back`
    case 'voided':
      return 'The card was not charged'
    default:
      return 'To be paid by card; nothing has been charged'
  }
}
