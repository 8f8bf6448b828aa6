import * as deskCalls from '#contract/desk-kitchens.ts'
import { setKitchenCommission as setCommissionCall } from '#contract/desk-payments.ts'
import * as calls from '#contract/kitchen.ts'
import * as menuCalls from '#contract/kitchen-menu.ts'
import { getKitchen, listKitchens } from '#contract/ordering.ts'
import { mayCall } from '../../../http/actor.ts'
import type { BindEndpoint } from '../../../http/bind-endpoint.ts'
import { Refusal } from '../../../http/failures.ts'
import { parseEmail } from '../../../http/parse-email.ts'
import { addCategory, removeCategory, renameCategory, reorderMenu } from './categories.ts'
import { createKitchenChangeBinder, type KitchenContext, requireKitchenRoleOrAdmin } from './change-kitchen.ts'
import { createKitchenForApproval } from './create-kitchen.ts'
import * as desk from './desk-kitchens.ts'
import { listDeskKitchens } from './desk-list.ts'
import { removeItemPicture, storeItemPicture } from './dish-pictures.ts'
import { addItem, changeItem, removeItem, setSoldOutUntil } from './items.ts'
import { listManageableKitchens, readManagedKitchen } from './managed-kitchen.ts'
import {
  acceptInvitation,
  inviteOrUpdateMember,
  listInvitationsToReader,
  removeMember,
  withdrawInvitation,
} from './members.ts'
import { parseDeliveryZones, parseOpeningHours, parseRushToColumns, parseTemporaryStateEnd } from './opening.ts'
import type { PublicKitchenReader } from './public-kitchens.ts'
import { updateKitchenColumns, updateKitchenSettings } from './settings.ts'

export function kitchenRoutes(bind: BindEndpoint, context: KitchenContext, kitchens: PublicKitchenReader): void {
  const { db, events, origin } = context

  bind(listKitchens, kitchens.list)
  bind(getKitchen, async ({ params: { slug } }) => {
    const kitchen = await kitchens.read(slug)
    if (!kitchen) throw new Refusal('not_found')
    return kitchen
  })

  bind(calls.listManageableKitchens, async ({ actor }) => {
    const mayCreate = mayCall('partner', actor.roles)
    const invitations = await listInvitationsToReader(db, actor.userId)
    return { ...(await listManageableKitchens(db, actor)), invitations, mayCreate }
  })
  bind(calls.createKitchen, ({ body, actor }) => createKitchenForApproval(context, actor, body))
  bind(calls.getManagedKitchen, async ({ params: { vId: kitchenId }, actor }) => {
    const role = await requireKitchenRoleOrAdmin(db, actor, kitchenId, 'members')
    return readManagedKitchen(db, kitchenId, role)
  })
  bind(calls.acceptKitchenInvitation, async ({ params: { vId: kitchenId }, actor }) => {
    await db.transaction().execute((tx) => acceptInvitation(tx, kitchenId, actor.userId))
    const kitchen = (await listManageableKitchens(db, actor)).kitchens.find((own) => own.vId === kitchenId)
    if (!kitchen) throw new Refusal('not_found')
    return kitchen
  })

  const bindChange = createKitchenChangeBinder(bind, context)
  bindChange(calls.saveKitchenSettings, 'owners', (tx, _, body, before) => updateKitchenSettings(tx, before, body))
  bindChange(calls.saveHours, 'owners', (tx, { kitchenId }, changes, before) => {
    const hours = parseOpeningHours({ ...JSON.parse(before.hours), ...changes })
    return updateKitchenColumns(tx, kitchenId, { hours: JSON.stringify(hours) })
  })
  bindChange(calls.saveZones, 'owners', (tx, { kitchenId }, { zones }) =>
    updateKitchenColumns(tx, kitchenId, { zones: JSON.stringify(parseDeliveryZones(zones)) }),
  )
  bindChange(
    calls.setKitchenPause,
    'members',
    (tx, { kitchenId }, { until }) =>
      updateKitchenColumns(tx, kitchenId, { paused_until: parseTemporaryStateEnd(until, Date.now()) }),
    ({ terms }) => terms,
  )
  bindChange(
    calls.setKitchenRush,
    'members',
    (tx, { kitchenId }, rush) => updateKitchenColumns(tx, kitchenId, parseRushToColumns(rush, Date.now())),
    ({ terms }) => terms,
  )
  bindChange(calls.inviteKitchenMember, 'owners', (tx, { kitchenId }, { email, role }, { name }) =>
    inviteOrUpdateMember(tx, { kitchenId, name, site: origin }, parseEmail(email), role),
  )
  bindChange(calls.withdrawKitchenInvitation, 'owners', withdrawInvitation)
  bindChange(calls.removeKitchenMember, 'owners', async (tx, key) => {
    await removeMember(tx, key)
    await events.publish(tx, 'access.changed', { userId: key.userId })
  })

  bindChange(menuCalls.addCategory, 'owners', addCategory)
  bindChange(menuCalls.renameCategory, 'owners', renameCategory)
  bindChange(menuCalls.removeCategory, 'owners', removeCategory)
  bindChange(menuCalls.reorderMenu, 'owners', reorderMenu)
  bindChange(menuCalls.addItem, 'owners', addItem, (kitchen, itemId) => ({ ...kitchen, itemId }))
  bindChange(menuCalls.changeItem, 'owners', changeItem)
  bindChange(menuCalls.removeItem, 'owners', removeItem)
  bindChange(menuCalls.removeItemPicture, 'owners', removeItemPicture)
  bindChange(menuCalls.setSoldOut, 'members', setSoldOutUntil)
}

/** Binds the calls for kitchens at the desk (S6.04). Changes are written to the audit log. */
export function deskKitchenRoutes(bind: BindEndpoint, context: desk.DeskKitchenContext): void {
  const { db } = context
  bind(deskCalls.listDeskKitchens, () => listDeskKitchens(db))
  bind(deskCalls.createKitchenForOwner, ({ body, actor }) => desk.createKitchenForOwner(context, actor, body))
  bind(deskCalls.setKitchenApprovalStatus, ({ params: { vId: kitchenId }, body, actor }) =>
    desk.setKitchenApprovalStatus(context, actor, { kitchenId, ...body }),
  )
  bind(setCommissionCall, ({ params: { vId: kitchenId }, body, actor }) =>
    desk.setKitchenCommission(db, actor, { kitchenId, ...body }),
  )
  bind(deskCalls.deleteKitchen, ({ params, actor }) => desk.deleteKitchen(context, actor, params.vId))
}

/** Binds the upload of the picture of a dish. @param bind binds endpoints on a scope that reads every body as bytes */
export function dishPictureUploadRoutes(bind: BindEndpoint, context: KitchenContext): void {
  bind(menuCalls.storeItemPicture, ({ params: { vId: kitchenId, id }, body, actor }) =>
    storeItemPicture(context, actor, { kitchenId, id }, body),
  )
}
