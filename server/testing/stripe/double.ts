import type { SimulatedFailure, StripeCallName } from '#contract/testing/stripe-control.ts'
import type { StripeAccount } from './account.ts'
import type { StripeCall } from './calls.ts'
import type { Webhooks } from './webhooks.ts'

/**
 * Runs before and after each call. The call waits until the function resolves, and fails with the failure that the
 * function returns. `after` means after the effect of the call and before its reply.
 */
export type StripeCallHook = (
  call: StripeCall,
  when: 'before' | 'after',
) => SimulatedFailure | undefined | Promise<SimulatedFailure | undefined>

/** A local double of Stripe. */
export interface StripeDouble {
  /** The value for STRIPE_API. */
  origin: string
  /** The value for STRIPE_SECRET_KEY. The next two fields are for STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET. */
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** The account. Its methods make changes on Stripe’s side, such as `refund`, `dispute` and `confirm`. */
  account: StripeAccount
  /** The events. While `isHeld` is true, they wait for `deliver` or `drop`. */
  webhooks: Webhooks
  /** The received calls, oldest first. */
  calls: StripeCall[]
  onCall: StripeCallHook | null
  /**
   * Makes the next calls fail.
   * @param options `name`: only calls of this name fail; `times`: the number of calls that fail; `isDone`: a call takes
   *   effect before it fails
   */
  fail: (trouble: SimulatedFailure, options?: { name?: StripeCallName; times?: number; isDone?: boolean }) => void
  /** Ends all simulated failures, including hanging calls. */
  mend: () => void
  close: () => Promise<void>
}
