import type { SimulatedFailure, StripeCallName } from '#contract/testing/stripe-control.ts'
import type { StripeAccount } from './account.ts'
import type { Call } from './calls.ts'
import type { Webhooks } from './webhooks.ts'

/**
 * Runs before and after each call, which waits for it, and may make the call fail. `after` means after the effect and before
 * the reply.
 */
export type OnCall = (
  call: Call,
  when: 'before' | 'after',
) => SimulatedFailure | undefined | Promise<SimulatedFailure | undefined>

/** A local double of Stripe. */
export interface StripeDouble {
  /** The value for STRIPE_API. */
  origin: string
  /** The keys for the configuration of the site. */
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** The account, with methods for changes on Stripe’s side: `refund`, `settleRefund`, `dispute`, `lose`, `confirm`, `authenticate`. */
  account: StripeAccount
  /** The events. While `isHeld` is true, they wait for `deliver` or `drop`. */
  webhooks: Webhooks
  /** The received calls, oldest first. */
  calls: Call[]
  onCall: OnCall | null
  /** Makes the next calls fail. @param options `name` limits it to one call; with `isDone` the call takes effect before it fails */
  fail: (trouble: SimulatedFailure, options?: { name?: StripeCallName; times?: number; isDone?: boolean }) => void
  /** Ends all simulated failures, including hanging calls. */
  mend: () => void
  close: () => Promise<void>
}
