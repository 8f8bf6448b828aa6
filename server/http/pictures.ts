import type { FastifyInstance } from 'fastify'
import { Refusal } from './failures.ts'

/** Serves uploaded pictures by their ids. A new picture has a new id, so browsers cache it permanently. */
export function servePictures(
  scope: FastifyInstance,
  folder: `/${string}`,
  find: (id: string) => Promise<Buffer | null>,
): void {
  scope.get<{ Params: { id: string } }>(`${folder}/:id`, async ({ params: { id } }, reply) => {
    // Postgres accepts no text with a zero byte.
    const picture = /^[\w-]+$/.test(id) ? await find(id) : null
    if (!picture) throw new Refusal('not_found')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/webp')
      .send(picture)
  })
}

/** Reads every body on a scope as bytes. The decoder detects the format from the bytes; the content type is ignored. */
export function setByteBodyParser(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, file, done) => done(null, file))
}
