/** What a form holds: fields that JSON can keep. */
export type Fields = Record<string, unknown>

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * What a form shows while somebody else changes the same thing: what has been typed stays, every other field follows.
 * @param base what was saved when typing began
 * @param typed the fields as they were left
 * @param saved what is saved now
 */
export function mergeFields<T extends Fields>(base: T, typed: T, saved: T) {
  const fields = { ...saved }
  const bases = { ...saved }
  let changed = false
  let conflict = false
  for (const key of Object.keys(saved) as (keyof T)[]) {
    if (same(typed[key], base[key]) || same(typed[key], saved[key])) continue
    fields[key] = typed[key]
    bases[key] = base[key]
    changed = true
    conflict ||= !same(base[key], saved[key])
  }
  return {
    fields,
    /** What each field was typed over: of those that were left alone what is saved now. */
    base: bases,
    /** Whether anything is left to save. */
    changed,
    /** Whether a field that was typed in has been changed by somebody else too. */
    conflict,
  }
}
