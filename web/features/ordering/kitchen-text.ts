import { formatCountWithNoun } from '#contract/format-count.ts'
import type { KitchenTerms, Service } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { describeOpenState, findOpenState, formatRelativeDayTime } from '#contract/opening-hours.ts'
import { findDeliveryTerms, isPostcode, normalizePostcode } from '#contract/quote.ts'

/** Returns a normalized postcode; null when the text is not a postcode. */
export const parsePostcode = (text: string): string | null => (isPostcode(text) ? normalizePostcode(text) : null)

/**
 * Returns whether a kitchen takes orders, and a text about it: "Open until 22:00", "Opens tomorrow at 17:00", "Paused
 * until 18:30".
 */
export function getOpeningStatus(terms: KitchenTerms, now: number): { isOpen: boolean; text: string } {
  const { pausedUntil, timezone } = terms
  if (pausedUntil !== null && pausedUntil > now)
    return { isOpen: false, text: `Paused until ${formatRelativeDayTime(pausedUntil, timezone, now)}` }
  return { isOpen: findOpenState(terms, now).open, text: describeOpenState(terms, now) }
}

/**
 * Describes the delivery fee: "Delivery £2.50, free from £25.00".
 * @param postcode selects the delivery zone; null describes the general fee
 */
export function describeDeliveryFee(terms: KitchenTerms, postcode: string | null): string {
  if (!terms.services.includes('delivery')) return 'Pickup only'
  const deliveryTerms = findDeliveryTerms(terms, postcode)
  if (!deliveryTerms) return `No delivery to ${postcode}${terms.services.includes('pickup') ? ', pickup only' : ''}`
  const { deliveryFee, deliveryFreeOrdersOver: freeOver } = deliveryTerms
  if (deliveryFee === 0 || freeOver === 0) return 'Free delivery'
  const over = freeOver === null ? '' : `, free from ${formatMoney(freeOver, terms.currency)}`
  return `Delivery ${formatMoney(deliveryFee, terms.currency)}${over}`
}

/**
 * Describes the minimum order for delivery: "Minimum £10.00 for delivery". Empty without a minimum.
 * @param postcode selects the delivery zone
 */
export function describeMinimumOrder(terms: KitchenTerms, postcode: string | null): string {
  const minimum = terms.services.includes('delivery') ? (findDeliveryTerms(terms, postcode)?.minimumOrder ?? 0) : 0
  return minimum > 0 ? `Minimum ${formatMoney(minimum, terms.currency)} for delivery` : ''
}

/** Describes how long an order takes: "Ready in about 25 min". During a rush, the rush minutes are added. */
export function describePreparationTime({ prepMinutes, rushMinutes, rushUntil }: KitchenTerms, now: number): string {
  const rush = rushUntil !== null && rushUntil > now ? rushMinutes : 0
  return `Ready in about ${prepMinutes + rush} min`
}

/** Returns the service that is selected at first: delivery, unless the kitchen offers only pickup. */
export const chooseDefaultService = ({ services }: KitchenTerms): Service =>
  services.includes('delivery') || services.length === 0 ? 'delivery' : 'pickup'

/** Formats a number of items: "1 item", "3 items". */
export const formatItemCount = (count: number): string => formatCountWithNoun(count, 'item', 'items')
