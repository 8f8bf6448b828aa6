import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, type ErrorCode, errors } from '#contract/errors.ts'
import { formatFileSize } from '#contract/format-file-size.ts'
import { DatabaseUnavailableError } from '../db/unavailable.ts'
import { logResponse, recordErrorCode, recordFailureCause } from './log.ts'
import { type HeaderFields, setSecurityHeaders } from './security-headers.ts'

/** The time in seconds after which a call that failed because of the unavailable database may be repeated. */
const DATABASE_RETRY_S = 5

/** Thrown when a rule refuses a call. The reply has the status and message of the error code, and the detail. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: string | undefined
  /** The pause in seconds before the call may be repeated (RFC 9110 10.2.3). */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, detail?: string, retryAfter?: number) {
    super(detail ?? errors[code].message)
    this.code = code
    this.detail = detail
    this.retryAfter = retryAfter
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    plainErrors?: boolean
  }
}

export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal

/** Returns the refusal that `executeTakeFirstOrThrow(createNotFoundRefusal)` throws when a query finds no row. */
export const createNotFoundRefusal = (): Refusal => new Refusal('not_found')

/** Returns the JSON body for an error code; `detail` is a sentence with the exact reason. */
export function createErrorBody(code: ErrorCode, detail?: string): ErrorBody {
  const { message } = errors[code]
  return { code, message: detail === undefined ? message : `${message} ${detail}` }
}

/**
 * Answers with an error code as JSON. On routes with `plainErrors`, answers with plain text and the code in a header. A
 * header contains the id of the request. The message of an internal error also contains this id, so that the report of
 * the error can be found.
 */
export function sendFailure(reply: FastifyReply, code: ErrorCode, detail?: string): FastifyReply {
  const { id } = reply.request
  recordErrorCode(reply.request, code)
  const body = createErrorBody(code, code === 'internal' ? `If you tell the author, name this: ${id}.` : detail)
  reply.code(errors[code].status).headers({ 'cache-control': 'no-store', 'x-request-id': id })
  if (errors[code].status === 401) reply.header('www-authenticate', 'Bearer')
  if (!reply.request.routeOptions.config?.plainErrors) return reply.send(body)
  return reply.header('x-error-code', code).type('text/plain; charset=utf-8').send(body.message)
}

/** Answers every thrown error with its code. Unexpected errors are logged, reported and answered without details. */
export function addFailureHandler(
  app: FastifyInstance,
  security: HeaderFields,
  report: (error: unknown, request: FastifyRequest) => void = () => {},
): void {
  app.setErrorHandler((error, request, reply) => {
    setSecurityHeaders(request, reply, security)
    if (error instanceof DatabaseUnavailableError) {
      recordFailureCause(request, error)
      reply.header('retry-after', DATABASE_RETRY_S)
      return sendFailure(reply, 'database_unavailable')
    }
    if (error instanceof Refusal) {
      if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
      return sendFailure(reply, error.code, error.detail)
    }
    const code = codeOf(error)
    if (code === 'internal') {
      recordFailureCause(request, error)
      report(error, request)
    }
    if (code === 'range_not_satisfiable') reply.headers(contentRange(error))
    if (code === 'payload_too_large')
      return sendFailure(reply, code, `The limit is ${formatFileSize(request.routeOptions.bodyLimit)}.`)
    return sendFailure(reply, code)
  })
}

/**
 * Returns the function that answers requests which Fastify refuses before it finds a route. Example: the path has an
 * invalid percent-encoding.
 */
export function createFrameworkErrorHandler(security: HeaderFields) {
  return (_: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    setSecurityHeaders(request, reply, security)
    sendFailure(reply, 'bad_request')
    logResponse(request, reply)
  }
}

/** The error of Postgres for a text with NUL, which it cannot store (SQLSTATE character_not_in_repertoire). */
const UNSTORABLE_TEXT = '22021'

/** Returns the error code for a text that Postgres cannot store, or for the HTTP status of an error of Fastify. */
function codeOf(error: unknown): ErrorCode {
  if ((error as Partial<FastifyError> | null)?.code === UNSTORABLE_TEXT) return 'bad_request'
  const status = Number((error as Partial<FastifyError> | null)?.statusCode ?? 500)
  if (!(status >= 400 && status < 500)) return 'internal'
  const codes = Object.keys(errors) as ErrorCode[]
  return codes.find((code) => errors[code].status === status) ?? 'bad_request'
}

/** Returns the header with the length of the file for an unsatisfiable range (RFC 9110 15.5.17). */
function contentRange(error: unknown): HeaderFields {
  const headers = (error as { headers?: Record<string, string> }).headers ?? {}
  const range = headers['Content-Range'] ?? headers['content-range']
  return range === undefined ? {} : { 'content-range': range }
}
