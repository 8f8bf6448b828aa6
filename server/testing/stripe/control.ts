import type { StripeDouble, Trouble } from '../stripe-double.ts'
import type { CallName } from './calls.ts'

/** What a browser test asks and says at `POST /double/…`; JSON there and back. */
export interface ControlCalls {
  /** The payments, charges, refunds and events that there are, and the calls that were made. */
  state: Record<string, never>
  /** Lets events wait, or sends what waits and lets none wait any more. */
  hold: { isHeld: boolean }
  /** Sends what waits: each so often, the last first when told. */
  deliver: { times?: number; isReversed?: boolean }
  drop: Record<string, never>
  fail: { trouble: Trouble; name?: CallName; times?: number }
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

/** Does what a test has asked for. @throws {Error} for anything else */
export async function control(double: StripeDouble, name: string, body: string): Promise<object> {
  const { account, webhooks } = double
  const given = body === '' ? {} : JSON.parse(body)
  const doings: { [Name in keyof ControlCalls]: (given: ControlCalls[Name]) => unknown } = {
    state: () => ({
      payments: [...account.intents.values()],
      charges: [...account.charges.values()],
      refunds: [...account.refunds.values()],
      events: webhooks.happened,
      waiting: webhooks.waiting.length,
      calls: double.calls,
    }),
    hold: async ({ isHeld }) => {
      webhooks.isHeld = isHeld
      if (!isHeld) await webhooks.deliver()
    },
    deliver: ({ times, isReversed }) =>
      webhooks.deliver({ ...(times && { times }), ...(isReversed && { order: (events) => events.toReversed() }) }),
    drop: () => webhooks.drop(),
    fail: ({ trouble, ...options }) => double.fail(trouble, options),
    mend: () => double.mend(),
    refund: ({ payment, amount }) => account.refund({ intent: payment, ...(amount && { amount }), more: {} }),
    settleRefund: ({ refund, status }) => account.settleRefund(refund, status),
    dispute: ({ payment }) => account.dispute(payment),
    lose: ({ payment }) => account.lose(payment),
    authenticate: ({ payment, isThem }) => account.authenticate(payment, isThem),
  }
  const doing = doings[name as keyof ControlCalls] as ((given: unknown) => unknown) | undefined
  if (!doing) throw new Error(`There is nothing called ${name}.`)
  return { result: (await doing(given)) ?? null }
}
