import type { FastifyInstance } from 'fastify'
import {
  inviteKitchenMember as addMemberCall,
  createKitchen,
  getOwnKitchen,
  acceptKitchenInvitation as joinKitchenCall,
  listOwnKitchens as listOwnKitchensCall,
  pauseKitchen,
  removeKitchenMember as removeMemberCall,
  saveHours,
  saveKitchenSettings,
  saveZones,
  setKitchenRush,
  withdrawKitchenInvitation as withdrawInvitationCall,
} from '#contract/kitchen.ts'
import { getKitchen, listKitchens } from '#contract/ordering.ts'
import type { Database } from '../../../db/database.ts'
import { retryTransaction } from '../../../db/retry-transaction.ts'
import { mayCall } from '../../../http/actor.ts'
import type { Bind } from '../../../http/bind-endpoint.ts'
import { checkedEmail } from '../../../http/checked-email.ts'
import { Refusal } from '../../../http/failures.ts'
import { servePictures } from '../../../http/pictures.ts'
import { beginKitchen } from './begin-kitchen.ts'
import { changeKitchen, type KitchenContext, requireMember } from './change-kitchen.ts'
import { findDishPicture } from './dish-pictures.ts'
import { listOwnKitchens, readManagedKitchen } from './managed-kitchen.ts'
import { inviteMember, joinKitchen, listInvitations, removeMember, withdrawInvitation } from './members.ts'
import { menuRoutes } from './menu-routes.ts'
import { checkedEnd, checkedHours, checkedRush, checkedZones } from './opening.ts'
import { listTerms, readKitchen } from './read-kitchen.ts'
import { checkedSettings, writeSettings } from './settings.ts'

/** Kitchens as customers see them, those that are open to customers, and as those who work in them do. */
export function kitchenRoutes(bind: Bind, context: KitchenContext): void {
  const { db, events } = context

  bind(listKitchens, async () => ({ status: 200, body: await listTerms(db) }))
  bind(getKitchen, async ({ params: { slug } }) => {
    const kitchen = await readKitchen(db, { slug }, Date.now())
    if (kitchen?.status !== 'active') throw new Refusal('not_found')
    return { status: 200, body: kitchen }
  })

  bind(listOwnKitchensCall, async ({ actor }) => {
    const mayCreate = mayCall('partner', actor.roles)
    const invitations = await listInvitations(db, actor.userId)
    return { status: 200, body: { ...(await listOwnKitchens(db, actor)), invitations, mayCreate } }
  })
  bind(createKitchen, async ({ body, actor }) => ({ status: 201, body: await beginKitchen(context, actor, body) }))
  bind(getOwnKitchen, async ({ params: { vId }, actor }) => {
    const role = await requireMember(db, actor, vId, 'members')
    return { status: 200, body: await readManagedKitchen(db, vId, role) }
  })
  bind(saveKitchenSettings, async ({ params: { vId }, body, actor }) => {
    const change = () =>
      changeKitchen(context, { actor, vId, may: 'owners' }, (tx, vendor) =>
        writeSettings(tx, vendor, checkedSettings(body, vendor.currency)),
      )
    return { status: 200, body: await retryTransaction(change, (error) => error instanceof Refusal) }
  })
  bind(saveHours, async ({ params: { vId }, body, actor }) => {
    const kitchen = await changeKitchen(context, { actor, vId, may: 'owners' }, (tx) =>
      tx
        .updateTable('vendors')
        .set({ hours: JSON.stringify(checkedHours(body)) })
        .where('id', '=', vId)
        .execute(),
    )
    return { status: 200, body: kitchen }
  })
  bind(saveZones, async ({ params: { vId }, body, actor }) => {
    const kitchen = await changeKitchen(context, { actor, vId, may: 'owners' }, (tx) =>
      tx
        .updateTable('vendors')
        .set({ zones: JSON.stringify(checkedZones(body.zones)) })
        .where('id', '=', vId)
        .execute(),
    )
    return { status: 200, body: kitchen }
  })

  bind(pauseKitchen, async ({ params: { vId }, body, actor }) => {
    const { terms } = await changeKitchen(context, { actor, vId, may: 'members' }, (tx) =>
      tx
        .updateTable('vendors')
        .set({ paused_until: checkedEnd(body.until, Date.now()) })
        .where('id', '=', vId)
        .execute(),
    )
    return { status: 200, body: terms }
  })
  bind(setKitchenRush, async ({ params: { vId }, body, actor }) => {
    const { terms } = await changeKitchen(context, { actor, vId, may: 'members' }, (tx) =>
      tx.updateTable('vendors').set(checkedRush(body, Date.now())).where('id', '=', vId).execute(),
    )
    return { status: 200, body: terms }
  })

  bind(addMemberCall, async ({ params: { vId }, body, actor }) => {
    const kitchen = await changeKitchen(context, { actor, vId, may: 'owners' }, (tx, { name }) =>
      inviteMember(tx, { vId, name, site: context.origin }, checkedEmail(body.email), body.role),
    )
    return { status: 200, body: kitchen }
  })
  bind(withdrawInvitationCall, async ({ params: { vId, invitationId }, actor }) => ({
    status: 200,
    body: await changeKitchen(context, { actor, vId, may: 'owners' }, (tx) =>
      withdrawInvitation(tx, vId, invitationId),
    ),
  }))
  bind(joinKitchenCall, async ({ params: { vId }, actor }) => {
    await db.transaction().execute((tx) => joinKitchen(tx, vId, actor.userId))
    const kitchen = (await listOwnKitchens(db, actor)).kitchens.find((own) => own.vId === vId)
    if (!kitchen) throw new Refusal('not_found')
    return { status: 200, body: kitchen }
  })
  bind(removeMemberCall, async ({ params: { vId, userId }, actor }) => {
    const kitchen = await changeKitchen(context, { actor, vId, may: 'owners' }, async (tx) => {
      await removeMember(tx, vId, userId)
      await events.publish(tx, 'access.changed', { userId })
    })
    return { status: 200, body: kitchen }
  })

  menuRoutes(bind, context)
}

/** Serves the pictures of dishes. */
export const dishPictureRoutes = (scope: FastifyInstance, db: Database): void =>
  servePictures(scope, '/dish-pictures', (id) => findDishPicture(db, id))
