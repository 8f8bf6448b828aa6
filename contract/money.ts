import { fractionDigits } from './currency-digits.ts'

/**
 * The unit of an amount. For prices of today it is the code of a currency (ISO 4217). For amounts of an order it is the
 * order, which keeps the digits that its amounts were written with.
 */
export type MoneyUnit = string | { currency: string; currencyDigits: number }

/** Returns the currency of a unit, and how many of the last digits of its amounts follow the point. */
export const resolveMoneyUnit = (unit: MoneyUnit): { currency: string; currencyDigits: number } =>
  typeof unit === 'string' ? { currency: unit, currencyDigits: fractionDigits(unit) } : unit

/** Converts an amount from one number of digits to another. With fewer digits the result can have a fraction. */
export const convertDigits = (minor: number, from: number, to: number): number =>
  // No power of ten below one is exact in binary.
  to < from ? minor / 10 ** (from - to) : minor * 10 ** (to - from)

/** Converts an amount from one number of digits to another, rounded to the nearest. */
export const convertDigitsRounded = (minor: number, from: number, to: number): number =>
  Math.round(convertDigits(minor, from, to))

/** Converts an amount to the minor units that its currency has today, so that it can be added to others. */
export function toCurrentMinorUnits(amount: number, unit: MoneyUnit): number {
  const { currency, currencyDigits } = resolveMoneyUnit(unit)
  return convertDigitsRounded(amount, currencyDigits, fractionDigits(currency))
}

const formats = new Map<string, Intl.NumberFormat>()

/** The digits are always given: those that `Intl` has by itself differ between browsers and servers. */
function formatOf({ currency, currencyDigits: digits }: { currency: string; currencyDigits: number }) {
  const key = `${currency} ${digits}`
  const style = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  const format = formats.get(key) ?? new Intl.NumberFormat('en-GB', style)
  formats.set(key, format)
  return format
}

/** Returns an amount in minor units as people read it: `£9.50`. */
export function formatMoney(minor: number, unit: MoneyUnit): string {
  const known = resolveMoneyUnit(unit)
  return formatOf(known).format(minor / 10 ** known.currencyDigits)
}

/** Returns what stands before an amount: "£", "KWD". */
export const getCurrencySymbol = (unit: MoneyUnit): string =>
  formatOf(resolveMoneyUnit(unit))
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? ''
