import type { SimulatedFailure, StripeCallName } from '#contract/testing/stripe-control.ts'
import type { StripeAccount } from './account.ts'
import type { Call } from './calls.ts'
import type { Webhooks } from './webhooks.ts'

/**
 * Is told of each call before and after it is done, waited for, and may make it fail. `after` comes once the effect is
 * there and before the answer is sent.
 */
export type OnCall = (
  call: Call,
  when: 'before' | 'after',
) => SimulatedFailure | undefined | Promise<SimulatedFailure | undefined>

/** Stripe on this machine. */
export interface StripeDouble {
  /** For STRIPE_API. */
  origin: string
  /** What the site is configured with. */
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Its money, and what happens on Stripe’s side: `refund`, `settleRefund`, `dispute`, `lose`, `confirm`, `authenticate`. */
  account: StripeAccount
  /** Its events: `isHeld` lets them wait for `deliver` or `drop`. */
  webhooks: Webhooks
  /** The calls that were made, oldest first. */
  calls: Call[]
  onCall: OnCall | null
  /** Makes calls fail, from the next one on. @param name only calls of this name @param isDone a status comes when it is done */
  fail: (trouble: SimulatedFailure, options?: { name?: StripeCallName; times?: number; isDone?: boolean }) => void
  /** Ends every trouble, also of calls that hang. */
  mend: () => void
  close: () => Promise<void>
}
