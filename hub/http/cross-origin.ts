import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './answers.ts'

/**
 * Whether a request may come from where it does: from no browser, from the server's own host, or from a listed origin.
 * CORS does not protect a WebSocket, so this is asked for every request.
 */
export function isOriginAllowed({ origin, host }: IncomingHttpHeaders, origins: readonly string[]): boolean {
  if (origin === undefined || origins.includes(origin)) return true
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}

/** What lets a browser hand an answer to a page of a listed origin (Fetch, "CORS protocol"). */
export function crossOriginHeaders(
  { origin }: IncomingHttpHeaders,
  origins: readonly string[],
): Record<string, string> {
  if (origin === undefined || !origins.includes(origin)) return {}
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true', Vary: 'Origin' }
}

/** Lets a browser send what the client sends. It asks without the token. */
export const preflightAnswer: Answer = {
  status: 204,
  text: '',
  headers: {
    'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
    'Access-Control-Allow-Headers': 'x-requested-with, x-signalr-user-agent, authorization, content-type',
    'Access-Control-Max-Age': '600',
  },
}
