import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { TransportName } from '../transports/transport.ts'

/** The argument of `authenticate`: the parts of a request that identify a client. */
export interface ClientRequest {
  /** The access token of the Authorization header or the query; null without a token. */
  readonly token: string | null
  /** The path, such as /hub/negotiate. */
  readonly path: string
  /** The query. Its `id` and `access_token` are secret. */
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** The cookies by name, decoded. */
  readonly cookies: ReadonlyMap<string, string>
  /** The Origin header, null outside browsers. */
  readonly origin: string | null
  /** The address of the client: the result of the option `address`, by default the IP address of the socket. */
  readonly address: string
}

/**
 * The request that opened the current transport of a connection, like the HttpContext of ASP.NET Core: the upgrade to
 * the WebSocket, the GET of the server-sent events, or the first poll.
 */
export interface ConnectionRequest extends ClientRequest {
  readonly transport: TransportName
  /** The name of the hub protocol: json or messagepack. */
  readonly protocol: string
}

/** Returns the path of a request. /hub/ is the same path as /hub, as in ASP.NET Core. */
export function readPath({ url = '/' }: { url?: string | undefined }): string {
  const path = url.split('?', 1)[0] ?? url
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Parses the query of a request. */
export function parseQuery({ url = '' }: { url?: string | undefined }): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}

/** Whether a request has several Host headers, of which `headers` contains only the first (RFC 9112, section 3.2). */
export function hasSeveralHostHeaders({ headersDistinct }: IncomingMessage): boolean {
  return (headersDistinct.host?.length ?? 0) > 1
}

/**
 * The parts of a request that the application sees. Does not keep the request itself, because a connection may stay
 * open for a long time.
 */
export class ReceivedRequest implements ClientRequest {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly address: string

  constructor({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>, address: string) {
    this.url = url
    this.headers = headers
    this.address = address
  }

  /** The token may be in the query, because browsers cannot set headers for WebSockets and server-sent events. */
  get token(): string | null {
    const bearer = /^bearer +(\S+) *$/i.exec(this.headers.authorization ?? '')?.[1]
    return bearer ?? (this.query.get('access_token') || null)
  }

  get path(): string {
    return this.url.split('?', 1)[0] ?? ''
  }

  get query(): URLSearchParams {
    return parseQuery(this)
  }

  get cookies(): Map<string, string> {
    return parseCookies(this.headers.cookie ?? '')
  }

  get origin(): string | null {
    return this.headers.origin ?? null
  }
}

/** Parses a Cookie header (RFC 6265, section 4.2.1). The first of several cookies with one name counts. */
export function parseCookies(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (at >= 0 && !cookies.has(name)) cookies.set(name, decodeCookie(pair.slice(at + 1).trim()))
  }
  return cookies
}

/** Decodes a value that `encodeURIComponent` has encoded. Returns other values without their quotes. */
function decodeCookie(value: string): string {
  const unquoted = /^"(.*)"$/.exec(value)?.[1] ?? value
  try {
    return decodeURIComponent(unquoted)
  } catch {
    return unquoted
  }
}
