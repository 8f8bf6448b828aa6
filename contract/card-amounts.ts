import { getFractionDigits } from './currency-digits.ts'
import {
  type CurrencyUnit,
  convertAmountDecimals,
  convertAmountDecimalsRounded,
  resolveCurrencyAndDigits,
} from './money.ts'

/**
 * Currencies that Stripe counts in whole units, as documented on 2026-10-01.
 * https://docs.stripe.com/currencies#zero-decimal
 */
const whole = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))

/**
 * Currencies that Stripe counts in thousandths; the last digit must be 0.
 * https://docs.stripe.com/currencies#three-decimal
 */
const thousandths = new Set('BHD JOD KWD OMR TND'.split(' '))

/**
 * Returns the number of decimals that Stripe uses for a currency. Currencies outside the two lists have two decimals.
 * ISK and UGX also have two decimals, but both decimals must be zero. HUF and TWD have no decimals in payouts only, and
 * the site makes no payouts by Stripe.
 * https://docs.stripe.com/currencies#special-cases
 */
const providerDigits = (currency: string): number => (whole.has(currency) ? 0 : thousandths.has(currency) ? 3 : 2)

/** Currencies in which Stripe cannot charge a card. https://docs.stripe.com/currencies#presentment-currencies */
const notCharged = new Set('BTN CUP ERN GHS IQD IRR KPW LYD MRU SDG SSP STN SVC SYP TMT VED VES ZWG'.split(' '))

/**
 * The smallest card charge in minor units, for currencies where the smallest charge is not half a currency unit.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const minimums: Readonly<Record<string, number>> = {
  AED: 200,
  CZK: 1500,
  DKK: 250,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  JPY: 50,
  KRW: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  PLN: 200,
  RON: 200,
  SEK: 300,
  THB: 1000,
}

/** Returns whether cards can be charged in a currency. @param currency ISO 4217 */
export const isChargeableCurrency = (currency: string): boolean => !notCharged.has(currency)

/** Returns the smallest amount that a card can be charged, in minor units. @param currency ISO 4217 */
export const getMinimumCardAmount = (currency: string): number =>
  minimums[currency] ?? Math.max(1, 10 ** getFractionDigits(currency) / 2)

/**
 * Converts an amount to the provider's units. Returns null when the provider cannot express the amount.
 * @param minor the amount in minor units
 */
export function toProviderAmount(minor: number, unit: CurrencyUnit): number | null {
  const { currency, currencyDigits } = resolveCurrencyAndDigits(unit)
  const digits = providerDigits(currency)
  const amount = convertAmountDecimals(minor, currencyDigits, digits)
  return Number.isInteger(amount) && (digits < 3 || amount % 10 === 0) ? amount : null
}

/** Converts an amount from the provider's units to minor units. */
export function fromProviderAmount(amount: number, unit: CurrencyUnit): number {
  const { currency, currencyDigits } = resolveCurrencyAndDigits(unit)
  return convertAmountDecimalsRounded(amount, providerDigits(currency), currencyDigits)
}

/**
 * The largest card charge, in the provider's units.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const PROVIDER_AMOUNT_MAX = 99_999_999

/** Returns whether a card can be charged exactly this amount, in minor units. @param currency ISO 4217 */
export function isChargeableAmount(minor: number, currency: string): boolean {
  const amount = toProviderAmount(minor, currency)
  return (
    amount !== null &&
    isChargeableCurrency(currency) &&
    minor >= getMinimumCardAmount(currency) &&
    amount <= PROVIDER_AMOUNT_MAX
  )
}
