import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { VISITS_PATH } from '#contract/visits.ts'
import { getRequestActor } from './actor.ts'
import { getRequestTargetPath, isApiPath } from './request-path.ts'

const PATH_LENGTH_MAX = 200

const causes = new WeakMap<FastifyRequest, unknown>()
const codes = new WeakMap<FastifyRequest, ErrorCode>()

export function recordFailureCause(request: FastifyRequest, cause: unknown): void {
  causes.set(request, cause)
}

/** Stores the error code of a reply for its log line. */
export function recordErrorCode(request: FastifyRequest, code: ErrorCode): void {
  codes.set(request, code)
}

/** Creates a logger with the request id for API calls only: pages log nothing, and creating a logger takes time. */
export const createRequestLogger: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
  request,
) => (isLogged(request.url ?? '') ? logger.child(bindings, options) : logger)

/** Returns whether a request is logged. Neither page views nor the visits that pages report are logged. */
const isLogged = (url: string): boolean => isApiPath(url) && url !== VISITS_PATH

/** Logs one line for each API call and each failure, none for pages, visits and files. */
export function logApiCallsAndFailures(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.raw.statusCode >= 400 || isLogged(request.raw.url ?? '')) logResponse(request, reply)
    done()
  })
}

/**
 * Logs an answer with the id of the caller's account, but without the query, the cookies and other headers. These may
 * contain secrets.
 */
export function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  const status = reply.raw.statusCode
  const line = {
    method: request.method,
    path: getRequestTargetPath(request.raw.url ?? '').slice(0, PATH_LENGTH_MAX),
    status,
    code: codes.get(request),
    account: getRequestActor(request)?.userId,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  }
  if (status >= 500) request.log.error({ ...line, err: causes.get(request) }, 'answered')
  else request.log.info(line, 'answered')
}
