/** What tests name the calls of Stripe's API. */
export type StripeCallName =
  | 'create'
  | 'read'
  | 'confirm'
  | 'capture'
  | 'cancel'
  | 'charges'
  | 'refund'
  | 'refunds'
  | 'authenticate'

/**
 * How a call fails: with a status, before it has any effect; `hang`: it is never answered, and does nothing; `cut`: the
 * connection ends before it does anything; `lose`: it is done, and the connection ends before the answer.
 */
export type SimulatedFailure = number | 'hang' | 'cut' | 'lose'

/** What a browser test asks and says at `POST /double/…`; JSON there and back. */
export interface StripeControlCalls {
  /** The payments, charges, refunds and events that there are, and the calls that were made. */
  state: Record<string, never>
  /** Lets events wait, or sends what waits and lets none wait any more. */
  hold: { isHeld: boolean }
  /** Sends what waits: each so often, the last first when told. */
  deliver: { times?: number; isReversed?: boolean }
  drop: Record<string, never>
  fail: { trouble: SimulatedFailure; name?: StripeCallName; times?: number; isDone?: boolean }
  mend: Record<string, never>
  /** Gives money back at Stripe’s dashboard. */
  refund: { payment: string; amount?: number }
  settleRefund: { refund: string; status: 'succeeded' | 'failed' }
  dispute: { payment: string }
  /** The bank lets go of what it held. */
  lose: { payment: string }
  /** Whoever pays answers their bank without a browser. */
  authenticate: { payment: string; isThem: boolean }
}
