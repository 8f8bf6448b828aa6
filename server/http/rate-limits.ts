import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint, RateLimit } from '#contract/endpoint.ts'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { type EmailKey, tryParseEmailKey } from '../db/email-key.ts'
import { getRequestActor } from './actor.ts'
import { IPV6_SITE_LIMIT_FACTOR, toIpRateLimitKeys } from './client.ts'
import { Refusal } from './failures.ts'

type Counter = RateLimit['per'] | 'site' | 'site of a guest'
/** The step at which a counter counts a call. */
type Step = 'address' | 'account' | 'handler'

/** Returns the key by which a call is counted; null when it is not counted. */
const keys: Record<Counter, (request: FastifyRequest) => string | null> = {
  address: ({ ip }) => toIpRateLimitKeys(ip).address,
  site: ({ ip }) => toIpRateLimitKeys(ip).site,
  // Invalid email addresses are not counted, because those of all callers would share one count.
  email: (request) => emailOf(request),
  'address and email': (request) => `${toIpRateLimitKeys(request.ip).address} ${emailOf(request)}`,
  account: (request) => getRequestActor(request)?.userId ?? '',
  'address of a guest': (request) => (isGuest(request) ? keys.address(request) : null),
  'site of a guest': (request) => (isGuest(request) ? keys.site(request) : null),
}
const isGuest = (request: FastifyRequest) => getRequestActor(request)?.roles.includes('Guest') === true

/**
 * Returns functions that count the calls of one endpoint: for all processes in Postgres or Redis (shared-counts.ts), or
 * in the memory of the only process. The memory holds at most 5,000 callers; the least recent caller is removed first.
 */
export function createEndpointRateLimits(
  scope: FastifyInstance,
  { method, path, limits = [] }: Pick<Endpoint, 'method' | 'path' | 'limits'>,
) {
  const counterOf = (per: Counter, max: number, timeWindow: number, step: Step) => ({
    per,
    step,
    check: scope.createRateLimit({
      max,
      timeWindow,
      keyGenerator: (request) => `${method} ${path} ${per} ${keys[per](request)}`,
    }),
  })
  const counters = limits.flatMap(({ per, max, windowMs, isCountedByHandler }) => {
    const step = isCountedByHandler ? 'handler' : per === 'address' ? 'address' : 'account'
    const counter = counterOf(per, max, windowMs, step)
    if (per !== 'address' && per !== 'address of a guest') return [counter]
    const around = per === 'address' ? 'site' : 'site of a guest'
    return [counter, counterOf(around, max * IPV6_SITE_LIMIT_FACTOR, windowMs, step)]
  })
  const countCall = (current: Step) => async (request: FastifyRequest) => {
    for (const { per, step, check } of counters) {
      if (step !== current || keys[per](request) === null) continue
      const result = await check(request)
      if (!result.isAllowed && result.isExceeded)
        throw new Refusal('too_many_requests', describeWait(result.ttlInSeconds), result.ttlInSeconds)
    }
  }
  return {
    /** Counts the call before anything else. @throws {Refusal} too_many_requests */
    byAddress: countCall('address'),
    /** Counts the call when its caller and input are known. @throws {Refusal} too_many_requests */
    byAccount: countCall('account'),
    /** Counts the call when its handler has checked the input. @throws {Refusal} too_many_requests */
    byHandler: countCall('handler'),
  }
}

/** Returns the key of the email address in the body; null for an invalid one, which the handler refuses. */
function emailOf({ body }: FastifyRequest): EmailKey | null {
  const email = (body as { email?: unknown } | null)?.email
  return typeof email === 'string' ? tryParseEmailKey(email) : null
}

function describeWait(seconds: number): string {
  if (seconds < 90) return `Try again in ${formatCountWithNoun(seconds, 'second', 'seconds')}.`
  return `Try again in ${Math.ceil(seconds / 60)} minutes.`
}
