import { fractionDigits } from './currency-digits.ts'
import { convertDigits, convertDigitsRounded, type MoneyUnit, resolveMoneyUnit } from './money.ts'

/**
 * What the provider, Stripe, has otherwise than ISO 4217, as documented on 2026-10-01. It counts these currencies in whole
 * units. https://docs.stripe.com/currencies#zero-decimal
 */
const whole = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))

/** It counts these in thousandths, of which the last digit must be 0. https://docs.stripe.com/currencies#three-decimal */
const thousandths = new Set('BHD JOD KWD OMR TND'.split(' '))

/**
 * It counts all others in hundredths. That includes ISK and UGX, of which the last two digits must be 00; HUF and TWD are
 * whole in payouts alone, which this site does not make. https://docs.stripe.com/currencies#special-cases
 */
const providerDigits = (currency: string): number => (whole.has(currency) ? 0 : thousandths.has(currency) ? 3 : 2)

/** It charges no card in these. https://docs.stripe.com/currencies#presentment-currencies */
const notCharged = new Set('BTN CUP ERN GHS IQD IRR KPW LYD MRU SDG SSP STN SVC SYP TMT VED VES ZWG'.split(' '))

/** The least that a card is charged, in minor units, where it is not half a unit. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
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

/** Returns whether cards can be charged in a currency at all. @param currency ISO 4217 */
export const isCardCurrency = (currency: string): boolean => !notCharged.has(currency)

/** Returns the least that a card can be charged, in minor units. @param currency ISO 4217 */
export const minimumCardAmount = (currency: string): number =>
  minimums[currency] ?? Math.max(1, 10 ** fractionDigits(currency) / 2)

/** Returns the same amount of money in the provider's units; null where it cannot say it. @param minor in minor units */
export function toProviderAmount(minor: number, unit: MoneyUnit): number | null {
  const { currency, currencyDigits } = resolveMoneyUnit(unit)
  const digits = providerDigits(currency)
  const amount = convertDigits(minor, currencyDigits, digits)
  return Number.isInteger(amount) && (digits < 3 || amount % 10 === 0) ? amount : null
}

/** Returns an amount of the provider's units in minor units. */
export function fromProviderAmount(amount: number, unit: MoneyUnit): number {
  const { currency, currencyDigits } = resolveMoneyUnit(unit)
  return convertDigitsRounded(amount, providerDigits(currency), currencyDigits)
}

/** The most that a card is charged, in the provider's units. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const PROVIDER_AMOUNT_MAX = 99_999_999

/** Returns whether a card can be charged exactly this, in minor units. @param currency ISO 4217 */
export function isCardAmount(minor: number, currency: string): boolean {
  const amount = toProviderAmount(minor, currency)
  return (
    amount !== null && isCardCurrency(currency) && minor >= minimumCardAmount(currency) && amount <= PROVIDER_AMOUNT_MAX
  )
}
