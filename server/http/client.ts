import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface ClientDetails {
  /** The IPv4 address, or the IPv6 network of 64 bits, which usually belongs to one household. */
  address: string
  userAgent: string
  /** The Origin header: the site whose page makes the call. */
  origin: string | null
  /**
   * The origin at which the request arrived, from the Host header, or from the headers of a trusted proxy. Callers can
   * send any value.
   */
  requestOrigin: string
  /**
   * Whether the caller is a page with the origin of this server. False for the native app, for front ends at other
   * origins, and for programs: they do not send the cookies that the server sets.
   */
  isOwnPage: boolean
  cookies: Readonly<Record<string, string | undefined>>
  setCookie: (...cookie: Parameters<FastifyReply['setCookie']>) => void
}

const USER_AGENT_MAX = 300

export function readClientDetails(request: FastifyRequest, reply: FastifyReply): ClientDetails {
  return {
    address: toIpRateLimitKeys(request.ip).address,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    origin: request.headers.origin ?? null,
    requestOrigin: `${request.protocol}://${request.host}`,
    isOwnPage: isOwnPage(request),
    cookies: request.cookies ?? {},
    setCookie: (...cookie) => void reply.setCookie(...cookie),
  }
}

/** Returns a client for work that the server does without a request. */
export const createInternalClientDetails = (userAgent: string, requestOrigin: string): ClientDetails => ({
  address: '192.0.2.1',
  userAgent,
  origin: null,
  requestOrigin,
  isOwnPage: false,
  cookies: {},
  setCookie: () => {},
})

function isOwnPage({ headers: { origin, 'sec-fetch-site': site }, host }: FastifyRequest): boolean {
  if (origin === undefined) return false
  // Browsers do not send Sec-Fetch-Site to URLs without https.
  if (site === undefined) return URL.canParse(origin) && new URL(origin).host === host
  return site === 'same-origin'
}

/**
 * The limit for an IPv6 network of 48 bits, as a multiple of the limit for one address. A provider gives such a network
 * to one customer (a site). Each of its 65,536 networks of 64 bits counts as one address.
 */
export const IPV6_SITE_LIMIT_FACTOR = 4

/**
 * Returns the keys under which the calls from an IP address are counted (RFC 6177, RFC 4291 2.5.5.2). `address`: the
 * IPv4 address, or the IPv6 network of 64 bits that contains the address. `site`: the IPv6 network of 48 bits that
 * contains the address, because a provider gives such a network to one customer; null for IPv4.
 */
export function toIpRateLimitKeys(ip: string): { address: string; site: string | null } {
  const address = normalizeIP(ip)
  return { address, site: address.includes(':') ? `${normalizeIP(ip, 48)}/48` : null }
}
