import * as calls from '#contract/my-account.ts'
import { Refusal } from '../../../http/failures.ts'
import { servePictures } from '../../../http/pictures.ts'
import type { RouteScope } from '../../define-feature.ts'
import type { AccountContext } from '../account-context.ts'
import { endSession, endSessionsOfUser, listSessions } from '../sessions.ts'
import { changePassword, requestEmailChange } from './credentials.ts'
import { deleteAccount } from './delete-account.ts'
import { exportMyData } from './export-data.ts'
import { changeName, readMyAccount, removePicture, storeProfilePicture } from './profile.ts'
import { verifyAndRecordOwnerProof } from './proof.ts'

/** Adds the calls with which readers manage their own account, and serves the pictures of accounts. */
export function myAccountRoutes({ scope, bind, addScope }: RouteScope, context: AccountContext): void {
  const { db, events } = context

  bind(calls.getMyAccount, ({ actor }) => readMyAccount(db, actor))
  bind(calls.changeName, ({ actor, body }) => changeName(context, actor, body.name))

  addScope('picture uploads', (upload) =>
    upload.bind(calls.storeProfilePicture, ({ actor, body }) => storeProfilePicture(context, actor, body)),
  )
  bind(calls.removePicture, ({ actor }) => removePicture(context, actor))
  servePictures(scope, '/pictures', db, 'pictures')

  bind(calls.changePassword, async ({ actor, body, client }) => {
    await changePassword(context, actor, { ...body, client })
    await events.publish(db, 'access.changed', { userId: actor.userId })
  })
  bind(calls.requestEmailChange, ({ actor, body, countCall }) =>
    requestEmailChange(context, actor, { ...body, countCall }),
  )

  bind(calls.proveOwnership, ({ actor, body }) => verifyAndRecordOwnerProof(context, actor, body))

  bind(calls.listSessions, async ({ actor }) => {
    const { shown: sessions, damaged } = await listSessions(db, actor)
    return { sessions, damaged }
  })
  bind(calls.endSession, async ({ actor, params }) => {
    if (!(await endSession(db, actor.userId, params.id))) throw new Refusal('not_found')
    await events.publish(db, 'access.changed', { userId: actor.userId })
  })
  bind(calls.endOtherSessions, async ({ actor }) => {
    await endSessionsOfUser(db, actor.userId, { except: actor.sessionId })
    await events.publish(db, 'access.changed', { userId: actor.userId })
  })

  bind(calls.exportMyData, ({ actor }) => exportMyData(context, actor))
  bind(calls.deleteAccount, ({ actor, body }) => deleteAccount(context, actor, body.confirmation))
}
