import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  buildContentSecurityPolicy,
  type ExternalOrigins,
  type InlineHashes,
  stripeOrigins,
} from '#contract/content-policy.ts'
import { CSP_REPORTS_PATH } from '#contract/report-rates.ts'

export type HeaderFields = Readonly<Record<string, string>>

/** HSTS (RFC 6797) for a year, without subdomains, because other subdomains of a fork's owner may lack TLS. */
export const hstsHeaders: HeaderFields = { 'strict-transport-security': 'max-age=31536000' }

/** Features that the site does not use, so an injected script may not use them either. */
const deniedFeatures =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi serial usb'.split(' ')

/** The frames that may ask the browser for payment: this site, and those of Stripe's script. */
const paymentFrames = `(self ${stripeOrigins.scripts.map((origin) => `"${origin}"`).join(' ')})`

/**
 * Returns the headers of every answer as one constant table. @fastify/helmet sets them one by one for every request:
 * with it, an article took 2.7 times the processor time of bare node:http, with the table 1.3 times.
 * @param otherOrigins the origins that pages may call besides the site's own
 * @param cards whether pages accept cards, which needs Stripe's script and the browser's wallet
 */
export function createSecurityHeaders(
  hashes: InlineHashes,
  otherOrigins: readonly string[] = [],
  cards = false,
): HeaderFields {
  const elsewhere: ExternalOrigins = cards
    ? { ...stripeOrigins, calls: [...otherOrigins, ...stripeOrigins.calls] }
    : { calls: otherOrigins }
  const features = [...deniedFeatures.map((feature) => `${feature}=()`), `payment=${cards ? paymentFrames : '()'}`]
  return {
    'content-security-policy': `${buildContentSecurityPolicy(hashes, elsewhere)}; report-uri ${CSP_REPORTS_PATH}`,
    'x-content-type-options': 'nosniff',
    // The referrer never has a path or a query, even within this site, because some queries contain tokens (S2.31).
    'referrer-policy': 'strict-origin',
    'permissions-policy': features.join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/**
 * The policy of feeds and sitemaps. Browsers show XML with a style of their own, which the policy of pages refuses: the
 * view breaks, and each reader of a feed sends a report that becomes an error at the desk.
 */
export const xmlSecurityHeaders: HeaderFields = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

export function setHstsHeader(request: FastifyRequest, reply: FastifyReply): void {
  if (request.protocol === 'https') reply.headers(hstsHeaders)
}

export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, headers: HeaderFields): void {
  setHstsHeader(request, reply.headers(headers))
}

export function addSecurityHeadersHook(scope: FastifyInstance, headers: HeaderFields): void {
  scope.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply, headers)
    done()
  })
}
