const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  formats.set(currency, format)
  return format
}

/** How many digits a currency has after the point (ISO 4217): 2 of pounds, 0 of yen, 3 of Kuwaiti dinars. */
export const fractionDigits = (currency: string): number =>
  formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2

/** An amount in minor units as people read it: `£9.50`. @param currency ISO 4217 */
export const formatMoney = (minor: number, currency: string): string =>
  formatOf(currency).format(minor / 10 ** fractionDigits(currency))
