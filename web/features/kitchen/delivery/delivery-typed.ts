import type { DeliveryZone, KitchenTerms } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { formatMoneyInput, parseMoney } from '#contract/money-input.ts'
import { deliveryFeeOf } from '#contract/pricing.ts'
import { findDeliveryTerms } from '#contract/quote.ts'
import type { Problems } from '../../../forms/use-problems.ts'

/** What delivery costs everywhere, as it is typed. */
export interface FeesTyped extends Record<string, unknown> {
  fee: string
  /** Empty: never free. */
  freeOver: string
  /** Empty: none. */
  minimum: string
}

/** A zone as it is typed; an empty amount is as usual. */
export interface ZoneTyped {
  prefixes: string[]
  /** What stands in the field for prefixes and is none yet. */
  adding: string
  fee: string
  freeOver: string
  minimum: string
}

export interface ZonesTyped extends Record<string, unknown> {
  zones: ZoneTyped[]
}

type Fees = Pick<KitchenTerms, 'deliveryFee' | 'deliveryFreeOrdersOver' | 'minimumOrder'>

export const feesTyped = (fees: Fees, currency: string): FeesTyped => ({
  fee: formatMoneyInput(fees.deliveryFee, currency),
  freeOver: formatMoneyInput(fees.deliveryFreeOrdersOver, currency),
  minimum: formatMoneyInput(fees.minimumOrder, currency),
})

/** What is wrong with an amount that may be empty; an amount below zero is none. */
export function amountProblem(typed: string, currency: string): string {
  if (typed.trim() === '') return ''
  const amount = parseMoney(typed, currency)
  return amount === null || amount < 0 ? `Write an amount such as ${formatMoneyInput(950, currency)}.` : ''
}

export const feesProblems = ({ fee, freeOver, minimum }: FeesTyped, currency: string): Problems => ({
  fee: amountProblem(fee, currency),
  freeOver: amountProblem(freeOver, currency),
  minimum: amountProblem(minimum, currency),
})

/** What is sent; what cannot be read counts as empty. */
export const feesFrom = ({ fee, freeOver, minimum }: FeesTyped, currency: string): Fees => ({
  deliveryFee: amountFrom(fee, currency) ?? 0,
  deliveryFreeOrdersOver: amountFrom(freeOver, currency),
  minimumOrder: amountFrom(minimum, currency) ?? 0,
})

/** An amount as it is typed, in minor units; null for an empty one, and what is none. */
export function amountFrom(typed: string, currency: string): number | null {
  const amount = parseMoney(typed, currency)
  return amount === null || amount < 0 ? null : amount
}

export const zonesTyped = (zones: readonly DeliveryZone[], currency: string): ZonesTyped => ({
  zones: zones.map(({ prefixes, fee, freeOver, minimum }) => ({
    prefixes,
    adding: '',
    fee: formatMoneyInput(fee, currency),
    freeOver: formatMoneyInput(freeOver, currency),
    minimum: formatMoneyInput(minimum, currency),
  })),
})

/** Prefixes of postcodes as they are typed, with commas between them: in capitals, each once. */
export const prefixesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,;\n]/)
      .map((part) => part.trim().toUpperCase().replace(/\s+/g, ' '))
      .filter(Boolean),
  ),
]

/** All prefixes of a zone, what is still in its field too. */
export const prefixesOf = ({ prefixes, adding }: ZoneTyped): string[] => [
  ...new Set([...prefixes, ...prefixesIn(adding)]),
]

const plain = (postcode: string) => postcode.replace(/\s/g, '')

/** What is wrong with the zones, by the place of each and the name of its field. */
export function zonesProblems({ zones }: ZonesTyped, currency: string): Problems {
  const problems: Problems = {}
  for (const [place, zone] of zones.entries()) {
    const own = prefixesOf(zone)
    const bad = own.find((prefix) => !/^[A-Z\d][A-Z\d -]{0,9}$/.test(prefix))
    const before = zones.slice(0, place).flatMap(prefixesOf).map(plain)
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

/** Returns the body of the request that posts or edits the notice. */
export const zonesFrom = ({ zones }: ZonesTyped, currency: string): DeliveryZone[] =>
  zones.map((zone) => ({
    prefixes: prefixesOf(zone),
    fee: amountFrom(zone.fee, currency),
    freeOver: amountFrom(zone.freeOver, currency),
    minimum: amountFrom(zone.minimum, currency),
  }))

/**
 * What a customer would pay for delivery, in words: by the same functions as the quote.
 * @param subtotal in minor units; null while none is typed
 */
export function deliveryWords(terms: KitchenTerms, postcode: string, subtotal: number | null): string {
  const { currency } = terms
  const code = postcode.trim().toUpperCase()
  const there = findDeliveryTerms(terms, code === '' ? null : code)
  if (!there) return `You don't deliver to ${code}.`
  const { deliveryFee, deliveryFreeOrdersOver: freeOver, minimumOrder } = there
  const say = (amount: number) => formatMoney(amount, currency)
  const parts = [deliveryFee === 0 || freeOver === 0 ? 'free delivery' : `${say(deliveryFee)} delivery`]
  if (deliveryFee > 0 && freeOver !== null && freeOver > 0) parts.push(`free over ${say(freeOver)}`)
  parts.push(minimumOrder > 0 ? `minimum ${say(minimumOrder)}` : 'no minimum')
  const where = code === '' ? 'Anywhere you deliver' : code
  const general = `${where}: ${parts.join(', ')}.`
  if (subtotal === null) return general
  const fee = deliveryFeeOf(subtotal, there)
  const short = minimumOrder - subtotal
  const total = `Food for ${say(subtotal)} and ${fee === 0 ? 'free delivery' : `${say(fee)} delivery`} make ${say(subtotal + fee)}.`
  return short > 0
    ? `${general} Food for ${say(subtotal)} is ${say(short)} short of the minimum.`
    : `${general} ${total}`
}
