/** Parts of a whole as people read them: 1250 is "12.50%". @param rate in hundredths of a per cent */
export const percentWords = (rate: number): string => `${percentInput(rate)}%`

/** The same as a field holds it: "12.50". */
export const percentInput = (rate: number): string => (rate / 100).toFixed(2)

/** A percentage as people write it, in hundredths of a per cent: "12.5", "12,50 %". @returns null where it is none */
export function parsePercent(typed: string): number | null {
  const [, whole, rest = ''] = /^(\d{1,3})(?:[.,](\d{0,2}))?$/.exec(typed.replace(/[\s%]/g, '')) ?? []
  return whole === undefined ? null : Number(whole + rest.padEnd(2, '0'))
}
