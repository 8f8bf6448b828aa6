import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasPathParameters } from '#contract/page-path.ts'
import { parseAcceptedEncodings } from './encoding.ts'
import { matchesEntityTag } from './entity-tags.ts'
import { getRequestTargetPath, getRequestTargetQuery } from './request-path.ts'
import { type HeaderFields, setHstsHeader, setSecurityHeaders } from './security-headers.ts'
import type { ServedBuild } from './served-build.ts'
import type { Representation, ServedFile } from './web-build-files.ts'

/** Renders a page for one URL from its document in the build. When it resolves with null, the document is served. */
export type RenderPage = (params: Readonly<Record<string, string>>, document: ServedFile) => Promise<ServedFile | null>

/** The route of every page without parameters, including the pages of later builds. */
export const PAGES_ROUTE = '/*'

/**
 * Serves the pages of the build, and redirects from their other addresses. The router and `addresses` use decoded
 * paths; `files` uses percent-encoded paths. Pages with parameters are the same in each build that a server serves.
 * @param rendered the functions that render pages for each URL, by path; other pages are served as they are
 */
export function servePages(
  app: FastifyInstance,
  build: Pick<ServedBuild, 'files' | 'addresses'>,
  rendered: Readonly<Record<string, RenderPage>>,
  security: HeaderFields,
): void {
  /** @param page the path of a page with parameters, or of a page that is rendered for each URL */
  const addPage = (url: string, page = '') =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const document = build.files.byPath.get(page)
        const found = build.addresses.get(decodeURI(getRequestTargetPath(request.raw.url ?? ''))) ?? document
        if (found === undefined) reply.callNotFound()
        else if (typeof found === 'string') {
          setSecurityHeaders(request, reply, security)
          // The target is a path of the build, never the text of the client, so it cannot lead to another site.
          reply.redirect(found + getRequestTargetQuery(request.raw.url ?? ''), 308)
        } else {
          const render = found === document ? rendered[page] : undefined
          sendPage(request, reply, (await render?.(request.params as Record<string, string>, found)) ?? found)
        }
        return reply
      },
    })
  for (const path of build.files.byPath.keys())
    if (hasPathParameters(path) || rendered[path]) addPage(decodeURI(path), path)
  addPage(PAGES_ROUTE)
}

/** Answers with the best accepted encoding, or with 304 when the client already has it (RFC 9110 13.1.2). */
function sendPage(request: FastifyRequest, reply: FastifyReply, file: ServedFile): void {
  const { headers } = request.raw
  const best = bestRepresentation(file, headers['accept-encoding'])
  const condition = headers['if-none-match']
  if (condition !== undefined && matchesEntityTag(condition, best.etag)) {
    setHstsHeader(request, reply)
    reply.code(304).headers(best.unchangedHeaders).send()
    return
  }
  // Bypasses Fastify's reply, which would check each header again. That check takes a sixth of the time of an answer.
  reply.hijack()
  reply.raw.writeHead(200, request.protocol === 'https' ? best.rawHeadersOverTls : best.rawHeaders)
  reply.raw.end(best.bytes)
}

/**
 * Answers with the page and an error status. The answer has no entity tag, because conditional requests do not apply.
 */
export function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  file: ServedFile,
): FastifyReply {
  const best = bestRepresentation(file, request.headers['accept-encoding'])
  setHstsHeader(request, reply)
  return reply.code(status).headers(best.headers).removeHeader('etag').send(best.bytes)
}

function bestRepresentation(file: ServedFile, accepted: string | undefined): Representation {
  for (const encoding of parseAcceptedEncodings(accepted)) {
    const representation = file[encoding]
    if (representation) return representation
  }
  return file.identity
}
