import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint, RateLimit } from '#contract/endpoint.ts'
import { type EmailKey, emailKey } from '../db/email-key.ts'
import type { Actor } from './actor.ts'
import { clientOf, networkKey } from './client.ts'
import { Refusal } from './failures.ts'

/** An IPv6 network of 48 bits has 65,536 networks of 64 bits, and is allowed the calls of four addresses. */
const ADDRESSES_PER_SITE = 4

export interface Limits {
  /** Counts the call before anything else. @throws {Refusal} too_many_requests */
  byAddress: (request: FastifyRequest) => Promise<void>
  /** Counts the call when its caller and input are known. @throws {Refusal} too_many_requests */
  byAccount: (request: FastifyRequest, actor: Actor | null) => Promise<void>
}

/**
 * Creates the counters of one endpoint in the memory of this process; several processes together allow several times as
 * much. Beyond 5,000 addresses, those seen longest ago are forgotten.
 */
export function limitsOf(scope: FastifyInstance, { limits = [] }: Endpoint): Limits {
  const actors = new WeakMap<FastifyRequest, Actor>()
  /** Returns the key by which a call is counted; null when it is not counted. */
  const keyOf: Record<RateLimit['per'] | 'site' | 'site of a guest', (request: FastifyRequest) => string | null> = {
    address: (request) => clientOf(request).address,
    site: ({ ip }) => networkKey(ip).site,
    // Invalid addresses of all callers would count as one.
    email: (request) => emailOf(request),
    'address and email': (request) => `${clientOf(request).address} ${emailOf(request)}`,
    account: (request) => actors.get(request)?.userId ?? '',
    'address of a guest': (request) => (isGuest(request) ? keyOf.address(request) : null),
    'site of a guest': (request) => (isGuest(request) ? keyOf.site(request) : null),
  }
  const isGuest = (request: FastifyRequest) => actors.get(request)?.roles.includes('Guest') === true
  const checkerOf = (per: keyof typeof keyOf, max: number, windowMs: number) => ({
    isFirst: per === 'address' || per === 'site',
    isCounted: (request: FastifyRequest) => keyOf[per](request) !== null,
    check: scope.createRateLimit({
      max,
      timeWindow: windowMs,
      keyGenerator: (request) => keyOf[per](request) ?? '',
    }),
  })
  const checkers = limits.flatMap(({ per, max, windowMs }) => {
    const checker = checkerOf(per, max, windowMs)
    if (per !== 'address' && per !== 'address of a guest') return [checker]
    const around = per === 'address' ? 'site' : 'site of a guest'
    return [checker, checkerOf(around, max * ADDRESSES_PER_SITE, windowMs)]
  })
  const run = async (request: FastifyRequest, first: boolean) => {
    for (const { isFirst, isCounted, check } of checkers) {
      if (isFirst !== first || !isCounted(request)) continue
      const result = await check(request)
      if (!result.isAllowed && result.isExceeded) {
        throw new Refusal('too_many_requests', waitWords(result.ttlInSeconds), result.ttlInSeconds)
      }
    }
  }
  return {
    byAddress: (request) => run(request, true),
    byAccount: (request, actor) => {
      if (actor) actors.set(request, actor)
      return run(request, false)
    },
  }
}

/** Returns the key of the email address in the body; null for an invalid one, which the handler refuses. */
function emailOf({ body }: FastifyRequest): EmailKey | null {
  const email = (body as { email?: unknown } | null)?.email
  return typeof email === 'string' ? emailKey(email) : null
}

function waitWords(seconds: number): string {
  if (seconds < 90) return `Try again in ${seconds} seconds.`
  return `Try again in ${Math.ceil(seconds / 60)} minutes.`
}
