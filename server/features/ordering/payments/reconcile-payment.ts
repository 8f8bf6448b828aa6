import { claimPaymentCheck, postponePaymentCheck } from './payment-check.ts'
import type { PaymentContext } from './payment-context.ts'
import { type PaymentProvider, type PaymentSnapshot, ProviderRefused } from './payment-provider.ts'
import { type NextStep, recordPayment } from './record-payment.ts'
import { recordRefusedRefund } from './record-refunds.ts'

/** None takes more: with three an order is placed, captured and given back. */
const STEPS_MAX = 10

/**
 * Brings the payment of an order to where the order wants it (contract/payment-steps.ts): reads it at the provider, keeps
 * what it has found, takes the one next step, and so on until there is nothing to do. Anybody may call it at any time, and
 * it may end anywhere: the next call goes on from what it finds.
 * @returns the payment as the provider had it last; null where there is none yet
 * @throws {ProviderUnavailable} and it is tried again by itself
 * @throws {ProviderRefused} when the provider refuses what should be possible
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
  let refused = false
  for (let step = 0; step < STEPS_MAX; step++) {
    const check = await claimPaymentCheck(context.db, orderId)
    if (!check) return null
    const now = check.providerId === null ? null : await payments.read(check.providerId, check.currencyDigits)
    const todo = await context.db.transaction().execute((tx) => recordPayment(tx, context, { orderId, now, check }))
    if (todo === null) return now
    try {
      await carryOut(context, payments, orderId, todo)
    } catch (error) {
      // It is another now than it was when it was read: the next check finds out.
      if (!(error instanceof ProviderRefused) || refused) throw error
      refused = true
    }
  }
  throw new Error(`The payment of order ${orderId} comes to no end.`)
}

/** @throws {ProviderUnavailable} @throws {ProviderRefused} but not of a refund, which has failed then */
async function carryOut(
  context: PaymentContext,
  payments: PaymentProvider,
  orderId: string,
  todo: NextStep,
): Promise<void> {
  switch (todo.step) {
    case 'check':
      return
    case 'capture':
      return payments.capture(todo.paymentId)
    case 'void':
      return payments.void(todo.paymentId)
    case 'refund':
      for (const refund of todo.refunds) {
        try {
          await payments.refund(todo.paymentId, refund)
        } catch (error) {
          if (!(error instanceof ProviderRefused)) throw error
          await recordRefusedRefund(context, orderId, refund.refundId)
        }
      }
  }
}
