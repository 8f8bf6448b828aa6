/** The values of a form, which JSON can represent. */
export type Fields = Record<string, unknown>

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Merges the edited values of a form with values that somebody else saved. Edited fields stay, all others take the saved value.
 * @param base the values that were saved when editing began
 * @param edited the values in the form
 * @param saved the values that are saved now
 */
export function mergeFields<T extends Fields>(base: T, edited: T, saved: T) {
  const fields = { ...saved }
  const bases = { ...saved }
  let changed = false
  let conflict = false
  for (const key of Object.keys(saved) as (keyof T)[]) {
    if (isSame(edited[key], base[key]) || isSame(edited[key], saved[key])) continue
    fields[key] = edited[key]
    bases[key] = base[key]
    changed = true
    conflict ||= !isSame(base[key], saved[key])
  }
  return {
    fields,
    /** The values on which the edits are based: the saved value for fields that were not edited. */
    base: bases,
    changed,
    conflict,
  }
}
