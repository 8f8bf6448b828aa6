import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint, RateLimit } from '#contract/endpoint.ts'
import type { Actor } from './actor.ts'
import { clientOf } from './client.ts'
import { Refusal } from './failures.ts'

/** Counts a call against the limits of its endpoint. */
export interface Limits {
  /** Before anything else is looked at. @throws {Refusal} too_many_requests */
  byAddress: (request: FastifyRequest) => Promise<void>
  /** Once it is known who calls, and for whom. @throws {Refusal} too_many_requests */
  byAccount: (request: FastifyRequest, actor: Actor | null) => Promise<void>
}

/**
 * The counters of one endpoint, in the memory of this process: several processes allow so many times as much, and of more
 * than 5,000 addresses those seen longest ago are forgotten.
 */
export function limitsOf(scope: FastifyInstance, { limits = [] }: Endpoint): Limits {
  const actors = new WeakMap<FastifyRequest, Actor>()
  const keyOf: Record<RateLimit['per'], (request: FastifyRequest) => string> = {
    address: (request) => clientOf(request).address,
    email: (request) => emailOf(request),
    'address and email': (request) => `${clientOf(request).address} ${emailOf(request)}`,
    account: (request) => actors.get(request)?.userId ?? '',
  }
  const checkers = limits.map(({ per, max, windowMs }) => {
    const check = scope.createRateLimit({ max, timeWindow: windowMs, keyGenerator: keyOf[per] })
    return { first: per === 'address', check }
  })
  const run = async (request: FastifyRequest, first: boolean) => {
    for (const checker of checkers) {
      if (checker.first !== first) continue
      const result = await checker.check(request)
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

/** The address in the body, so that capitals and blanks make no new one; what it is worth is the handler's business. */
function emailOf({ body }: FastifyRequest): string {
  const email = (body as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email.trim().normalize('NFC').toLowerCase() : ''
}

function waitWords(seconds: number): string {
  if (seconds < 90) return `Try again in ${seconds} seconds.`
  return `Try again in ${Math.ceil(seconds / 60)} minutes.`
}
