import type { KitchenTerms, Service } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { describeOpenState, findOpenState, formatLocalDayTime } from '#contract/opening-hours.ts'
import { findDeliveryTerms } from '#contract/quote.ts'

/** A postcode as far as it can be one; null while it is not known. */
export const knownPostcode = (typed: string): string | null =>
  /^[A-Z\d-]{2,12}$/i.test(typed.replace(/\s/g, '')) ? typed.trim().toUpperCase() : null

/** Whether a kitchen takes orders now, in words: "Open until 22:00", "Opens tomorrow at 17:00", "Paused until 18:30". */
export function openingOf(terms: KitchenTerms, now: number): { open: boolean; words: string } {
  const { pausedUntil, timezone } = terms
  if (pausedUntil !== null && pausedUntil > now)
    return { open: false, words: `Paused until ${formatLocalDayTime(pausedUntil, timezone, now)}` }
  return { open: findOpenState(terms, now).open, words: describeOpenState(terms, now) }
}

/** What delivery costs, to a postcode where one is known: "Delivery £2.50, free over £25.00". */
export function deliveryWords(terms: KitchenTerms, postcode: string | null): string {
  if (!terms.services.includes('delivery')) return 'Pickup only'
  const there = findDeliveryTerms(terms, postcode)
  if (!there) return `No delivery to ${postcode}${terms.services.includes('pickup') ? ', pickup only' : ''}`
  const { deliveryFee, deliveryFreeOrdersOver: free } = there
  if (deliveryFee === 0 || free === 0) return 'Free delivery'
  const over = free === null ? '' : `, free over ${formatMoney(free, terms.currency)}`
  return `Delivery ${formatMoney(deliveryFee, terms.currency)}${over}`
}

/** "Minimum £10.00 for delivery"; empty where there is none. */
export function minimumWords(terms: KitchenTerms, postcode: string | null): string {
  const minimum = terms.services.includes('delivery') ? (findDeliveryTerms(terms, postcode)?.minimumOrder ?? 0) : 0
  return minimum > 0 ? `Minimum ${formatMoney(minimum, terms.currency)} for delivery` : ''
}

/** "Ready in about 25 min", a rush included. */
export function readyWords({ prepMinutes, rushMinutes, rushUntil }: KitchenTerms, now: number): string {
  const rush = rushUntil !== null && rushUntil > now ? rushMinutes : 0
  return `Ready in about ${prepMinutes + rush} min`
}

/** How an order is reckoned until the customer says it. */
export const usualService = ({ services }: KitchenTerms): Service =>
  services.includes('delivery') || services.length === 0 ? 'delivery' : 'pickup'

/** "1 item", "3 items". */
export const itemsWords = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`
