import { toCartMenuItem } from './cart-line.ts'
import { MINUTE_MS } from './limits.ts'
import { findOrderLineProblems } from './line-problems.ts'
import type { DeliveryZone, Item, Kitchen, KitchenTerms, OrderLineRequest, Service } from './menu.ts'
import { formatMoney } from './money.ts'
import { normalizeCode } from './normal-form.ts'
import { findOpenState, formatLocalTime, formatRelativeDayTime, formatRelativeDayTimePhrase } from './opening-hours.ts'
import type { Quote, QuoteProblem } from './ordering.ts'
import { AMOUNT_MAX_MINOR_UNITS, ORDER_LINES_MAX, QUOTE_LIFETIME_MS } from './ordering-limits.ts'
import { calculateDeliveryFee, calculateSubtotal, type DeliveryFeeTerms } from './pricing.ts'
import { calculateCookingMs, listSlots, roundDownToSlot, SLOT_MS } from './slots.ts'

/** The order that a quote is requested for. */
export interface QuoteRequest {
  service: Service
  /** The start of the chosen slot; null for an order as soon as possible. */
  slotAt: number | null
  /**
   * The postcode of the delivery address; null until the customer enters one. A quote without a postcode reports no
   * problem with the address.
   */
  postcode: string | null
  lines: OrderLineRequest[]
}

/**
 * Calculates the price of an order, the time when it would be ready, and the problems that prevent the order. Browsers
 * show the result; the server decides with the same calculation.
 */
export function calculateQuote(kitchen: Kitchen, wanted: QuoteRequest, now: number): Quote {
  const { terms } = kitchen
  const { service, slotAt, postcode, lines } = wanted
  const items = new Map(kitchen.categories.flatMap((category) => category.items).map((item) => [item.itemId, item]))
  const exact = calculateSubtotal(lines.flatMap((line) => pricedLine(line, items)))
  const subtotal = Math.min(exact, AMOUNT_MAX_MINOR_UNITS)
  const there = findDeliveryTerms(terms, isPostcode(postcode) ? postcode : null)
  // The delivery fee is 0 for pickup, and when the kitchen does not deliver to the address.
  const isDelivered = service === 'delivery' && there !== null
  const deliveryFee = isDelivered
    ? Math.min(calculateDeliveryFee(subtotal, there), AMOUNT_MAX_MINOR_UNITS - subtotal)
    : 0
  const isOffered = terms.services.includes(service)
  const time = !isOffered
    ? notOffered(terms)
    : slotAt === null
      ? asSoonAsPossible(kitchen, service, now)
      : atSlot(kitchen, service, slotAt, now)
  const problems: QuoteProblem[] = []
  if (lines.length === 0) problems.push({ code: 'empty', message: 'There is nothing in your order yet.' })
  if (lines.length > ORDER_LINES_MAX) {
    const message = `An order has at most ${ORDER_LINES_MAX} lines, yours has ${lines.length}. Remove some of them.`
    problems.push({ code: 'too_many', message })
  }
  if (exact > AMOUNT_MAX_MINOR_UNITS) {
    const message = `An order comes to ${formatMoney(AMOUNT_MAX_MINOR_UNITS, terms.currency)} at most. Order less.`
    problems.push({ code: 'too_many', message })
  }
  if ('problem' in time) problems.push(time.problem)
  if (isOffered && service === 'delivery') problems.push(...deliveryProblems(terms, there, postcode, subtotal, lines))
  problems.push(...findOrderLineProblems(lines, items, terms.timezone, now))
  return {
    service,
    slotAt,
    readyAt: 'readyAt' in time ? time.readyAt : null,
    currency: terms.currency,
    subtotal,
    deliveryFee,
    total: subtotal + deliveryFee,
    problems,
    expiresAt: now + QUOTE_LIFETIME_MS,
  }
}

/**
 * Returns the delivery terms for a postcode, or the kitchen's general terms when the postcode is unknown. Returns null
 * when the kitchen does not deliver to the postcode.
 */
export function findDeliveryTerms(
  terms: KitchenTerms,
  postcode: string | null,
): (DeliveryFeeTerms & { minimumOrder: number }) | null {
  const { deliveryFee, deliveryFreeOrdersOver, minimumOrder } = terms
  if (postcode === null || terms.zones.length === 0) return { deliveryFee, deliveryFreeOrdersOver, minimumOrder }
  const zone = findDeliveryZone(terms, postcode)
  return (
    zone && {
      deliveryFee: zone.fee ?? deliveryFee,
      deliveryFreeOrdersOver: zone.freeOver ?? deliveryFreeOrdersOver,
      minimumOrder: zone.minimum ?? minimumOrder,
    }
  )
}

/** Returns the zone with the longest prefix of a postcode, or null. Case, width, blanks and dashes do not count. */
export function findDeliveryZone({ zones }: Pick<KitchenTerms, 'zones'>, postcode: string): DeliveryZone | null {
  const code = toComparablePostcode(postcode)
  let best: { zone: DeliveryZone; length: number } | null = null
  for (const zone of zones) {
    for (const prefix of zone.prefixes.map(toComparablePostcode)) {
      if (code.startsWith(prefix) && prefix.length > (best?.length ?? 0)) best = { zone, length: prefix.length }
    }
  }
  return best?.zone ?? null
}

/**
 * Returns "£4.40 more for free delivery"; null when delivery is already free, or can never be free.
 * @param subtotal in minor units
 */
export function describeAmountToFreeDelivery(
  subtotal: number,
  delivery: DeliveryFeeTerms,
  currency: string,
): string | null {
  const { deliveryFreeOrdersOver } = delivery
  if (deliveryFreeOrdersOver === null || calculateDeliveryFee(subtotal, delivery) === 0) return null
  return `${formatMoney(deliveryFreeOrdersOver - subtotal, currency)} more for free delivery`
}

/** Returns a postcode as `normalizeCode` does, in capital letters and without blanks around it. */
export const normalizePostcode = (postcode: string): string => normalizeCode(postcode).toUpperCase().trim()

/** Returns a normalized postcode without blanks and hyphens: 150-0001 and 1500001 are the same postcode. */
export const toComparablePostcode = (postcode: string): string => normalizePostcode(postcode).replace(/[\s-]/g, '')

/** Returns whether a text can be a postcode of some country. */
export const isPostcode = (postcode: string | null): boolean =>
  postcode !== null && /^[A-Z\d]{2,12}$/.test(toComparablePostcode(postcode))

/**
 * Adds the item of the current menu to a line, with its current price. Returns an empty list for an item that was
 * removed from the menu.
 */
function pricedLine(line: OrderLineRequest, items: ReadonlyMap<string, Item>) {
  const item = items.get(line.itemId)
  return item ? [{ ...line, item: toCartMenuItem(item) }] : []
}

const problem = (code: QuoteProblem['code'], message: string): { problem: QuoteProblem } => ({
  problem: { code, message },
})

function notOffered({ services: [only] }: KitchenTerms) {
  return problem('service_unavailable', only ? `Only ${only} here.` : 'No orders are taken here at the moment.')
}

function asSoonAsPossible({ terms, fullSlots }: Kitchen, service: Service, now: number) {
  const { timezone, pausedUntil } = terms
  if (pausedUntil !== null && pausedUntil > now) {
    return problem('paused', `Paused until ${formatRelativeDayTime(pausedUntil, timezone, now)}.`)
  }
  const state = findOpenState(terms, now, service)
  if (!state.open) {
    const opens = state.opensAt === null ? null : formatRelativeDayTimePhrase(state.opensAt, timezone, now)
    return problem('closed', opens ? `Opens ${opens}.` : 'Closed until further notice.')
  }
  const readyAt = now + calculateCookingMs(terms, now + terms.prepMinutes * MINUTE_MS, now)
  if (readyAt > state.until) {
    const next = findOpenState(terms, state.until, service)
    const again =
      !next.open && next.opensAt !== null ? ` Opens ${formatRelativeDayTimePhrase(next.opensAt, timezone, now)}.` : ''
    return problem('too_late', `Too late for today: they close at ${formatLocalTime(state.until, timezone)}.${again}`)
  }
  const free = nextFree(fullSlots, readyAt)
  if (free <= state.until) return { readyAt: free }
  const closing = formatLocalTime(state.until, timezone)
  return problem('slot_full', `The kitchen is full until it closes at ${closing}. Choose another time.`)
}

/** Returns `instant` when its slot has room, otherwise the start of the next slot with room. */
function nextFree(fullSlots: readonly number[], instant: number): number {
  let free = instant
  while (fullSlots.includes(roundDownToSlot(free))) free = roundDownToSlot(free) + SLOT_MS
  return free
}

function atSlot(kitchen: Kitchen, service: Service, slotAt: number, now: number) {
  const { timezone, pausedUntil } = kitchen.terms
  const slot = listSlots(kitchen, service, now).find(({ at }) => at === slotAt)
  if (slot?.full) {
    const time = formatRelativeDayTimePhrase(slotAt, timezone, now)
    return problem('slot_full', `The kitchen is full ${time}. Choose another time.`)
  }
  if (slot) return { readyAt: slotAt }
  if (pausedUntil !== null && pausedUntil > now && slotAt > now && slotAt < pausedUntil) {
    return problem('paused', `Paused until ${formatRelativeDayTime(pausedUntil, timezone, now)}. Choose a later time.`)
  }
  const words = formatRelativeDayTime(slotAt, timezone, now)
  const time = words.charAt(0).toUpperCase() + words.slice(1)
  return problem('slot_gone', `${time} is not possible any more. Choose another time.`)
}

function deliveryProblems(
  terms: KitchenTerms,
  there: { minimumOrder: number } | null,
  postcode: string | null,
  subtotal: number,
  lines: readonly OrderLineRequest[],
): QuoteProblem[] {
  if (!there) {
    return [{ code: 'outside_zones', message: `We don't deliver to ${normalizePostcode(postcode ?? '')}.` }]
  }
  const problems: QuoteProblem[] = []
  if (postcode !== null && !isPostcode(postcode)) {
    problems.push({ code: 'address_missing', message: 'Enter your postcode to see whether we deliver to you.' })
  }
  if (lines.length > 0 && subtotal < there.minimumOrder) {
    const short = formatMoney(there.minimumOrder - subtotal, terms.currency)
    const minimum = formatMoney(there.minimumOrder, terms.currency)
    problems.push({ code: 'below_minimum', message: `${short} short of the minimum of ${minimum} for delivery.` })
  }
  return problems
}
