import { diff3Merge } from 'node-diff3'

/**
 * Consecutive lines of a merge: merged lines, or a conflict in which both versions changed the same lines differently.
 */
export type MergedPart = { lines: string[] } | { mine: string[]; theirs: string[] }

/** Which version of a conflict is kept. */
export type ConflictChoice = 'mine' | 'theirs' | 'both'

export const isConflict = (part: MergedPart): part is { mine: string[]; theirs: string[] } => 'mine' in part

/**
 * Merges two versions of a text by lines (three-way merge).
 * @param base the common version from which both texts were edited
 */
export function mergeTexts(base: string, mine: string, theirs: string): MergedPart[] {
  const split = (text: string) => text.split('\n')
  return diff3Merge(split(mine), split(base), split(theirs), { excludeFalseConflicts: true }).map((part) =>
    part.conflict ? { mine: part.conflict.a, theirs: part.conflict.b } : { lines: part.ok ?? [] },
  )
}

/**
 * Joins the parts of a merge into a text.
 * @param choices for each conflict in order; `both` for a conflict without a choice
 */
export function joinMergedParts(parts: readonly MergedPart[], choices: readonly ConflictChoice[] = []): string {
  let conflict = 0
  return parts
    .flatMap((part) => {
      if (!isConflict(part)) return part.lines
      const choice = choices[conflict++] ?? 'both'
      return [...(choice === 'theirs' ? [] : part.mine), ...(choice === 'mine' ? [] : part.theirs)]
    })
    .join('\n')
}
