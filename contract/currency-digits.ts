/**
 * The currencies of ISO 4217, list one, whose number of decimals is not two (published on 2026-09-17, see
 * contract/currencies.ts). `Intl` is not used: it follows CLDR, which differs from ISO 4217 for many currencies, and
 * browsers differ from each other.
 */
const withoutDigits = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))
const withThreeDigits = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/**
 * Returns the number of decimals of a currency: 2 for pounds, 0 for yen, 3 for Kuwaiti dinars.
 * @param currency ISO 4217
 */
export const getFractionDigits = (currency: string): number =>
  withoutDigits.has(currency) ? 0 : withThreeDigits.has(currency) ? 3 : 2
