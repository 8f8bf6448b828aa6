import { formatMoney } from './money.ts'
import { formatFullDayTime } from './opening-hours.ts'
import type { Order, OrderLine } from './ordering.ts'

/** What was ordered, in the words that every mail about an order and its page share. */

/** One row of an order: "Delivery", "£2.50". */
export interface OrderFact {
  name: string
  value: string
}

/** Returns what belongs to a dish: its choices, what the customer must not eat, and the allergens in it. */
export function describeLineDetails({ choices, dietaryRequirements, allergens }: OrderLine): string[] {
  const chosen = choices.map(({ choice }) => choice).join(', ')
  const details = chosen === '' ? [] : [chosen]
  if (dietaryRequirements.length > 0) details.push(`Dietary requirements: ${dietaryRequirements.join(', ')}`)
  if (allergens.length > 0) details.push(`Contains ${allergens.join(', ')}`)
  return details
}

/** Returns the price of a line of an order, with its currency. */
export const formatLinePrice = ({ unitPrice, quantity }: OrderLine, order: Order): string =>
  formatMoney(unitPrice * quantity, order)

/** Returns the sums of an order: subtotal, delivery fee where it is delivered, and total. */
export function listOrderSums(order: Order): OrderFact[] {
  const { service, subtotal, deliveryFee, total } = order
  const fee = { name: 'Delivery', value: deliveryFee === 0 ? 'Free' : formatMoney(deliveryFee, order) }
  return [
    { name: 'Subtotal', value: formatMoney(subtotal, order) },
    ...(service === 'delivery' ? [fee] : []),
    { name: 'Total', value: formatMoney(total, order) },
  ]
}

/** Returns when, how and for whom an order is, its note and its payment. Times are those of the kitchen's clock. */
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

/** "As soon as possible: about Sunday 22 November at 19:40"; a chosen time beside a promise that differs from it. */
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

/** Returns how the card of an order stands: "Paid by card, Visa ending in 4242". */
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
