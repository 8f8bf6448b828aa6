import { diffComm } from 'node-diff3'

/** A line of two versions of a text. `gap`: some equal lines are left out here. */
export type DiffLine = { kind: 'same' | 'added' | 'removed' | 'gap'; text: string }

/** The number of equal lines that are shown around a change. */
const CONTEXT = 2

/** Compares two versions by lines. Equal lines that are far from a change are left out. */
export function listDifferences(before: string, after: string): DiffLine[] {
  const parts = diffComm(before.split('\n'), after.split('\n'))
  if (!parts.some((part) => 'buffer1' in part)) return []
  return parts.flatMap((part, at): DiffLine[] => {
    if ('common' in part) return shorten(part.common ?? [], at > 0, at < parts.length - 1)
    const lines = (kind: 'added' | 'removed', texts: readonly string[] = []) => texts.map((text) => ({ kind, text }))
    return [...lines('removed', part.buffer1), ...lines('added', part.buffer2)]
  })
}

/** Keeps the equal lines beside the changes before and after them. */
function shorten(texts: readonly string[], isAfterChange: boolean, isBeforeChange: boolean): DiffLine[] {
  const [start, end] = [isAfterChange ? CONTEXT : 0, isBeforeChange ? CONTEXT : 0]
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }))
  const left = texts.length - start - end
  if (left <= 1) return same(texts)
  const gap: DiffLine = { kind: 'gap', text: `${left} equal lines` }
  return [...same(texts.slice(0, start)), gap, ...same(end > 0 ? texts.slice(-end) : [])]
}
