/** The address and the port on which the site listens. */
export interface ListenAddress {
  HOST: string
  PORT: number
}

/** Returns the URL at which this machine reaches the site, even when the site listens on all addresses. */
export function toLoopbackUrl({ HOST, PORT }: ListenAddress): string {
  if (HOST === '0.0.0.0' || HOST === '::') return `http://127.0.0.1:${PORT}`
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
}
