import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './answers.ts'

/**
 * Whether the origin of a request is allowed: no origin (not a browser), the server's own host, or a listed origin.
 * Every request is checked, because CORS does not protect WebSockets.
 */
export function isOriginAllowed({ origin, host }: IncomingHttpHeaders, origins: readonly string[]): boolean {
  if (origin === undefined || origins.includes(origin)) return true
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}

/** Returns the headers that let pages of a listed origin read an answer (Fetch, "CORS protocol"). */
export function crossOriginHeaders(
  { origin }: IncomingHttpHeaders,
  origins: readonly string[],
): Record<string, string> {
  if (origin === undefined || !origins.includes(origin)) return {}
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true', Vary: 'Origin' }
}

/** The answer to a CORS preflight request, which has no access token. */
export const preflightAnswer: Answer = {
  status: 204,
  body: '',
  headers: {
    'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
    'Access-Control-Allow-Headers': 'x-requested-with, x-signalr-user-agent, authorization, content-type',
    'Access-Control-Max-Age': '600',
  },
}
