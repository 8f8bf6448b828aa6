import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { createNotFoundRefusal } from './failures.ts'

/** Serves the pictures of a table by their ids. A new picture has a new id, so browsers cache it permanently. */
export function servePictures(
  scope: FastifyInstance,
  folder: `/${string}`,
  db: Database,
  table: 'pictures' | 'dish_pictures',
): void {
  scope.get<{ Params: { id: string } }>(`${folder}/:id`, async ({ params: { id } }, reply) => {
    // Postgres accepts no text with a zero byte.
    if (!/^[\w-]+$/.test(id)) throw createNotFoundRefusal()
    const picture = db.selectFrom(table).select('data').where('id', '=', id)
    const { data } = await picture.executeTakeFirstOrThrow(createNotFoundRefusal)
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/webp')
      .send(Buffer.from(data, 'base64'))
  })
}
