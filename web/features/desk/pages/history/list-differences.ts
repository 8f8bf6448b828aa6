import { diffComm } from 'node-diff3'

/** A line of the comparison of two versions. A `gap` stands for equal lines that are left out. */
export type DiffLine = { kind: 'same' | 'added' | 'removed' | 'gap'; text: string }

/** The number of equal lines that are shown before and after a change. */
const CONTEXT = 2

/**
 * Compares two versions by lines. Equal lines that are far from a change are replaced by a gap. Empty when the versions
 * are equal.
 */
export function listDifferences(before: string, after: string): DiffLine[] {
  const parts = diffComm(before.split('\n'), after.split('\n'))
  if (!parts.some((part) => 'buffer1' in part)) return []
  return parts.flatMap((part, at): DiffLine[] => {
    if ('common' in part) return shorten(part.common ?? [], at > 0, at < parts.length - 1)
    const lines = (kind: 'added' | 'removed', texts: readonly string[] = []) => texts.map((text) => ({ kind, text }))
    return [...lines('removed', part.buffer1), ...lines('added', part.buffer2)]
  })
}

/**
 * Keeps only the equal lines that are near a change.
 * @param isAfterChange whether a change precedes these lines
 * @param isBeforeChange whether a change follows them
 */
function shorten(texts: readonly string[], isAfterChange: boolean, isBeforeChange: boolean): DiffLine[] {
  const [start, end] = [isAfterChange ? CONTEXT : 0, isBeforeChange ? CONTEXT : 0]
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }))
  const left = texts.length - start - end
  if (left <= 1) return same(texts)
  const gap: DiffLine = { kind: 'gap', text: `${left} equal lines` }
  return [...same(texts.slice(0, start)), gap, ...same(end > 0 ? texts.slice(-end) : [])]
}
