import type { DeliveryZone, KitchenTerms } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { formatMoneyInput, parseMoney } from '#contract/money-input.ts'
import { ZONE_PREFIXES_MAX } from '#contract/ordering-limits.ts'
import { calculateDeliveryFee } from '#contract/pricing.ts'
import { findDeliveryTerms, normalizePostcode, toComparablePostcode } from '#contract/quote.ts'
import type { Problems } from '../../../forms/use-problems.ts'

const amountNames = ['fee', 'freeOver', 'minimum'] as const
type AmountName = (typeof amountNames)[number]

/** The form values of the delivery fees that apply to every zone. When `freeOver` is empty, delivery is never free. */
export type FeesValues = Record<AmountName, string>

/** The form values of a delivery zone. When an amount is empty, the amount for all zones applies. */
export interface ZoneValues extends FeesValues {
  prefixes: string[]
  /** The text in the field for prefixes, before it becomes chips. */
  adding: string
}

export type ZonesValues = { zones: ZoneValues[] }

type Fees = Pick<KitchenTerms, 'deliveryFee' | 'deliveryFreeOrdersOver' | 'minimumOrder'>

const mapAmounts = <From, To>(amounts: Record<AmountName, From>, convert: (amount: From) => To) =>
  Object.fromEntries(amountNames.map((name) => [name, convert(amounts[name])])) as Record<AmountName, To>

const formatAmounts = (amounts: Record<AmountName, number | null>, currency: string): FeesValues =>
  mapAmounts(amounts, (amount) => formatMoneyInput(amount, currency))

const parseAmounts = (texts: FeesValues, currency: string) => mapAmounts(texts, (text) => parseAmount(text, currency))

export const toFeesValues = (terms: Fees, currency: string): FeesValues =>
  formatAmounts(
    { fee: terms.deliveryFee, freeOver: terms.deliveryFreeOrdersOver, minimum: terms.minimumOrder },
    currency,
  )

/** Parses an amount of money into minor units; null for an empty text and for a text that is not an amount. */
export function parseAmount(text: string, currency: string): number | null {
  const amount = parseMoney(text, currency)
  return amount === null || amount < 0 ? null : amount
}

/** Describes why the text of an optional amount is not valid; empty when it is valid. */
export const findAmountProblem = (text: string, currency: string): string =>
  text.trim() === '' || parseAmount(text, currency) !== null
    ? ''
    : `Write an amount such as ${formatMoneyInput(950, currency)}.`

export const findFeesProblems = (texts: FeesValues, currency: string): Problems =>
  mapAmounts(texts, (text) => findAmountProblem(text, currency))

/** Returns the fees to send to the server, in minor units. A text that is not an amount counts as empty. */
export function toFees(texts: FeesValues, currency: string): Fees {
  const { fee, freeOver, minimum } = parseAmounts(texts, currency)
  return { deliveryFee: fee ?? 0, deliveryFreeOrdersOver: freeOver, minimumOrder: minimum ?? 0 }
}

export const toZonesValues = (zones: readonly DeliveryZone[], currency: string): ZonesValues => ({
  zones: zones.map((zone) => ({ prefixes: zone.prefixes, adding: '', ...formatAmounts(zone, currency) })),
})

/**
 * Splits a text with prefixes of postcodes at commas, semicolons and line breaks. Returns the prefixes in capitals and
 * without duplicates.
 */
export const parsePrefixes = (text: string): string[] => [
  ...new Set(
    normalizePostcode(text)
      .split(/[,;\n]/)
      .map((part) => part.trim().replace(/\s+/g, ' '))
      .filter(Boolean),
  ),
]

/**
 * Returns all prefixes of a zone: those of its chips, and those in the text that is not a chip yet. Prefixes that match
 * the same postcodes are returned once.
 */
export const listZonePrefixes = ({ prefixes, adding }: ZoneValues): string[] => {
  const byPostcode = Map.groupBy([...prefixes, ...parsePrefixes(adding)], toComparablePostcode)
  return [...byPostcode.values()].flatMap(([first]) => first ?? [])
}

/** Returns the problems of the zones, by the zone's index and the field's name, such as `0-fee`. */
export function findZonesProblems({ zones }: ZonesValues, currency: string): Problems {
  const problems: Problems = {}
  for (const [place, zone] of zones.entries()) {
    const earlier = zones.slice(0, place).flatMap(listZonePrefixes).map(toComparablePostcode)
    problems[`${place}-prefixes`] = prefixesProblem(listZonePrefixes(zone), earlier)
    for (const name of amountNames) problems[`${place}-${name}`] = findAmountProblem(zone[name], currency)
  }
  return problems
}

/**
 * Returns the problem of a zone's prefixes; empty when there is none.
 * @param earlier the prefixes of the previous zones, as `toComparablePostcode` returns them
 */
function prefixesProblem(prefixes: readonly string[], earlier: readonly string[]): string {
  if (prefixes.length === 0) return 'Enter the beginnings of postcodes, such as AB1, AB2.'
  if (prefixes.length > ZONE_PREFIXES_MAX)
    return `There are at most ${ZONE_PREFIXES_MAX} in a zone, not ${prefixes.length}. Put some into another zone.`
  const invalid = prefixes.find((prefix) => !/^[A-Z\d][A-Z\d -]{0,9}$/.test(prefix))
  if (invalid !== undefined)
    return `“${invalid}” is no beginning of a postcode: use letters and digits only, such as AB1.`
  const twice = prefixes.find((prefix) => earlier.includes(toComparablePostcode(prefix)))
  return twice === undefined ? '' : `${twice} is in another zone already. Remove it from one of them.`
}

export const toDeliveryZones = ({ zones }: ZonesValues, currency: string): DeliveryZone[] =>
  zones.map((zone) => ({ prefixes: listZonePrefixes(zone), ...parseAmounts(zone, currency) }))

/**
 * Describes what a customer would pay for delivery. The amounts come from the functions that also calculate the quote.
 * @param subtotal in minor units; null while the field is empty
 */
export function describeDeliveryToPostcode(terms: KitchenTerms, postcode: string, subtotal: number | null): string {
  const { currency } = terms
  const code = normalizePostcode(postcode)
  const there = findDeliveryTerms(terms, code === '' ? null : code)
  if (!there) return `You don't deliver to ${code}.`
  const { deliveryFee, deliveryFreeOrdersOver: freeOver, minimumOrder } = there
  const format = (amount: number) => formatMoney(amount, currency)
  const describeFee = (fee: number) => (fee === 0 ? 'free delivery' : `${format(fee)} delivery`)
  const parts = [describeFee(freeOver === 0 ? 0 : deliveryFee)]
  if (deliveryFee > 0 && freeOver) parts.push(`free from ${format(freeOver)}`)
  parts.push(minimumOrder > 0 ? `minimum ${format(minimumOrder)}` : 'no minimum')
  const general = `${code === '' ? 'Anywhere you deliver' : code}: ${parts.join(', ')}.`
  if (subtotal === null) return general
  const food = `${general} Food for ${format(subtotal)}`
  if (subtotal < minimumOrder) return `${food} is ${format(minimumOrder - subtotal)} short of the minimum.`
  const fee = calculateDeliveryFee(subtotal, there)
  return `${food} and ${describeFee(fee)} make ${format(subtotal + fee)}.`
}
