import type { StripeControlCalls } from '#contract/testing/stripe-control.ts'
import type { StripeDouble } from './double.ts'

/** Runs a control call of a test. @throws {Error} for an unknown call */
export async function runControlCall(double: StripeDouble, name: string, body: string): Promise<object> {
  const { account, webhooks } = double
  const given = body === '' ? {} : JSON.parse(body)
  const actions: { [Name in keyof StripeControlCalls]: (given: StripeControlCalls[Name]) => unknown } = {
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
  const action = actions[name as keyof StripeControlCalls] as ((given: unknown) => unknown) | undefined
  if (!action) throw new Error(`There is nothing called ${name}.`)
  return { result: (await action(given)) ?? null }
}
