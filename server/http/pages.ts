import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasParameters } from '#contract/page-path.ts'
import { acceptedEncodings } from './encoding.ts'
import { namesTag } from './entity-tags.ts'
import type { PageFile, Representation } from './page-files.ts'
import { requestQuery } from './request-path.ts'
import { type Headers, secureAnswer, sendHsts } from './security-headers.ts'

/** Renders a page for one address from its document in the build; null serves that document. */
export type RenderPage = (params: Readonly<Record<string, string>>, document: PageFile) => Promise<PageFile | null>

/**
 * Registers one route for each file, and redirects from its other addresses. No other path is served. The router
 * compares decoded paths; the files have the paths of URLs.
 * @param former the former paths of pages, by their present path
 * @param rendered the pages that are rendered for each address, by path
 */
export function servePages(
  app: FastifyInstance,
  files: ReadonlyMap<string, PageFile>,
  former: ReadonlyMap<string, readonly string[]>,
  rendered: Readonly<Record<string, RenderPage>>,
  security: Headers,
): void {
  for (const [path, file] of files) {
    const render = rendered[path]
    app.route({
      method: ['GET', 'HEAD'],
      url: decodeURI(path),
      handler: render
        ? async (request, reply) => {
            sendPage(request, reply, (await render(request.params as Record<string, string>, file)) ?? file)
            return reply
          }
        : (request, reply) => sendPage(request, reply, file),
    })
    if (hasParameters(path)) continue
    for (const alias of [...aliasesOf(path), ...(former.get(path) ?? [])]) {
      // The target is the registered path, never the text of the client, so it cannot lead to another site.
      app.route({
        method: ['GET', 'HEAD'],
        url: decodeURI(alias),
        handler: (request, reply) => {
          secureAnswer(request, reply, security)
          return reply.redirect(path + requestQuery(request.raw.url ?? ''), 308)
        },
      })
    }
  }
}

/** Answers with the best accepted encoding, or with 304 when the client already has it (RFC 9110 13.1.2). */
function sendPage(request: FastifyRequest, reply: FastifyReply, file: PageFile): void {
  const { headers } = request.raw
  const best = bestRepresentation(file, headers['accept-encoding'])
  const condition = headers['if-none-match']
  if (condition !== undefined && namesTag(condition, best.etag)) {
    sendHsts(request, reply)
    reply.code(304).headers(best.unchangedHeaders).send()
    return
  }
  // Bypasses Fastify's reply, which would check each header again and take a sixth of the time of the answer.
  reply.hijack()
  reply.raw.writeHead(200, request.protocol === 'https' ? best.rawHeadersOverTls : best.rawHeaders)
  reply.raw.end(best.bytes)
}

/** Answers with the page and an error status. It has no entity tag, because conditional requests do not apply. */
export function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  file: PageFile,
): FastifyReply {
  const best = bestRepresentation(file, request.headers['accept-encoding'])
  sendHsts(request, reply)
  return reply.code(status).headers(best.headers).removeHeader('etag').send(best.bytes)
}

function bestRepresentation(file: PageFile, accepted: string | undefined): Representation {
  for (const encoding of acceptedEncodings(accepted)) {
    const representation = file[encoding]
    if (representation) return representation
  }
  return file.identity
}

/** Returns other spellings of a page's address; files with an extension have none. */
function aliasesOf(path: string): string[] {
  if (path === '/') return ['/index.html']
  return /\.[^/]*$/.test(path) ? [] : [`${path}/`, `${path}.html`]
}
