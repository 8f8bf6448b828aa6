/** Returns whether a host is in a domain that is reserved for examples (RFC 2606). */
export const isReservedDomain = (hostname: string): boolean =>
  /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/.test(hostname)
