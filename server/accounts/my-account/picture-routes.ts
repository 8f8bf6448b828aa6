import type { FastifyInstance } from 'fastify'
import { changePicture as changePictureCall } from '#contract/my-account.ts'
import type { Database } from '../../db/database.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { Refusal } from '../../http/failures.ts'
import type { AccountContext } from '../account-context.ts'
import { changePicture, findPicture } from './picture.ts'
import { presentMyAccount } from './profile.ts'

/**
 * The upload of a picture. What the file is, the decoder says and not its name, so on this scope every body is bytes.
 * @param scope one of its own
 * @param bind that of the scope
 */
export function pictureUploadRoutes(scope: FastifyInstance, bind: Bind, context: AccountContext): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, file, done) => done(null, file))
  bind(changePictureCall, async ({ actor, body }) => {
    await changePicture(context, actor, body)
    return { status: 200, body: await presentMyAccount(context.db, actor) }
  })
}

/** Serves uploaded pictures to everyone. Another picture has another address, so browsers keep them for good. */
export function pictureRoutes(scope: FastifyInstance, db: Database): void {
  scope.get<{ Params: { id: string } }>('/pictures/:id', async ({ params }, reply) => {
    const picture = await findPicture(db, params.id)
    if (!picture) throw new Refusal('not_found')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/webp')
      .send(picture)
  })
}
