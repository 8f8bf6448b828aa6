import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { isApiPath, requestPath } from './request-path.ts'

const PATH_LENGTH_MAX = 200

/** What broke, for the line of the request it broke. */
const causes = new WeakMap<FastifyRequest, unknown>()

/** Keeps what broke until the line of its request is written. */
export function noteCause(request: FastifyRequest, cause: unknown): void {
  causes.set(request, cause)
}

/** Gives API calls a logger with their request id; a page has nothing to say, and making one takes time. */
export const loggerOf: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
  request,
) => (isApiPath(request.url ?? '') ? logger.child(bindings, options) : logger)

/** One line for each API call and each failure; pages and files that were served well leave none. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.raw.statusCode >= 400 || isApiPath(request.raw.url ?? '')) logAnswer(request, reply)
    done()
  })
}

/** Writes the line: never the query, the cookies or any other header, which may hold secrets. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const status = reply.raw.statusCode
  const line = {
    method: request.method,
    path: requestPath(request.raw.url ?? '').slice(0, PATH_LENGTH_MAX),
    status,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  }
  if (status >= 500) request.log.error({ ...line, err: causes.get(request) }, 'answered')
  else request.log.info(line, 'answered')
}
