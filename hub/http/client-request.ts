import type { IncomingMessage } from 'node:http'
import type { ClientRequest, HttpHub } from './http-hub.ts'

/** Parses the query of a request. */
export function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}

/** Whether a request has several Host headers, of which `headers` contains only the first (RFC 9112, section 3.2). */
export function hasSeveralHosts({ headersDistinct }: IncomingMessage): boolean {
  return (headersDistinct.host?.length ?? 0) > 1
}

/**
 * Returns the argument of `authenticate` for a request. The token may be in the query, because browsers cannot set
 * headers for WebSockets and server-sent events.
 */
export function toClientRequest(hub: HttpHub, request: IncomingMessage): ClientRequest {
  const { headers, socket } = request
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  return {
    token: bearer ?? (queryOf(request).get('access_token') || null),
    headers,
    origin: headers.origin ?? null,
    address: hub.address(headers, socket.remoteAddress ?? ''),
  }
}
