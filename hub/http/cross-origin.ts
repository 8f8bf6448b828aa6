import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './answers.ts'
import type { HttpEndpoint } from './http-endpoint.ts'

/**
 * Whether the origin of a request is allowed: no origin (not a browser), the server's own host, or an origin that the
 * application allows. Every request is checked, because CORS does not protect WebSockets.
 */
export function isOriginAllowed(
  hub: Pick<HttpEndpoint, 'allowsOrigin'>,
  { origin, host }: IncomingHttpHeaders,
): boolean {
  if (origin === undefined) return true
  return (host !== undefined && URL.parse(origin)?.host === host.toLowerCase()) || hub.allowsOrigin(origin)
}

/** Returns the headers that let pages of an allowed origin read an answer (Fetch, "CORS protocol"). */
export function createCorsHeaders(
  hub: Pick<HttpEndpoint, 'allowsOrigin' | 'credentials'>,
  { origin }: IncomingHttpHeaders,
): Record<string, string> {
  if (origin === undefined || !hub.allowsOrigin(origin)) return {}
  return {
    'Access-Control-Allow-Origin': origin,
    ...(hub.credentials && { 'Access-Control-Allow-Credentials': 'true' }),
    Vary: 'Origin',
  }
}

/**
 * Returns the answer to a CORS preflight request, which has no access token. Allows all headers that the page asks for,
 * because an application may add headers to those of the client.
 */
export function createPreflightAnswer(headers: IncomingHttpHeaders): Answer {
  const requested = headers['access-control-request-headers']
  return {
    status: 204,
    body: '',
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
      ...(requested !== undefined && { 'Access-Control-Allow-Headers': requested }),
      'Access-Control-Max-Age': '600',
    },
  }
}
