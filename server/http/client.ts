import type { FastifyRequest } from 'fastify'
import { networkKey } from './network-key.ts'

/** The network address and browser of a call. */
export interface Client {
  /** The IPv4 address, or the IPv6 network of 64 bits, which is one household. */
  address: string
  userAgent: string
  /** The Origin header: the site whose page makes the call. */
  origin: string | null
  cookies: Readonly<Record<string, string | undefined>>
}

const USER_AGENT_MAX = 300

export function clientOf(request: FastifyRequest): Client {
  return {
    address: networkKey(request.ip).address,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    origin: request.headers.origin ?? null,
    cookies: request.cookies ?? {},
  }
}
