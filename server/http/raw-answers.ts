import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { errorBody, Refusal } from './failures.ts'
import type { Headers } from './security-headers.ts'

/** What Node reports for bytes that are no request, or that never became one. */
const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** For Fastify's clientErrorHandler: answers 400, 408 or 431 on the bare socket and closes it. */
export function answerGarbage(security: Headers) {
  return function (this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const code = codes[error.code ?? ''] ?? 'bad_request'
    // The reason only: the error itself holds the bytes that were sent, cookies and all.
    this.log.info({ status: errors[code].status, reason: error.code }, 'answered bytes that are no request')
    socket.write(rawAnswer(code, security))
    socket.destroySoon()
  }
}

/** The requests that Node hands over before, or instead of, making them ordinary ones; and those that name two hosts. */
export function answerOddRequests(app: FastifyInstance, security: Headers): void {
  // An unknown expectation may be passed over (RFC 9110 10.1.1); Node's own 417 would lack our headers.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  app.addHook('onRequest', ({ raw }, _reply, done) =>
    done(namesManyHosts(raw) ? new Refusal('bad_request') : undefined),
  )
  // Nobody's proxy.
  app.server.on('connect', (_, socket) => {
    // Node has let go of this socket: an error that nobody listens for, such as a reset, would end the process.
    socket.on('error', () => socket.destroy())
    socket.end(rawAnswer('method_not_allowed', security, { allow: 'GET, HEAD' }))
  })
}

function rawAnswer(code: ErrorCode, security: Headers, more: Headers = {}): string {
  const { status } = errors[code]
  const body = JSON.stringify(errorBody(code))
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

/** RFC 9112 3.2. By the raw list, which costs a page next to nothing: Node shows the first Host alone. */
function namesManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}
