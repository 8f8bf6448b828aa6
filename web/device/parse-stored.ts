/**
 * Parses a value from stored data, which another version of the site may have written. Returns undefined when the value
 * has another type.
 */
export type StoredValueParser<T> = (stored: unknown) => T | undefined

type Fields = Record<string, StoredValueParser<unknown>>
type Parsed<F extends Fields> = { [K in keyof F]: Exclude<ReturnType<F[K]>, undefined> }

export const parseStoredString: StoredValueParser<string> = (stored) =>
  typeof stored === 'string' ? stored : undefined
export const parseStoredInteger: StoredValueParser<number> = (stored) =>
  Number.isSafeInteger(stored) ? Number(stored) : undefined

/** Adds a default to a parser, for values that the parser finds invalid. */
export const withDefault =
  <T, D>(parse: StoredValueParser<T>, byDefault: D) =>
  (stored: unknown): T | D =>
    parse(stored) ?? byDefault

/** Returns a parser of objects. An object is invalid when one of its fields is invalid. */
export const createObjectParser =
  <F extends Fields>(fields: F) =>
  (stored: unknown): Parsed<F> | (undefined extends ReturnType<F[keyof F]> ? undefined : never) => {
    const values = Object.entries(fields).map(([name, parse]) => [name, parse(entriesOf(stored)[name])] as const)
    return (values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values)) as never
  }

/** Returns a parser of lists. Invalid entries are left out. */
export const createTolerantListParser =
  <T>(parse: StoredValueParser<T>) =>
  (stored: unknown): T[] =>
    (Array.isArray(stored) ? stored.map(parse) : []).filter((entry) => entry !== undefined)

/** Returns a parser of objects with any keys. Invalid entries are left out. */
export const createTolerantRecordParser =
  <T>(parse: StoredValueParser<T>) =>
  (stored: unknown): Record<string, T> => {
    const entries = Object.entries(entriesOf(stored)).map(([key, entry]) => [key, parse(entry)] as const)
    return Object.fromEntries(entries.filter((entry): entry is [string, T & {}] => entry[1] !== undefined))
  }

const entriesOf = (stored: unknown): Record<string, unknown> =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {}
