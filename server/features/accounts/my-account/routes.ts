import {
  changeEmail as changeEmailCall,
  changeName as changeNameCall,
  changePassword as changePasswordCall,
  deleteAccount as deleteAccountCall,
  endOtherSessions,
  endSession as endSessionCall,
  exportMyData as exportMyDataCall,
  getMyAccount,
  listSessions as listSessionsCall,
  removePicture as removePictureCall,
} from '#contract/my-account.ts'
import type { Bind } from '../../../http/bind-endpoint.ts'
import { Refusal } from '../../../http/failures.ts'
import type { AccountContext } from '../account-context.ts'
import { endSession, endSessionsOf } from '../sessions.ts'
import { changeEmail, changePassword } from './credentials.ts'
import { deleteAccount } from './delete-account.ts'
import { exportMyData } from './export-data.ts'
import { removePicture } from './picture.ts'
import { changeName, presentMyAccount } from './profile.ts'
import { listSessions } from './session-list.ts'

/** Adds the calls of a reader about the own account, except the upload of a picture (picture-routes.ts). */
export function myAccountRoutes(bind: Bind, context: AccountContext): void {
  const { db, events } = context

  bind(getMyAccount, async ({ actor }) => ({ status: 200, body: await presentMyAccount(db, actor) }))
  bind(changeNameCall, async ({ actor, body }) => ({ status: 200, body: await changeName(context, actor, body.name) }))
  bind(removePictureCall, async ({ actor }) => ({ status: 200, body: await removePicture(context, actor) }))

  bind(changePasswordCall, async ({ actor, body, client }) => {
    await changePassword(context, actor, { ...body, client })
    await events.publish(db, 'access.changed', { userId: actor.userId })
    return { status: 204, body: undefined }
  })
  bind(changeEmailCall, async ({ actor, body }) => ({ status: 200, body: await changeEmail(context, actor, body) }))

  bind(listSessionsCall, async ({ actor }) => ({ status: 200, body: { sessions: await listSessions(db, actor) } }))
  bind(endSessionCall, async ({ actor, params }) => {
    if (!(await endSession(db, actor.userId, params.id))) throw new Refusal('not_found')
    await events.publish(db, 'access.changed', { userId: actor.userId })
    return { status: 204, body: undefined }
  })
  bind(endOtherSessions, async ({ actor }) => {
    await endSessionsOf(db, actor.userId, { except: actor.sessionId })
    await events.publish(db, 'access.changed', { userId: actor.userId })
    return { status: 204, body: undefined }
  })

  bind(exportMyDataCall, async ({ actor }) => ({ status: 200, body: await exportMyData(context, actor) }))
  bind(deleteAccountCall, async ({ actor, body }) => {
    await deleteAccount(context, actor, body)
    return { status: 204, body: undefined }
  })
}
