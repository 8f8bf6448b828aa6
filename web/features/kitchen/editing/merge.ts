/** The values of a form. They can be stored as JSON. */
export type FieldValues = Record<string, unknown>

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Returns the values that differ from the saved values. A form sends only these changes, because another owner may have
 * changed other values since the page was loaded.
 */
export const selectChanges = <T extends object>(values: T, saved: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => !isSame(value, saved[key as keyof T])),
  ) as Partial<T>

/**
 * Merges the edited values of a form with values that another member saved. Edited fields keep their edited values. All
 * other fields take the saved values.
 * @param base the values that were saved when editing began
 * @param edited the values in the form
 * @param saved the values that are saved now
 */
export function mergeFields<T extends FieldValues>(base: T, edited: T, saved: T) {
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
    /**
     * For each edited field, the value that was saved when editing began. For any other field, the value that is saved
     * now.
     */
    base: bases,
    changed,
    conflict,
  }
}
