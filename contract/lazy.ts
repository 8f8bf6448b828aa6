/**
 * Returns a function that creates a value at its first call and then always returns it.
 *
 * The formats of `Intl` are created this way: the first number or date format of a process takes 20 to 60 ms, and the
 * module that declares it is often evaluated without being used, as it is bundled with others.
 */
export function lazy<T extends object>(create: () => T): () => T {
  let value: T | undefined
  return () => (value ??= create())
}
