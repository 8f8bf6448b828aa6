/** Formats a rate: 1250 gives "12.50%". @param rate in hundredths of a per cent */
export const formatBasisPoints = (rate: number): string => `${formatBasisPointsForInput(rate)}%`

/** Formats a rate for an input: "12.50". */
export const formatBasisPointsForInput = (rate: number): string => (rate / 100).toFixed(2)

/** Parses a percentage such as "12.5" or "12,50 %" into hundredths of a per cent. @returns null when it is not valid */
export function parsePercentToBasisPoints(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:[.,](\d{0,2}))?$/.exec(text.replace(/[\s%]/g, '')) ?? []
  return whole === undefined ? null : Number(whole + fraction.padEnd(2, '0'))
}
