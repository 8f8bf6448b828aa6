/**
 * Returns a function that creates a value at its first call, and returns the same value at each later call.
 *
 * The formats of `Intl` are created this way, because the first number or date format of a process takes 20 to 60 ms.
 * Modules with formats are bundled with other modules, so they are often evaluated without being used.
 */
export function lazy<T extends object>(create: () => T): () => T {
  let value: T | undefined
  return () => (value ??= create())
}
