import { inspect } from 'node:util'

/** Formats a value of the application for the message of an error, on one line and shortened. */
export function describeValue(value: unknown): string {
  return inspect(value, { depth: 0, maxStringLength: 50, breakLength: Number.POSITIVE_INFINITY })
}

/**
 * Checks the name of a group, or the id of a user or a connection.
 * @param what the subject of the error message, such as "The name of a group"
 * @throws {TypeError} when the value is not a string
 */
export function requireString(what: string, value: unknown): void {
  if (typeof value !== 'string') throw new TypeError(`${what} is a text, not ${describeValue(value)}.`)
}

/**
 * Checks the name of a client's method.
 * @throws {TypeError} when the name is empty or not a string, because clients end their connection for such a name
 */
export function requireMethodName(name: unknown): void {
  if (typeof name === 'string' && name !== '') return
  throw new TypeError(`The name of a client's method is a text that is not empty, not ${describeValue(name)}.`)
}
