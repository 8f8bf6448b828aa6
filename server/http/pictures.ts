import type { FastifyInstance } from 'fastify'
import { Refusal } from './failures.ts'

/**
 * Serves uploaded pictures to everyone, by their ids. Another picture has another address, so browsers keep them for good.
 * @param find gives a picture as WebP, or null where there is none
 */
export function servePictures(
  scope: FastifyInstance,
  folder: `/${string}`,
  find: (id: string) => Promise<Buffer | null>,
): void {
  scope.get<{ Params: { id: string } }>(`${folder}/:id`, async ({ params: { id } }, reply) => {
    // Postgres takes no text with a zero byte in it.
    const picture = /^[\w-]+$/.test(id) ? await find(id) : null
    if (!picture) throw new Refusal('not_found')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/webp')
      .send(picture)
  })
}

/** Makes every body on a scope bytes: what an uploaded file is, the decoder says, and not its name. */
export function takeFiles(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, file, done) => done(null, file))
}
