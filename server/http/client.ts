import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

export interface Client {
  /** The IPv4 address, or the IPv6 network of 64 bits, which is one household. */
  address: string
  userAgent: string
  /** The Origin header: the site whose page makes the call. */
  origin: string | null
  /**
   * The origin at which the request arrived, from the Host header, or from the headers of a trusted proxy. Callers can
   * send any.
   */
  requestOrigin: string
  cookies: Readonly<Record<string, string | undefined>>
}

const USER_AGENT_MAX = 300

export function clientOf(request: FastifyRequest): Client {
  return {
    address: networkKey(request.ip).address,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    origin: request.headers.origin ?? null,
    requestOrigin: `${request.protocol}://${request.host}`,
    cookies: request.cookies ?? {},
  }
}

/**
 * Returns the keys of an IP address for everything that counts calls (RFC 6177, RFC 4291 2.5.5.2). `site`: the IPv6
 * network of 48 bits around it, which a provider gives to one customer; null for IPv4.
 */
export function networkKey(ip: string): { address: string; site: string | null } {
  const address = normalizeIP(ip)
  return { address, site: address.includes(':') ? `${normalizeIP(ip, 48)}/48` : null }
}
