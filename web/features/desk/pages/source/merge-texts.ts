import { diff3Merge } from 'node-diff3'

/** Lines of two versions. In a conflict both changed the same lines in different ways. */
export type MergedPart = { lines: string[] } | { mine: string[]; theirs: string[] }

/** The version that stays of a conflict. */
export type Choice = 'mine' | 'theirs' | 'both'

export const isConflict = (part: MergedPart): part is { mine: string[]; theirs: string[] } => 'mine' in part

/**
 * Merges two versions of a text by lines (three-way merge).
 * @param base the version that both began from
 */
export function mergeTexts(base: string, mine: string, theirs: string): MergedPart[] {
  const split = (text: string) => text.split('\n')
  return diff3Merge(split(mine), split(base), split(theirs), { excludeFalseConflicts: true }).map((part) =>
    part.conflict ? { mine: part.conflict.a, theirs: part.conflict.b } : { lines: part.ok ?? [] },
  )
}

/** Joins the parts of a merge to a text. @param choices by the number of the conflict; `both` when there is none */
export function joinParts(parts: readonly MergedPart[], choices: readonly Choice[] = []): string {
  let conflict = 0
  return parts
    .flatMap((part) => {
      if (!isConflict(part)) return part.lines
      const choice = choices[conflict++] ?? 'both'
      return [...(choice === 'theirs' ? [] : part.mine), ...(choice === 'mine' ? [] : part.theirs)]
    })
    .join('\n')
}
