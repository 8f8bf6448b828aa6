/** A whole number as it is typed, from 0 on; null where it is none, or empty. */
export const parseCount = (typed: string): number | null => (/^\s*\d{1,7}\s*$/.test(typed) ? Number(typed) : null)

/** The same as a field holds it. */
export const countInput = (count: number | null): string => (count === null ? '' : String(count))
