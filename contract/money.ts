import { getFractionDigits } from './currency-digits.ts'
import { interfaceLocale } from './interface-locale.ts'

/**
 * The unit of an amount. A currency code alone (ISO 4217) means that the amount has the currency's present number of
 * decimals. An order stores the number of decimals that its currency had when the order was placed.
 */
export type CurrencyUnit = string | { currency: string; currencyDigits: number }

/** Returns the currency of a unit and the number of decimals of its amounts. */
export const resolveCurrencyAndDigits = (unit: CurrencyUnit): { currency: string; currencyDigits: number } =>
  typeof unit === 'string' ? { currency: unit, currencyDigits: getFractionDigits(unit) } : unit

/** Converts an amount from one number of decimals to another. With fewer decimals, the result can be a fraction. */
export const convertAmountDecimals = (minor: number, from: number, to: number): number =>
  // A negative power of ten is not exact in binary, so the amount is divided.
  to < from ? minor / 10 ** (from - to) : minor * 10 ** (to - from)

/** Converts an amount from one number of decimals to another and rounds to the nearest integer. */
export const convertAmountDecimalsRounded = (minor: number, from: number, to: number): number =>
  Math.round(convertAmountDecimals(minor, from, to))

/** Converts an amount to the present minor units of its currency, so that amounts of different orders can be added. */
export function toCurrentMinorUnits(amount: number, unit: CurrencyUnit): number {
  const { currency, currencyDigits } = resolveCurrencyAndDigits(unit)
  return convertAmountDecimalsRounded(amount, currencyDigits, getFractionDigits(currency))
}

const formats = new Map<string, Intl.NumberFormat>()

/**
 * Returns a number format. The number of decimals is always set, because the defaults of `Intl` differ between browsers
 * and servers.
 */
function formatOf({ currency, currencyDigits: digits }: { currency: string; currencyDigits: number }) {
  const key = `${currency} ${digits}`
  const style = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  const format = formats.get(key) ?? new Intl.NumberFormat(interfaceLocale, style)
  formats.set(key, format)
  return format
}

/** Formats an amount in minor units for people: `£9.50`. */
export function formatMoney(minor: number, unit: CurrencyUnit): string {
  const known = resolveCurrencyAndDigits(unit)
  return formatOf(known).format(minor / 10 ** known.currencyDigits)
}

/** Returns the currency symbol or code that precedes an amount: "£", "KWD". */
export const getCurrencySymbol = (unit: CurrencyUnit): string =>
  formatOf(resolveCurrencyAndDigits(unit))
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? ''
