import {
  dismissPaymentAlert as dismissPaymentAlertCall,
  listDeskPayments as listDeskPaymentsCall,
} from '#contract/desk-payments.ts'
import { by } from '../../../db/audit-log.ts'
import type { Bind } from '../../../http/bind-endpoint.ts'
import { dismissAlert, listDeskPayments } from './desk-payments.ts'
import type { PaymentContext } from './payment-context.ts'

/** Binds the calls for card payments at the desk (S6.04). */
export function deskPaymentRoutes(bind: Bind, { db, payments }: PaymentContext): void {
  bind(listDeskPaymentsCall, async ({ query }) => ({
    status: 200,
    body: { on: payments !== null, ...(await listDeskPayments(db, query)) },
  }))
  bind(dismissPaymentAlertCall, async ({ params: { id }, actor }) => {
    await dismissAlert(db, by(actor), id)
    return { status: 204, body: undefined }
  })
}
