import { fractionDigits } from './money.ts'

/**
 * The provider counts these in whole units and in thousandths, and all others in hundredths, also where there are none.
 * https://docs.stripe.com/currencies#zero-decimal
 */
const whole = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const thousandths = new Set('BHD JOD KWD OMR TND'.split(' '))
const providerDigits = (currency: string): number => (whole.has(currency) ? 0 : thousandths.has(currency) ? 3 : 2)

/** The least that a card is charged, in minor units, where it is not half a unit. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minimums: Readonly<Record<string, number>> = {
  AED: 200,
  CZK: 1500,
  DKK: 250,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  PLN: 200,
  RON: 200,
  SEK: 300,
  THB: 1000,
}

/** The least that a card can be charged, in minor units. @param currency ISO 4217 */
export const cardMinimum = (currency: string): number =>
  minimums[currency] ?? Math.max(1, 10 ** fractionDigits(currency) / 2)

/** An amount in the provider's units; null where they cannot say it: a third decimal has to be zero. */
export function toProviderAmount(minor: number, currency: string): number | null {
  const digits = providerDigits(currency)
  const amount = minor * 10 ** (digits - fractionDigits(currency))
  return Number.isInteger(amount) && (digits < 3 || amount % 10 === 0) ? amount : null
}

/** The provider's units in minor units. */
export const fromProviderAmount = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** (fractionDigits(currency) - providerDigits(currency)))

/** The most that a card is charged, in the provider's units. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const PROVIDER_AMOUNT_MAX = 99_999_999

/** Whether a card can be charged exactly this, in minor units. */
export function isCardAmount(minor: number, currency: string): boolean {
  const amount = toProviderAmount(minor, currency)
  return amount !== null && minor >= cardMinimum(currency) && amount <= PROVIDER_AMOUNT_MAX
}
