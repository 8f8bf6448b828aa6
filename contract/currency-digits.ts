/**
 * The exceptions of ISO 4217, list one, published on 2026-09-17 (contract/currencies.ts says where). `Intl` follows CLDR
 * instead, which differs from ISO for many currencies, and from one browser or Node to the next.
 */
const withoutDigits = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))
const withThreeDigits = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** Returns how many digits a currency has after the point: 2 of pounds, 0 of yen, 3 of Kuwaiti dinars. @param currency ISO 4217 */
export const fractionDigits = (currency: string): number =>
  withoutDigits.has(currency) ? 0 : withThreeDigits.has(currency) ? 3 : 2
