import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The ids that a trusted proxy may give: no spaces, and no characters with a meaning in a log. */
export const REQUEST_ID_PATTERN = /^[\w-]{8,64}$/

/**
 * Returns a function that gives each request an id, for the log, the reply to a failed call and the error report. The
 * id comes from a trusted proxy (`X-Request-Id`); otherwise it is a new id that is unique among all processes.
 */
export function createRequestIdGenerator(trustProxy: boolean): (request: { headers: IncomingHttpHeaders }) => string {
  const prefix = randomBytes(5).toString('hex')
  let count = 0
  return ({ headers }) => {
    const given = trustProxy ? headers['x-request-id'] : undefined
    return typeof given === 'string' && REQUEST_ID_PATTERN.test(given) ? given : `${prefix}-${(++count).toString(36)}`
  }
}
