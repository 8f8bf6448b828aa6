/** A change of a source: replaces the characters from `from` to `to` by `insert`. */
export interface SourceChange {
  from: number
  to: number
  insert: string
}

export const applyChange = (source: string, { from, to, insert }: SourceChange): string =>
  source.slice(0, from) + insert + source.slice(to)

/**
 * Returns the smallest change that turns one text into another, so that the editor keeps the cursor and the selection.
 * @returns null when the texts are equal
 */
export function findChange(before: string, after: string): SourceChange | null {
  if (before === after) return null
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
