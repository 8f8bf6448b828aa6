import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http'

/** Why a request is turned away: a status, with words unless the client wants none. */
export interface Refusal {
  status: number
  text: string
  headers?: OutgoingHttpHeaders
}

const refusal = (status: number, text: string, headers?: OutgoingHttpHeaders): Refusal => ({
  status,
  text,
  ...(headers && { headers }),
})

/** Every way in which a request can be turned away. The texts that the client or its tests know are those of ASP.NET Core. */
export const refusals = {
  noId: refusal(400, 'Connection ID required'),
  unknownId: refusal(404, 'No Connection with that ID'),
  notHere: refusal(404, 'There is nothing here. A hub is reached at its own address and at /negotiate below it.'),
  noTransport: refusal(404, 'The transport is not supported here.'),
  otherTransport: refusal(400, 'Cannot change transports mid-connection'),
  notConnected: refusal(400, 'The connection has no transport yet.'),
  taken: refusal(409, 'The connection has a transport already.'),
  polling: refusal(400, 'Only connections that use long polling are ended by DELETE.'),
  posting: refusal(405, 'A WebSocket connection does not take POST.'),
  negotiateMethod: refusal(405, 'Negotiate takes POST.', { Allow: 'POST, OPTIONS' }),
  method: refusal(405, 'A hub takes GET, POST and DELETE.', { Allow: 'GET, POST, DELETE, OPTIONS' }),
  origin: refusal(403, 'This origin may not use the hub.'),
  otherUser: refusal(403, 'The connection belongs to somebody else.'),
  // The client takes an empty 401 as a sign to get itself a new token.
  unknownUser: refusal(401, ''),
  failed: refusal(500, ''),
  full: refusal(503, 'The server has as many connections as it can take. Try again later.'),
  closing: refusal(503, 'The server is going away. Try again.'),
  'too-many': refusal(429, 'There are too many connections of yours. Close some first.'),
} satisfies Record<string, Refusal>

/** A refusal as bytes of HTTP/1.1, for a socket that asked for an upgrade. */
export function refusalBytes({ status, text, headers }: Refusal, more: OutgoingHttpHeaders): string {
  const all = {
    Connection: 'close',
    'Content-Type': 'text/plain',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
    ...more,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`
}
