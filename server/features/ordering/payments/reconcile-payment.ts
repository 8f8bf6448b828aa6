import { applyPaymentSnapshot, type NextProviderCall } from './apply-payment-snapshot.ts'
import { claimPaymentCheck, postponePaymentCheck } from './payment-check.ts'
import {
  type PaymentContext,
  type PaymentProvider,
  type PaymentSnapshot,
  ProviderRefusedError,
} from './payment-provider.ts'
import { recordRefusedRefund } from './record-refunds.ts'

/** A limit against endless loops. An order is placed, captured and refunded in three steps. */
const STEPS_MAX = 10

/**
 * Brings the payment of an order to the goal for its state (contract/payment-reconciliation.ts). The function reads the
 * payment at the provider, records its state and takes the next step, until no step is left. It may be called at any
 * time. After an interruption, the next call continues.
 * @returns the last state of the payment, or null when the provider has none
 * @throws {ProviderUnavailableError} when the provider does not reply; a later check is scheduled
 * @throws {ProviderRefusedError} when the provider refuses an expected step twice
 */
export async function reconcilePayment(context: PaymentContext, orderId: string): Promise<PaymentSnapshot | null> {
  const { db, payments } = context
  if (!payments) return null
  try {
    return await takeSteps(context, payments, orderId)
  } catch (error) {
    await postponePaymentCheck(db, orderId)
    throw error
  }
}

async function takeSteps(
  context: PaymentContext,
  payments: PaymentProvider,
  orderId: string,
): Promise<PaymentSnapshot | null> {
  let wasRefused = false
  for (let step = 0; step < STEPS_MAX; step++) {
    const check = await claimPaymentCheck(context.db, orderId)
    if (!check) return null
    const now = check.providerId === null ? null : await payments.read(check.providerId, check.currencyDigits)
    const nextStep = await context.db
      .transaction()
      .execute((tx) => applyPaymentSnapshot(tx, context, { orderId, now, check }))
    if (nextStep === null) return now
    try {
      await runStep(context, payments, orderId, nextStep)
    } catch (error) {
      // After the first refusal, the loop reads the payment again, because the payment has changed since the last read.
      if (!(error instanceof ProviderRefusedError) || wasRefused) throw error
      wasRefused = true
    }
  }
  throw new Error(`The payment of order ${orderId} comes to no end.`)
}

/**
 * Makes the calls of a step. A refused refund is recorded as failed.
 * @throws {ProviderUnavailableError}
 * @throws {ProviderRefusedError}
 */
async function runStep(
  context: PaymentContext,
  payments: PaymentProvider,
  orderId: string,
  nextStep: NextProviderCall,
): Promise<void> {
  switch (nextStep.step) {
    case 'check':
      return
    case 'capture':
      return payments.capture(nextStep.paymentId)
    case 'void':
      return payments.void(nextStep.paymentId)
    case 'refund':
      for (const refund of nextStep.refunds) {
        try {
          await payments.refund(nextStep.paymentId, refund)
        } catch (error) {
          if (!(error instanceof ProviderRefusedError)) throw error
          await recordRefusedRefund(context, orderId, refund.refundId)
        }
      }
  }
}
