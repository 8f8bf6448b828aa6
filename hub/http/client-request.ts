import type { IncomingMessage } from 'node:http'
import type { ClientRequest, HttpHub } from './http-hub.ts'

/** The parameters of a request's query. */
export function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}

/** Whether a request has more than one Host header, of which Node shows the first alone (RFC 9112 3.2). */
export function namesManyHosts({ headersDistinct }: IncomingMessage): boolean {
  return (headersDistinct.host?.length ?? 0) > 1
}

/** What `authenticate` is told of a request. Browsers cannot set headers on two transports, and use the query there. */
export function clientRequest(hub: HttpHub, request: IncomingMessage): ClientRequest {
  const { headers, socket } = request
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  return {
    token: bearer ?? (queryOf(request).get('access_token') || null),
    headers,
    origin: headers.origin ?? null,
    address: hub.address(headers, socket.remoteAddress ?? ''),
  }
}
