import type { FastifyInstance } from 'fastify'
import { changePicture as changePictureCall } from '#contract/my-account.ts'
import type { Database } from '../../../db/database.ts'
import type { Bind } from '../../../http/bind-endpoint.ts'
import { servePictures, takeFiles } from '../../../http/pictures.ts'
import type { AccountContext } from '../account-context.ts'
import { changePicture, findPicture } from './picture.ts'

/** Adds the upload of a picture. @param scope a scope of its own @param bind the `bind` of that scope */
export function pictureUploadRoutes(scope: FastifyInstance, bind: Bind, context: AccountContext): void {
  takeFiles(scope)
  bind(changePictureCall, async ({ actor, body }) => ({ status: 200, body: await changePicture(context, actor, body) }))
}

/** Serves the pictures of accounts. */
export const pictureRoutes = (scope: FastifyInstance, db: Database): void =>
  servePictures(scope, '/pictures', (id) => findPicture(db, id))
