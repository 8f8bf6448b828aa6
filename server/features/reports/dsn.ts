export interface Dsn {
  publicKey: string
  endpoint: string
}

/**
 * Parses `https://key@host/path/project`.
 * @returns null when the text is invalid, or names another machine without TLS
 */
export function tryParseDsn(text: string): Dsn | null {
  const url = URL.parse(text)
  const [, path = '', project] = /^(.*)\/(\d+)\/?$/.exec(url?.pathname ?? '') ?? []
  if (!url || !project || !/^\w+$/.test(url.username) || url.search || url.hash) return null
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))
  return isSafe ? { publicKey: url.username, endpoint: `${url.origin}${path}/api/${project}/envelope/` } : null
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/
