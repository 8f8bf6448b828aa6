import type { DeliveryZone, KitchenTerms } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { formatMoneyInput, parseMoney } from '#contract/money-input.ts'
import { deliveryFeeOf } from '#contract/pricing.ts'
import { findDeliveryTerms } from '#contract/quote.ts'
import type { Problems } from '../../../forms/use-problems.ts'

/** The values of the form for fees, which apply to every zone. */
export interface FeesValues extends Record<string, unknown> {
  fee: string
  /** Empty when delivery is never free. */
  freeOver: string
  /** Empty when there is no minimum. */
  minimum: string
}

/** The form values of a zone. The usual fees apply where an amount is empty. */
export interface ZoneValues {
  prefixes: string[]
  /** The text in the field for prefixes that has not been added yet. */
  adding: string
  fee: string
  freeOver: string
  minimum: string
}

export interface ZonesValues extends Record<string, unknown> {
  zones: ZoneValues[]
}

type Fees = Pick<KitchenTerms, 'deliveryFee' | 'deliveryFreeOrdersOver' | 'minimumOrder'>

export const toFeesValues = (fees: Fees, currency: string): FeesValues => ({
  fee: formatMoneyInput(fees.deliveryFee, currency),
  freeOver: formatMoneyInput(fees.deliveryFreeOrdersOver, currency),
  minimum: formatMoneyInput(fees.minimumOrder, currency),
})

/** Describes why an optional amount is not valid; empty when it is. */
export function amountProblem(text: string, currency: string): string {
  if (text.trim() === '') return ''
  const amount = parseMoney(text, currency)
  return amount === null || amount < 0 ? `Write an amount such as ${formatMoneyInput(950, currency)}.` : ''
}

export const feesProblems = ({ fee, freeOver, minimum }: FeesValues, currency: string): Problems => ({
  fee: amountProblem(fee, currency),
  freeOver: amountProblem(freeOver, currency),
  minimum: amountProblem(minimum, currency),
})

/** Returns the fees for the request. A text that is no amount counts as empty. */
export const feesFrom = ({ fee, freeOver, minimum }: FeesValues, currency: string): Fees => ({
  deliveryFee: parseAmount(fee, currency) ?? 0,
  deliveryFreeOrdersOver: parseAmount(freeOver, currency),
  minimumOrder: parseAmount(minimum, currency) ?? 0,
})

/** Parses an amount into minor units; null for an empty text, and one that is no amount. */
export function parseAmount(text: string, currency: string): number | null {
  const amount = parseMoney(text, currency)
  return amount === null || amount < 0 ? null : amount
}

export const toZonesValues = (zones: readonly DeliveryZone[], currency: string): ZonesValues => ({
  zones: zones.map(({ prefixes, fee, freeOver, minimum }) => ({
    prefixes,
    adding: '',
    fee: formatMoneyInput(fee, currency),
    freeOver: formatMoneyInput(freeOver, currency),
    minimum: formatMoneyInput(minimum, currency),
  })),
})

/** Parses prefixes of postcodes that are separated by commas, in capitals and without duplicates. */
export const parsePrefixes = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((part) => part.trim().toUpperCase().replace(/\s+/g, ' '))
      .filter(Boolean),
  ),
]

/** Returns all prefixes of a zone, with those still in the text field. */
export const listPrefixes = ({ prefixes, adding }: ZoneValues): string[] => [
  ...new Set([...prefixes, ...parsePrefixes(adding)]),
]

const plain = (postcode: string) => postcode.replace(/\s/g, '')

/** Returns the problems of the zones, by the index of the zone and the name of the field. */
export function zonesProblems({ zones }: ZonesValues, currency: string): Problems {
  const problems: Problems = {}
  for (const [place, zone] of zones.entries()) {
    const own = listPrefixes(zone)
    const bad = own.find((prefix) => !/^[A-Z\d][A-Z\d -]{0,9}$/.test(prefix))
    const before = zones.slice(0, place).flatMap(listPrefixes).map(plain)
    const twice = own.find((prefix) => before.includes(plain(prefix)))
    problems[`${place}-prefixes`] =
      own.length === 0
        ? 'Enter the beginnings of postcodes, such as AB1, AB2.'
        : bad !== undefined
          ? `“${bad}” is no beginning of a postcode: use letters and digits only, such as AB1.`
          : twice !== undefined
            ? `${twice} is in another zone already. Remove it from one of them.`
            : ''
    for (const field of ['fee', 'freeOver', 'minimum'] as const)
      problems[`${place}-${field}`] = amountProblem(zone[field], currency)
  }
  return problems
}

export const zonesFrom = ({ zones }: ZonesValues, currency: string): DeliveryZone[] =>
  zones.map((zone) => ({
    prefixes: listPrefixes(zone),
    fee: parseAmount(zone.fee, currency),
    freeOver: parseAmount(zone.freeOver, currency),
    minimum: parseAmount(zone.minimum, currency),
  }))

/**
 * Describes what a customer would pay for delivery, by the same functions as the quote.
 * @param subtotal in minor units; null while the field is empty
 */
export function describeDelivery(terms: KitchenTerms, postcode: string, subtotal: number | null): string {
  const { currency } = terms
  const code = postcode.trim().toUpperCase()
  const there = findDeliveryTerms(terms, code === '' ? null : code)
  if (!there) return `You don't deliver to ${code}.`
  const { deliveryFee, deliveryFreeOrdersOver: freeOver, minimumOrder } = there
  const format = (amount: number) => formatMoney(amount, currency)
  const parts = [deliveryFee === 0 || freeOver === 0 ? 'free delivery' : `${format(deliveryFee)} delivery`]
  if (deliveryFee > 0 && freeOver !== null && freeOver > 0) parts.push(`free over ${format(freeOver)}`)
  parts.push(minimumOrder > 0 ? `minimum ${format(minimumOrder)}` : 'no minimum')
  const where = code === '' ? 'Anywhere you deliver' : code
  const general = `${where}: ${parts.join(', ')}.`
  if (subtotal === null) return general
  const fee = deliveryFeeOf(subtotal, there)
  const short = minimumOrder - subtotal
  const total = `Food for ${format(subtotal)} and ${fee === 0 ? 'free delivery' : `${format(fee)} delivery`} make ${format(subtotal + fee)}.`
  return short > 0
    ? `${general} Food for ${format(subtotal)} is ${format(short)} short of the minimum.`
    : `${general} ${total}`
}
