import { fractionDigits } from './currency-digits.ts'

/**
 * The unit of an amount: a currency code (ISO 4217) for current prices, or the order for amounts of an order, which
 * keeps the number of decimals it was placed with.
 */
export type MoneyUnit = string | { currency: string; currencyDigits: number }

/** Returns the currency of a unit and the number of decimals of its amounts. */
export const resolveMoneyUnit = (unit: MoneyUnit): { currency: string; currencyDigits: number } =>
  typeof unit === 'string' ? { currency: unit, currencyDigits: fractionDigits(unit) } : unit

/**
 * Converts an amount from one number of decimals to another. The result can be a fraction when the number gets smaller.
 */
export const convertDigits = (minor: number, from: number, to: number): number =>
  // Negative powers of ten are not exact in binary.
  to < from ? minor / 10 ** (from - to) : minor * 10 ** (to - from)

/** Converts an amount from one number of decimals to another and rounds to the nearest integer. */
export const convertDigitsRounded = (minor: number, from: number, to: number): number =>
  Math.round(convertDigits(minor, from, to))

/** Converts an amount to the minor units that its currency has today, so that amounts can be added. */
export function toCurrentMinorUnits(amount: number, unit: MoneyUnit): number {
  const { currency, currencyDigits } = resolveMoneyUnit(unit)
  return convertDigitsRounded(amount, currencyDigits, fractionDigits(currency))
}

const formats = new Map<string, Intl.NumberFormat>()

/** The number of decimals is always given, because the defaults of `Intl` differ between browsers and servers. */
function formatOf({ currency, currencyDigits: digits }: { currency: string; currencyDigits: number }) {
  const key = `${currency} ${digits}`
  const style = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  const format = formats.get(key) ?? new Intl.NumberFormat('en-GB', style)
  formats.set(key, format)
  return format
}

/** Formats an amount in minor units for people: `£9.50`. */
export function formatMoney(minor: number, unit: MoneyUnit): string {
  const known = resolveMoneyUnit(unit)
  return formatOf(known).format(minor / 10 ** known.currencyDigits)
}

/** Returns the currency symbol or code that precedes an amount: "£", "KWD". */
export const getCurrencySymbol = (unit: MoneyUnit): string =>
  formatOf(resolveMoneyUnit(unit))
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? ''
