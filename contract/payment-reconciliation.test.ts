import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finalOrderStates, type OrderState, orderStates, orderTransitions } from './order-states.ts'
import {
  findReconciliationStep,
  type ProviderPayment,
  paymentGoalByOrderState,
  type ReconciliationStep,
  toPaymentState,
} from './payment-reconciliation.ts'
import { chooseByRun, soakSeed } from './testing/soak-run.ts'

const TOTAL = 1560

const money = (state: ProviderPayment['state'], more: Partial<ProviderPayment> = {}): ProviderPayment => ({
  state,
  amount: state === 'authorised' || state === 'captured' ? TOTAL : 0,
  refunded: 0,
  declined: false,
  ...more,
})

/** For each step that changes the payment: a function that returns the payment at the provider after the step. */
const done: Partial<Record<ReconciliationStep, (now: ProviderPayment) => ProviderPayment>> = {
  capture: () => money('captured'),
  void: () => money('void'),
  refund: () => money('captured', { refunded: TOTAL }),
}

/** An order and its payment at a random point of their history. */
const moment = fc.record({
  order: fc.constantFrom(...orderStates),
  money: fc.oneof(
    fc.constantFrom(money('unpaid'), money('unpaid', { declined: true }), money('processing'), money('authorised')),
    fc.constantFrom(money('void'), money('captured'), money('captured', { refunded: 60 })),
    fc.constant(money('captured', { refunded: TOTAL })),
  ),
})

/** Takes steps until none is left. @returns the final order state and payment, and every step */
function settled(
  order: OrderState,
  now: ProviderPayment,
): { order: OrderState; money: ProviderPayment; steps: ReconciliationStep[] } {
  const steps: ReconciliationStep[] = []
  let at = { order, money: now }
  for (;;) {
    const step = findReconciliationStep(at.order, at.money)
    if (step === 'nothing' || step === 'lost') return { ...at, steps }
    steps.push(step)
    expect(steps.length).toBeLessThan(4)
    at = step === 'place' ? { ...at, order: 'placed' } : { ...at, money: done[step]?.(at.money) ?? at.money }
  }
}

test('from every state of order and payment, the steps end at the payment goal of the order', () => {
  fc.assert(
    fc.property(moment, ({ order, money: before }) => {
      const { order: after, money: now } = settled(order, before)
      const kept = now.state === 'captured' ? now.amount - now.refunded : 0
      const aim = paymentGoalByOrderState[after]
      if (aim === 'return' && now.state !== 'processing') expect(kept).toBe(0)
      if (aim === 'return') expect(now.state).not.toBe('authorised')
      if (aim === 'take') expect(now.state).not.toBe('authorised')
      if (aim === 'wait') expect(['unpaid', 'processing', 'void']).toContain(now.state)
    }),
    { numRuns: chooseByRun(500, 25_000), seed: soakSeed },
  )
})

test('when an order is rejected, cancelled or expired, an authorisation is voided and a captured payment is refunded', () => {
  for (const order of ['rejected', 'cancelled', 'expired'] as const) {
    expect(settled(order, money('authorised')).steps).toEqual(['void'])
    expect(settled(order, money('captured')).steps).toEqual(['refund'])
    expect(settled(order, money('captured', { refunded: 60 })).steps).toEqual(['refund'])
    expect(settled(order, money('unpaid')).steps).toEqual(['void'])
  }
})

test('captures an authorised payment after the order is accepted, but not before; takes no step after a partial refund', () => {
  expect(settled('placed', money('authorised')).steps).toEqual([])
  expect(settled('accepted', money('authorised')).steps).toEqual(['capture'])
  expect(settled('delivered', money('authorised')).steps).toEqual(['capture'])
  expect(settled('delivered', money('captured', { refunded: 60 })).steps).toEqual([])
})

test('for a voided payment, the step is “nothing” when the goal of the order is to return the payment, and otherwise “lost”', () => {
  for (const order of orderStates)
    expect(findReconciliationStep(order, money('void'))).toBe(
      paymentGoalByOrderState[order] === 'return' ? 'nothing' : 'lost',
    )
})

test('the payment is returned when an order expires, is rejected or is cancelled, and in no other state', () => {
  const lost = orderTransitions.filter(({ name }) => ['expire', 'reject', 'cancel'].includes(name)).map(({ to }) => to)
  expect(new Set(orderStates.filter((state) => paymentGoalByOrderState[state] === 'return'))).toEqual(new Set(lost))
  for (const state of finalOrderStates) expect(['take', 'return']).toContain(paymentGoalByOrderState[state])
})

test.each([
  [money('unpaid'), 'pending'],
  [money('unpaid', { declined: true }), 'failed'],
  [money('processing'), 'pending'],
  [money('authorised'), 'authorised'],
  [money('captured'), 'captured'],
  [money('captured', { refunded: 1 }), 'partially_refunded'],
  [money('captured', { refunded: TOTAL }), 'refunded'],
  [money('void'), 'voided'],
] as const)('maps the provider’s payment %o to the payment state %s', (now, state) => {
  expect(toPaymentState(now)).toBe(state)
})
