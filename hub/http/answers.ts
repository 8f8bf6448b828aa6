import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** A complete answer to a request, in most cases a refusal. */
export interface Answer {
  status: number
  /** Empty when the client needs no text. */
  body: string | Uint8Array
  /** The reason of a refusal when its body does not contain the reason. */
  reason?: string
  headers: OutgoingHttpHeaders
}

function answerOf(status: number, body: string, headers: OutgoingHttpHeaders = {}): Answer {
  return { status, body, headers }
}

/** The answer to a POST whose body has been received. */
export const postReceivedAnswer = answerOf(200, '')
/** The answer to a DELETE. */
export const deleteAcceptedAnswer = answerOf(202, '')

/** Returns the answer to a poll: its messages, or status 204 for null. */
export function createPollAnswer(messages: Uint8Array | null): Answer {
  return messages === null
    ? { status: 204, body: '', headers: {} }
    : { status: 200, body: messages, headers: { 'Content-Type': 'application/octet-stream' } }
}

/** All refusals. Texts that clients check begin with the text of ASP.NET Core. */
export const refusalAnswers = {
  noId: answerOf(400, 'Connection ID required'),
  unknownId: answerOf(
    404,
    'No Connection with that ID: it has ended, or is on a server that no backplane links with this one.',
  ),
  notHere: answerOf(404, 'There is nothing here. A hub is reached at its own address and at /negotiate below it.'),
  noTransport: answerOf(404, 'The transport is not supported here.'),
  otherTransport: answerOf(400, 'Cannot change transports mid-connection'),
  notConnected: answerOf(400, 'The connection has no transport yet.'),
  taken: answerOf(409, 'The connection has a transport already.'),
  polling: answerOf(400, 'Only connections that use long polling are ended by DELETE.'),
  posting: answerOf(405, 'A WebSocket connection does not take POST.', { Allow: 'GET' }),
  negotiateMethod: answerOf(405, 'Negotiate takes POST.', { Allow: 'POST, OPTIONS' }),
  method: answerOf(405, 'A hub takes GET, POST and DELETE.', { Allow: 'GET, POST, DELETE, OPTIONS' }),
  // A request must have one Host header (RFC 9112, section 3.2). With several, it is undefined which host is compared
  // with the origin.
  hosts: answerOf(400, 'A request names one host.'),
  origin: answerOf(403, 'Pages of this origin may not use the hub, unless its option origins lists them.'),
  otherUser: answerOf(403, 'The connection belongs to somebody else.'),
  // An empty 401 makes the client get a new token.
  unknownUser: {
    ...answerOf(401, '', { 'WWW-Authenticate': 'Bearer' }),
    reason: 'No user: authenticate returned null.',
  },
  noWebSocket: answerOf(426, 'An upgrade of a hub is one to a WebSocket.', { Upgrade: 'websocket' }),
  tooLarge: answerOf(413, 'The body is larger than the hub takes at once.'),
  failed: { ...answerOf(500, ''), reason: 'A hook threw an error, which onError gets.' },
  full: answerOf(503, 'The server has as many connections as it can take. Try again later.'),
  unavailable: answerOf(503, 'Who you are cannot be checked at this moment. Try again in a few seconds.', {
    'Retry-After': '5',
  }),
  closing: answerOf(503, 'The server is going away. Try again.'),
  'too-many': answerOf(429, 'There are too many connections of yours. Close some first.'),
} satisfies Record<string, Answer>

/** Sends an answer and discards the body of the request. */
export function discardBodyAndAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  bodyLimit: number,
): void {
  discardBody(request, bodyLimit)
  writeAnswer(response, answer)
}

/** Sends an answer unless the response has begun or the client has hung up. */
export function writeAnswer(response: ServerResponse, answer: Answer): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(answer.status, headersOf(answer)).end(answer.body)
}

/** Headers by name. A header with several values, such as Set-Cookie, has a list. */
export type HubHeaders = Record<string, string | string[]>

/** Refuses an upgrade and closes its socket without reading further bytes. */
export function refuseUpgrade(socket: Duplex, refusal: Answer, more: Readonly<HubHeaders> = {}): void {
  const lines = Object.entries({ ...more, ...headersOf(refusal) }).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  )
  const head = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\nConnection: close\r\n${lines.join('')}\r\n`
  socket.write(head)
  socket.end(refusal.body, () => socket.destroy())
}

/**
 * Reads and discards the body of a request. With an unread body, a reset of the connection could lose the answer, and
 * the connection could not serve the next request. Destroys a request with more than `limit` bytes.
 */
export function discardBody(request: IncomingMessage, limit: number): void {
  if (request.complete) return
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limit) request.destroy()
  })
}

function headersOf({ status, body, headers }: Answer): OutgoingHttpHeaders {
  if (status === 204) return headers
  // Firefox parses an empty answer without a type as XML, and logs an error.
  return { 'Content-Type': 'text/plain', 'Content-Length': Buffer.byteLength(body), ...headers }
}
