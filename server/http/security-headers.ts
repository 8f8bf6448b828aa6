import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  buildContentSecurityPolicy,
  type ExternalOrigins,
  type InlineHashes,
  stripeOrigins,
} from '#contract/content-policy.ts'
import { POLICY_REPORTS_PATH } from '#contract/report-rates.ts'

export type Headers = Readonly<Record<string, string>>

/** The promise of TLS (RFC 6797) for a year; without subdomains, as others of a fork's owner may not speak it. */
export const hsts: Headers = { 'strict-transport-security': 'max-age=31536000' }

/** Nothing on this site uses these; an injected script shall not either. */
const deniedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
]

/** Where cards are taken: on this site, and in the frames of Stripe's script, which asks for the wallet of the browser. */
const paymentFrames = `(self ${stripeOrigins.scripts.map((origin) => `"${origin}"`).join(' ')})`

/**
 * The headers of every answer. One constant table, because @fastify/helmet sets them one by one for every request: here
 * an article cost 2.7 times the processor time of bare node:http with it, and 1.3 times with the table.
 * @param others the origins that pages may ask besides this one
 * @param cards whether pages take cards, for which Stripe's script runs in them, and may ask for the wallet of the browser
 */
export function securityHeaders(hashes: InlineHashes, others: readonly string[] = [], cards = false): Headers {
  const elsewhere: ExternalOrigins = cards
    ? { ...stripeOrigins, calls: [...others, ...stripeOrigins.calls] }
    : { calls: others }
  const features = [...deniedFeatures.map((feature) => `${feature}=()`), `payment=${cards ? paymentFrames : '()'}`]
  return {
    'content-security-policy': `${buildContentSecurityPolicy(hashes, elsewhere)}; report-uri ${POLICY_REPORTS_PATH}`,
    'x-content-type-options': 'nosniff',
    // Never a path or a query, not even to ourselves: tokens pass through one (S2.31).
    'referrer-policy': 'strict-origin',
    'permissions-policy': features.join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** Adds the promise of TLS when the request came over it. */
export function sendHsts(request: FastifyRequest, reply: FastifyReply): void {
  if (request.protocol === 'https') reply.headers(hsts)
}

/** Adds everything to one answer. */
export function secureAnswer(request: FastifyRequest, reply: FastifyReply, headers: Headers): void {
  sendHsts(request, reply.headers(headers))
}

/** Adds the table to every answer of the routes registered on this scope. */
export function secureAnswers(scope: FastifyInstance, headers: Headers): void {
  scope.addHook('onRequest', (request, reply, done) => {
    secureAnswer(request, reply, headers)
    done()
  })
}
