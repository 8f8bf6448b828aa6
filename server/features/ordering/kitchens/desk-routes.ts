import {
  createDeskKitchen as createDeskKitchenCall,
  deleteKitchen as deleteKitchenCall,
  listDeskKitchens as listDeskKitchensCall,
  setKitchenStatus as setKitchenStatusCall,
} from '#contract/desk-kitchens.ts'
import { setCommission as setCommissionCall } from '#contract/desk-payments.ts'
import { by } from '../../../db/audit-log.ts'
import type { Bind } from '../../../http/bind-endpoint.ts'
import { createDeskKitchen, type DeskKitchenContext, deleteKitchen, setKitchenStatus } from './desk-kitchens.ts'
import { listDeskKitchens } from './desk-list.ts'
import { setCommission } from './set-commission.ts'

/** Binds the calls for kitchens and orders at the desk (S6.04). Changes are written to the audit log. */
export function deskKitchenRoutes(bind: Bind, context: DeskKitchenContext): void {
  const { db } = context
  bind(listDeskKitchensCall, async () => ({ status: 200, body: await listDeskKitchens(db) }))
  bind(createDeskKitchenCall, async ({ body, actor }) => ({
    status: 201,
    body: await createDeskKitchen(context, by(actor), body),
  }))
  bind(setKitchenStatusCall, async ({ params: { vId: kitchenId }, body, actor }) => ({
    status: 200,
    body: await setKitchenStatus(context, by(actor), { kitchenId, ...body }),
  }))
  bind(setCommissionCall, async ({ params: { vId: kitchenId }, body, actor }) => ({
    status: 200,
    body: await setCommission(db, by(actor), { kitchenId, ...body }),
  }))
  bind(deleteKitchenCall, async ({ params: { vId: kitchenId }, actor }) => {
    await deleteKitchen(context, by(actor), kitchenId)
    return { status: 204, body: undefined }
  })
}
