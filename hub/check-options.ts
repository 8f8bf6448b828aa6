import type { HubOptions } from './hub-options.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { describeValue } from './require-string.ts'
import type { TransportName } from './transports/transport.ts'

const allTransports: readonly TransportName[] = ['WebSockets', 'ServerSentEvents', 'LongPolling']

/** Returns the limits of a hub. @throws {TypeError} for an unknown limit, and for a limit that is no number above 0 */
export function limitsFrom(given: HubOptions['limits'] = {}): Limits {
  const changes = Object.entries(given).filter(([, value]) => value !== undefined)
  for (const [name, value] of changes) {
    if (!Object.hasOwn(defaultLimits, name)) {
      const known = Object.keys(defaultLimits).join(', ')
      throw new TypeError(`There is no limit ${name}. The limits of a hub are: ${known}.`)
    }
    if (typeof value === 'number' && value > 0) continue
    throw new TypeError(`The limit ${name} is a number above 0, not ${describeValue(value)}.`)
  }
  return { ...defaultLimits, ...Object.fromEntries(changes) }
}

/** Returns the transports of a hub. @throws {TypeError} for an empty list and for unknown names */
export function transportsFrom(given: HubOptions['transports'] = allTransports): readonly TransportName[] {
  if (Array.isArray(given) && given.length > 0 && given.every((name) => allTransports.includes(name))) return given
  const known = allTransports.join(', ')
  throw new TypeError(`The option transports is a list of some of ${known}, not ${describeValue(given)}.`)
}

/**
 * Returns a function that checks whether pages of an origin may connect.
 * @throws {TypeError} for an entry of the list that is not an origin, because such an entry would never match
 */
export function originCheckFrom(given: HubOptions['origins'] = []): (origin: string) => boolean {
  if (typeof given === 'function') return given
  if (!Array.isArray(given)) {
    throw new TypeError(`The option origins is a list or a function, not ${describeValue(given)}.`)
  }
  const origins = new Set(given.map(originOf))
  return (origin) => origins.has(origin)
}

/** Returns an origin as browsers write it: in lower case, without a slash at its end and without a default port. */
function originOf(given: string): string {
  const url = URL.parse(given)
  // Apps may have a scheme of their own, for which `url.origin` is "null".
  const origin = `${url?.protocol}//${url?.host}`
  const isOrigin = url?.host && [origin, `${origin}/`].includes(url.href) && !given.includes('*')
  if (isOrigin) return origin
  throw new TypeError(
    `An entry of the option origins looks like https://www.example.com, not like ${describeValue(given)}.`,
  )
}
