import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/**
 * Whether a request may come from where it does: from no browser, from the server's own host, or from a listed origin.
 * CORS does not protect a WebSocket, so this is asked for every request.
 */
export function isOriginAllowed({ origin, host }: IncomingHttpHeaders, origins: readonly string[]): boolean {
  if (origin === undefined || origins.includes(origin)) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/** What lets a browser hand an answer to a page of a listed origin (Fetch, "CORS protocol"). */
export function crossOriginHeaders({ origin }: IncomingHttpHeaders, origins: readonly string[]): OutgoingHttpHeaders {
  if (origin === undefined || !origins.includes(origin)) return {}
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true', Vary: 'Origin' }
}

/** What a preflight is told beside. */
export const preflightHeaders: OutgoingHttpHeaders = {
  'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'x-requested-with, x-signalr-user-agent, authorization, content-type',
  'Access-Control-Max-Age': '600',
}
