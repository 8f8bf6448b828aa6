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
 * How a call fails. A number: the call is answered with this status and, by default, has no effect. `hang`: the call is
 * never answered and has no effect. `cut`: the connection ends before the call has an effect. `lose`: the call takes
 * effect, but the connection ends before the answer.
 */
export type SimulatedFailure = number | 'hang' | 'cut' | 'lose'

/** The calls by which a browser test controls the Stripe double, at `POST /double/…`, with JSON bodies and replies. */
export interface StripeControlCalls {
  /** Returns all payments, charges, refunds, events and received calls. */
  state: Record<string, never>
  /** Sets whether webhook events are held back. `false` also sends the held events. */
  hold: { isHeld: boolean }
  /** Sends the held events, each `times` times, in reverse order with `isReversed`. */
  deliver: { times?: number; isReversed?: boolean }
  /** Discards the held events. */
  drop: Record<string, never>
  /**
   * Makes the next `times` calls fail: all calls, or only those of this `name`. With `isDone`, a call takes effect
   * before it fails.
   */
  fail: { trouble: SimulatedFailure; name?: StripeCallName; times?: number; isDone?: boolean }
  /** Ends all simulated failures, including hanging calls. */
  mend: Record<string, never>
  /** Refunds a payment without the site, as in Stripe’s dashboard. */
  refund: { payment: string; amount?: number }
  settleRefund: { refund: string; status: 'succeeded' | 'failed' }
  dispute: { payment: string }
  /** Simulates that the bank releases the authorised amount. */
  lose: { payment: string }
  /**
   * Answers the request of the bank for confirmation, without a browser. `isThem`: whether the customer confirms the
   * payment.
   */
  authenticate: { payment: string; isThem: boolean }
}
