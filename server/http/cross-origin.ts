import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getRequestTargetPath, isApiPath } from './request-path.ts'
import { type HeaderFields, setSecurityHeaders } from './security-headers.ts'

const preflight: HeaderFields = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '600',
}

/**
 * Answers preflights (Fetch 3.2) of these origins: the site's own and those of the native app. In calls from another
 * site, browsers send only one cookie: it binds the reply of a login provider to the browser. @fastify/cors is not
 * used, because it answers OPTIONS for every path, even for unknown ones.
 */
export function addPreflightHook(app: FastifyInstance, origins: readonly string[], security: HeaderFields): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || request.method !== 'OPTIONS' || !isApiPath(getRequestTargetPath(request.raw.url ?? '')))
      return done()
    if (!allowOrigin(request, reply, origins) || !request.headers['access-control-request-method']) return done()
    setSecurityHeaders(request, reply, security)
    reply.code(204).headers(preflight).send()
  })
}

/** Adds a hook that lets these origins read the answers of a scope. */
export function addCrossOriginHeadersHook(scope: FastifyInstance, origins: readonly string[]): void {
  scope.addHook('onRequest', (request, reply, done) => {
    allowOrigin(request, reply, origins)
    done()
  })
}

function allowOrigin({ headers: { origin } }: FastifyRequest, reply: FastifyReply, origins: readonly string[]) {
  reply.header('vary', 'origin')
  if (origin === undefined || !origins.includes(origin)) return false
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'date, etag, link, retry-after, x-error-code, x-sentry-rate-limits, x-total-count',
  })
  return true
}
