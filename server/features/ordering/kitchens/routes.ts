import type { FastifyInstance } from 'fastify'
import {
  createKitchen,
  getOwnKitchen,
  inviteKitchenMember as inviteMemberCall,
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
import { changeKitchen, type KitchenContext, requireMember } from './change-kitchen.ts'
import { createPendingKitchen } from './create-kitchen.ts'
import { findDishPicture } from './dish-pictures.ts'
import { listOwnKitchens, readManagedKitchen } from './managed-kitchen.ts'
import { inviteMember, joinKitchen, listInvitations, removeMember, withdrawInvitation } from './members.ts'
import { menuRoutes } from './menu-routes.ts'
import { parseDeliveryZones, parseFlagEnd, parseOpeningHours, parseRush } from './opening.ts'
import { listKitchenTerms, readKitchen } from './read-kitchen.ts'
import { parseKitchenSettings, updateSettings } from './settings.ts'

/** Binds the calls for kitchens, by customers and by members. */
export function kitchenRoutes(bind: Bind, context: KitchenContext): void {
  const { db, events } = context

  bind(listKitchens, async () => ({ status: 200, body: await listKitchenTerms(db) }))
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
  bind(createKitchen, async ({ body, actor }) => ({
    status: 201,
    body: await createPendingKitchen(context, actor, body),
  }))
  bind(getOwnKitchen, async ({ params: { vId: kitchenId }, actor }) => {
    const role = await requireMember(db, actor, kitchenId, 'members')
    return { status: 200, body: await readManagedKitchen(db, kitchenId, role) }
  })
  bind(saveKitchenSettings, async ({ params: { vId: kitchenId }, body, actor }) => {
    const change = () =>
      changeKitchen(context, { actor, kitchenId, allow: 'owners' }, (tx, before) =>
        updateSettings(tx, before, parseKitchenSettings(body, before.currency)),
      )
    return { status: 200, body: await retryTransaction(change, (error) => error instanceof Refusal) }
  })
  bind(saveHours, async ({ params: { vId: kitchenId }, body, actor }) => {
    const kitchen = await changeKitchen(context, { actor, kitchenId, allow: 'owners' }, (tx) =>
      tx
        .updateTable('vendors')
        .set({ hours: JSON.stringify(parseOpeningHours(body)) })
        .where('id', '=', kitchenId)
        .execute(),
    )
    return { status: 200, body: kitchen }
  })
  bind(saveZones, async ({ params: { vId: kitchenId }, body, actor }) => {
    const kitchen = await changeKitchen(context, { actor, kitchenId, allow: 'owners' }, (tx) =>
      tx
        .updateTable('vendors')
        .set({ zones: JSON.stringify(parseDeliveryZones(body.zones)) })
        .where('id', '=', kitchenId)
        .execute(),
    )
    return { status: 200, body: kitchen }
  })

  bind(pauseKitchen, async ({ params: { vId: kitchenId }, body, actor }) => {
    const { terms } = await changeKitchen(context, { actor, kitchenId, allow: 'members' }, (tx) =>
      tx
        .updateTable('vendors')
        .set({ paused_until: parseFlagEnd(body.until, Date.now()) })
        .where('id', '=', kitchenId)
        .execute(),
    )
    return { status: 200, body: terms }
  })
  bind(setKitchenRush, async ({ params: { vId: kitchenId }, body, actor }) => {
    const { terms } = await changeKitchen(context, { actor, kitchenId, allow: 'members' }, (tx) =>
      tx.updateTable('vendors').set(parseRush(body, Date.now())).where('id', '=', kitchenId).execute(),
    )
    return { status: 200, body: terms }
  })

  bind(inviteMemberCall, async ({ params: { vId: kitchenId }, body, actor }) => {
    const kitchen = await changeKitchen(context, { actor, kitchenId, allow: 'owners' }, (tx, { name }) =>
      inviteMember(tx, { kitchenId, name, site: context.origin }, checkedEmail(body.email), body.role),
    )
    return { status: 200, body: kitchen }
  })
  bind(withdrawInvitationCall, async ({ params: { vId: kitchenId, invitationId }, actor }) => ({
    status: 200,
    body: await changeKitchen(context, { actor, kitchenId, allow: 'owners' }, (tx) =>
      withdrawInvitation(tx, kitchenId, invitationId),
    ),
  }))
  bind(joinKitchenCall, async ({ params: { vId: kitchenId }, actor }) => {
    await db.transaction().execute((tx) => joinKitchen(tx, kitchenId, actor.userId))
    const kitchen = (await listOwnKitchens(db, actor)).kitchens.find((own) => own.vId === kitchenId)
    if (!kitchen) throw new Refusal('not_found')
    return { status: 200, body: kitchen }
  })
  bind(removeMemberCall, async ({ params: { vId: kitchenId, userId }, actor }) => {
    const kitchen = await changeKitchen(context, { actor, kitchenId, allow: 'owners' }, async (tx) => {
      await removeMember(tx, kitchenId, userId)
      await events.publish(tx, 'access.changed', { userId })
    })
    return { status: 200, body: kitchen }
  })

  menuRoutes(bind, context)
}

export const dishPictureRoutes = (scope: FastifyInstance, db: Database): void =>
  servePictures(scope, '/dish-pictures', (id) => findDishPicture(db, id))
