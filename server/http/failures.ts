import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, type ErrorCode, errors } from '#contract/errors.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import { logAnswer, noteCause } from './log.ts'
import { type Headers, secureAnswer } from './security-headers.ts'

/** After how many seconds a call may be tried again that found no database. */
const DATABASE_RETRY_S = 5

/** Thrown where a rule says no: answered with the code's status and words, and the detail where there is one. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: string | undefined
  /** After how many seconds it may be tried again (RFC 9110 10.2.3). */
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
    /** Failures of this route are plain text. */
    plainErrors?: boolean
  }
}

/** Whether something that was thrown is an answer. */
export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal

/** The JSON of a code; `detail` is a sentence for people that says what exactly was wrong. */
export function errorBody(code: ErrorCode, detail?: string): ErrorBody {
  const { message } = errors[code]
  return { code, message: detail === undefined ? message : `${message} ${detail}` }
}

/** Answers with a code of the contract: as JSON, or in plain text with the code in a header where the specification says so. */
export function sendFailure(reply: FastifyReply, code: ErrorCode, detail?: string): FastifyReply {
  const body = errorBody(code, detail)
  reply.code(errors[code].status).header('cache-control', 'no-store')
  if (errors[code].status === 401) reply.header('www-authenticate', 'Bearer')
  if (!reply.request.routeOptions.config?.plainErrors) return reply.send(body)
  return reply.header('x-error-code', code).type('text/plain; charset=utf-8').send(body.message)
}

/**
 * Turns whatever was thrown into a declared answer; what nobody foresaw is logged whole and answered without a word of it.
 * @param report told of what nobody foresaw
 */
export function answerFailures(
  app: FastifyInstance,
  security: Headers,
  report: (error: unknown, request: FastifyRequest) => void = () => {},
): void {
  app.setErrorHandler((error, request, reply) => {
    secureAnswer(request, reply, security)
    if (error instanceof DatabaseUnavailable) {
      noteCause(request, error)
      reply.header('retry-after', DATABASE_RETRY_S)
      return sendFailure(reply, 'database_unavailable')
    }
    if (error instanceof Refusal) {
      if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
      return sendFailure(reply, error.code, error.detail)
    }
    const code = codeOf(error)
    if (code === 'internal') {
      noteCause(request, error)
      report(error, request)
    }
    if (code === 'range_not_satisfiable') reply.headers(contentRange(error))
    return sendFailure(reply, code)
  })
}

/** For Fastify's own refusals before a route is found, such as a path with a bad percent-encoding. */
export function answerUnroutable(security: Headers) {
  return (_: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    secureAnswer(request, reply, security)
    sendFailure(reply, 'bad_request')
    logAnswer(request, reply)
  }
}

/** The code for what Fastify or its plugins threw, by the HTTP status that they put on it. */
function codeOf(error: unknown): ErrorCode {
  const status = Number((error as Partial<FastifyError> | null)?.statusCode ?? 500)
  if (!(status >= 400 && status < 500)) return 'internal'
  const codes = Object.keys(errors) as ErrorCode[]
  return codes.find((code) => errors[code].status === status) ?? 'bad_request'
}

/** RFC 9110 15.5.17: an unsatisfiable range is told how long the file is. */
function contentRange(error: unknown): Headers {
  const headers = (error as { headers?: Record<string, string> }).headers ?? {}
  const range = headers['Content-Range'] ?? headers['content-range']
  return range === undefined ? {} : { 'content-range': range }
}
