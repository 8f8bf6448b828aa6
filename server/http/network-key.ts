import { normalizeIP } from '@fastify/rate-limit'

/** What counts as one caller on the network. */
export interface NetworkKey {
  /** An IPv4 address, also one that is mapped into IPv6, or a network of 64 bits, which is one household. */
  address: string
  /** The network of 48 bits around it, which a provider gives to one customer; null for IPv4. */
  site: string | null
}

/** Returns whose an IP address is, for everything that counts calls (RFC 6177, RFC 4291 2.5.5.2). */
export function networkKey(ip: string): NetworkKey {
  const address = normalizeIP(ip)
  return { address, site: address.includes(':') ? `${normalizeIP(ip, 48)}/48` : null }
}
