import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ListAllowedMethods } from './allowed-methods.ts'
import { sendFailure } from './failures.ts'
import { sendErrorPage } from './pages.ts'
import { getRequestTargetPath, isApiPath } from './request-path.ts'
import { type HeaderFields, setSecurityHeaders } from './security-headers.ts'
import type { ServedBuild } from './served-build.ts'

/** Answers unknown requests: 405 when the path has other methods, the 404 page to browsers, else the code as JSON. */
export function addNotFoundHandler(
  app: FastifyInstance,
  allowed: ListAllowedMethods,
  build: Pick<ServedBuild, 'files'>,
  security: HeaderFields,
): void {
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    setSecurityHeaders(request, reply, security)
    const path = getRequestTargetPath(request.raw.url ?? '')
    const methods = allowed(path)
    if (methods.length > 0 && !methods.includes(request.method)) {
      return sendFailure(reply.header('allow', methods.join(', ')), 'method_not_allowed')
    }
    if (readsHtml(request) && !isApiPath(path)) return sendErrorPage(request, reply, 404, build.files.notFound)
    return sendFailure(reply, 'not_found')
  }
  // Answers before the body is read.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply)
    else done()
  })
  app.setNotFoundHandler(answer)
}

function readsHtml({ method, headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? '*/*'
  return (method === 'GET' || method === 'HEAD') && (accept === '*/*' || accept.includes('text/html'))
}
