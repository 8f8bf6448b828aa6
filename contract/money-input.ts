import { type CurrencyUnit, getCurrencySymbol, resolveCurrencyAndDigits } from './money.ts'
import { AMOUNT_MAX_MINOR_UNITS } from './ordering-limits.ts'

/**
 * Parses an amount as people write it: "9.50", "9,50", "£9.5", "1,234" or "1.234,50", with or without a sign. The
 * currency limits the number of decimals.
 * @returns minor units; null when the text is not an amount, has too many decimals, or exceeds AMOUNT_MAX_MINOR_UNITS
 */
export function parseMoney(typed: string, unit: CurrencyUnit): number | null {
  const { currency, currencyDigits: digits } = resolveCurrencyAndDigits(unit)
  const bare = typed
    .replaceAll(getCurrencySymbol(unit), '')
    .replaceAll(currency, '')
    .replace(/[\s\p{Sc}]/gu, '')
  const fraction = digits > 0 ? `(?:[.,](\\d{0,${digits}}))?` : '()'
  // Commas may always separate thousands; points only when a comma is the decimal separator.
  const plain = new RegExp(`^([+\u2212-]?)(\\d*)${fraction}$`).exec(bare)
  const byCommas = new RegExp(`^([+\u2212-]?)(\\d{1,3}(?:,\\d{3})+)${fraction.replace(',', '')}$`).exec(bare)
  const byPoints = new RegExp(
    `^([+\u2212-]?)(\\d{1,3}(?:\\.\\d{3})+)${digits > 0 ? `,(\\d{0,${digits}})` : '()'}$`,
  ).exec(bare)
  const [, sign = '', whole = '', rest = ''] = plain ?? byCommas ?? byPoints ?? []
  if (whole + rest === '') return null
  const minor = Number(whole.replace(/\D/g, '') + rest.padEnd(digits, '0'))
  if (minor > AMOUNT_MAX_MINOR_UNITS) return null
  return sign !== '' && sign !== '+' && minor > 0 ? -minor : minor
}

/** Formats an amount for an input field, without the currency symbol: "9.50". @param minor null for an empty field */
export function formatMoneyInput(minor: number | null, unit: CurrencyUnit): string {
  if (minor === null) return ''
  const { currencyDigits: digits } = resolveCurrencyAndDigits(unit)
  return (minor / 10 ** digits).toFixed(digits)
}
