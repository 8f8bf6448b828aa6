import type { FastifyInstance } from 'fastify'
import { WEBHOOK_PATH } from '#contract/payments.ts'
import { Refusal } from '../../../http/failures.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordProviderEvent } from './payment-events.ts'
import { type PaymentEvent, type PaymentProvider, SignatureInvalid } from './payment-provider.ts'

/** More than any event, which have about ten thousand characters. */
const BODY_BYTES_MAX = 512 * 1024

/**
 * Receives events of the provider. An event only starts a payment check, so it may come late, twice, in any order or never.
 * @param scope a separate scope, because the signature needs the raw body
 */
export function webhookRoutes(scope: FastifyInstance, context: PaymentContext): void {
  const { payments } = context
  if (!payments) return
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
    done(null, body),
  )
  scope.post(WEBHOOK_PATH, { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    const signature = request.headers['stripe-signature']
    const event = signedEvent(payments, request.body, typeof signature === 'string' ? signature : '')
    await recordProviderEvent(context.db, event)
    return reply.code(200).header('cache-control', 'no-store').send({ received: true })
  })
}

/** @throws {Refusal} signature_invalid */
function signedEvent(payments: PaymentProvider, body: unknown, signature: string): PaymentEvent {
  try {
    return payments.verifyEvent(Buffer.isBuffer(body) ? body : Buffer.alloc(0), signature)
  } catch (error) {
    if (error instanceof SignatureInvalid) throw new Refusal('signature_invalid')
    throw error
  }
}
