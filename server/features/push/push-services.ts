/** The push services of common browsers. A subscription at any other host is refused. */
const knownHosts = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)+push\.services\.mozilla\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
  /^([\w-]+\.)+push\.apple\.com$/,
]

/**
 * Returns the address of a subscription when this site may post to it: at a known push service over TLS, or at an
 * origin that the owner has configured. Otherwise anybody could make this server call other servers.
 * @param services the origins of PUSH_SERVICES
 */
export function pushAddress(endpoint: string, services: readonly string[]): URL | null {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password || url.hash) return null
  if (services.includes(url.origin)) return url
  return url.protocol === 'https:' && url.port === '' && knownHosts.some((host) => host.test(url.hostname)) ? url : null
}
