/** The names of Stripe's API calls in tests. */
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
 * How a call fails. A number: with this status, without any effect. `hang`: it is never answered and has no effect.
 * `cut`: the connection ends before any effect. `lose`: it takes effect, but the connection ends before the answer.
 */
export type SimulatedFailure = number | 'hang' | 'cut' | 'lose'

/** The calls by which a browser test controls the Stripe double, at `POST /double/…`, with JSON bodies and replies. */
export interface StripeControlCalls {
  /** Returns all payments, charges, refunds, events and received calls. */
  state: Record<string, never>
  /** Holds events back, or sends the held events and stops holding events back. */
  hold: { isHeld: boolean }
  /** Sends the held events, each `times` times, in reverse order when asked. */
  deliver: { times?: number; isReversed?: boolean }
  drop: Record<string, never>
  fail: { trouble: SimulatedFailure; name?: StripeCallName; times?: number; isDone?: boolean }
  mend: Record<string, never>
  /** Refunds a payment as at Stripe’s dashboard. */
  refund: { payment: string; amount?: number }
  settleRefund: { refund: string; status: 'succeeded' | 'failed' }
  dispute: { payment: string }
  /** The bank releases the authorised amount. */
  lose: { payment: string }
  /** The customer confirms the payment at their bank without a browser. */
  authenticate: { payment: string; isThem: boolean }
}
