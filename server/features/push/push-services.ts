/** The push services of the browsers there are. Whatever else a subscription names is asked for nothing. */
const known = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)+push\.services\.mozilla\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
  /^([\w-]+\.)+push\.apple\.com$/,
]

/**
 * The address of a subscription, if this site may post to it: at a known push service over TLS, or at one of those that
 * its owner has named, so that nobody makes this server speak to another one.
 * @param services their origins (PUSH_SERVICES)
 */
export function pushAddress(endpoint: string, services: readonly string[]): URL | null {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password || url.hash) return null
  if (services.includes(url.origin)) return url
  return url.protocol === 'https:' && url.port === '' && known.some((host) => host.test(url.hostname)) ? url : null
}
