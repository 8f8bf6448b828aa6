import type { FastifyRequest } from 'fastify'
import { networkKey } from './network-key.ts'

/** Where a call comes from. */
export interface Client {
  /** The IP address; of version 6 its network of 64 bits, which is one household. */
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
