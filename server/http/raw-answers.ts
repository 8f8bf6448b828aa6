import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { createErrorBody, Refusal } from './failures.ts'
import type { HeaderFields } from './security-headers.ts'

/** The codes for Node's errors about incomplete or invalid requests. */
const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Returns the `clientErrorHandler` of Fastify, which answers 400, 408 or 431 on the raw socket and closes it. */
export function createClientErrorHandler(security: HeaderFields) {
  return function (this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const code = codes[error.code ?? ''] ?? 'bad_request'
    // Only the reason is logged: the error contains the received bytes, cookies included.
    this.log.info({ status: errors[code].status, reason: error.code }, 'answered bytes that are no request')
    socket.write(rawAnswer(code, security))
    socket.destroySoon()
  }
}

/** Handles the requests that Node does not report as `request` events, and those with two Host headers. */
export function rejectUnsupportedRequests(app: FastifyInstance, security: HeaderFields): void {
  // An unknown expectation may be ignored (RFC 9110 10.1.1); Node's own 417 would lack our headers.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  app.addHook('onRequest', ({ raw }, _reply, done) =>
    done(namesManyHosts(raw) ? new Refusal('bad_request') : undefined),
  )
  // The server is not a proxy, so CONNECT is refused.
  app.server.on('connect', (_, socket) => {
    // Node no longer handles errors of this socket; an unhandled one, such as a reset, would end the process.
    socket.on('error', () => socket.destroy())
    socket.end(rawAnswer('method_not_allowed', security, { allow: 'GET, HEAD' }))
  })
}

function rawAnswer(code: ErrorCode, security: HeaderFields, more: HeaderFields = {}): string {
  const { status } = errors[code]
  const body = JSON.stringify(createErrorBody(code))
  const headers = {
    ...security,
    ...more,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

/** Returns whether a request has several Host headers (RFC 9112 3.2); Node's parsed headers have only the first. */
function namesManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}
