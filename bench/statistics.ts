export interface Summary {
  median: number
  min: number
  max: number
}

/** Returns the median, minimum and maximum of values. @throws when there are no values */
export function summariseValues(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b)
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (min === undefined || max === undefined) throw new Error('Nothing was measured.')
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return { median: middle.reduce((sum, value) => sum + value, 0) / middle.length, min, max }
}

/** Returns a percentile of values; NaN when there are no values. @param percent from 0 to 100 */
export function calculatePercentile(values: ArrayLike<number>, percent: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

/** Formats a summary as "median (smallest – largest)". */
export function formatSummary({ median, min, max }: Summary, digits = 0): string {
  const format = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${format(median)} (${format(min)} – ${format(max)})`
}
