import type { FastifyInstance } from 'fastify'
import { DAY_MS } from '#contract/limits.ts'
import { PAYMENT_WEBHOOK_PATH } from '#contract/payments.ts'
import type { Database } from '../../../db/database.ts'
import { insertNewRows } from '../../../db/insert-new-rows.ts'
import { schedulePaymentCheck } from './payment-check.ts'
import type { PaymentContext, PaymentEvent } from './payment-provider.ts'

/** Larger than any event: an event has about ten thousand characters. */
const BODY_BYTES_MAX = 512 * 1024

/**
 * Receives events of the provider. An event only starts a payment check. So events may come late, twice, in any order
 * or never.
 * @param scope a separate scope, because the signature needs the raw body
 */
export function webhookRoutes(scope: FastifyInstance, { db, payments }: PaymentContext): void {
  if (!payments) return
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
    done(null, body),
  )
  scope.post(PAYMENT_WEBHOOK_PATH, { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    const signature = request.headers['stripe-signature']
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await recordProviderEvent(db, payments.verifyEvent(body, typeof signature === 'string' ? signature : ''))
    return reply.code(200).header('cache-control', 'no-store').send({ received: true })
  })
}

/** The provider repeats an event for a few days at most. */
const EVENT_RETENTION_MS = 30 * DAY_MS

/**
 * Schedules a check of the payment, once for each event. Events of unknown payments, such as those of another shop with
 * the same account, are ignored.
 */
async function recordProviderEvent(db: Database, { id, type, paymentId }: PaymentEvent): Promise<void> {
  if (paymentId === null) return
  await db.transaction().execute(async (tx) => {
    const payment = await tx
      .selectFrom('payments')
      .select('order_id')
      .where('provider_id', '=', paymentId)
      .executeTakeFirst()
    if (!payment) return
    const row = { id, type, order_id: payment.order_id, at: Date.now() }
    if ((await insertNewRows(tx, 'payment_events', row)) > 0) await schedulePaymentCheck(tx, payment.order_id)
  })
}

export const deleteOldWebhookEvents = (db: Database) =>
  db
    .deleteFrom('payment_events')
    .where('at', '<', Date.now() - EVENT_RETENTION_MS)
    .execute()
