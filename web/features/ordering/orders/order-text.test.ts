import { expect, test } from 'vitest'
import type { OrderState, PaymentState } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { describeEvent, describeNextStep, describePromiseOrState, hasReceipts } from './order-text.ts'

const promisedAt = Date.parse('2026-11-23T19:40:00Z')
const vendor = { vId: 'k', slug: 'k', name: 'K', phone: '', place: '', timezone: 'Europe/London' }
const now = Date.parse('2026-11-23T19:00:00Z')

function promise(state: OrderState, service: 'delivery' | 'pickup') {
  return describePromiseOrState({ state, service, promisedAt, payBy: null, vendor }, now)
}

test.each<OrderState>(['accepted', 'preparing', 'ready', 'out_for_delivery'])(
  'describes when a delivery in state %s will be at the door',
  (state) => {
    expect(promise(state, 'delivery')).toBe('At your door by 19:40')
  },
)

test.each<[OrderState, string]>([
  ['accepted', 'Ready to pick up at 19:40'],
  ['preparing', 'Ready to pick up at 19:40'],
  ['ready', 'Ready to pick up'],
])('describes a pickup in state %s as “%s”', (state, text) => {
  expect(promise(state, 'pickup')).toBe(text)
})

const cardOrder = (state: OrderState, paymentState: PaymentState, reason = '') =>
  ({
    state,
    paymentState,
    payment: 'card',
    card: '',
    vendor,
    events: [{ actor: 'system', to: state, reason }],
  }) as unknown as Order

test.each([
  ['', 'It was not paid. Nothing was charged.'],
  ['Pay in cash.', 'It was not paid: Pay in cash. Nothing was charged.'],
])('describes an expired order with the reason “%s” as “%s”', (reason, text) => {
  expect(describeNextStep(cardOrder('expired', 'pending', reason), now)).toBe(text)
})

test.each<[OrderState, PaymentState, boolean]>([
  ['accepted', 'captured', true],
  ['ready', 'voided', false],
  ['collected', 'voided', true],
  ['cancelled', 'voided', false],
])('a card order in state %s with the payment state %s has receipts: %s', (state, paymentState, expected) => {
  expect(hasReceipts(cardOrder(state, paymentState))).toBe(expected)
})

test.each([
  ['delivery', '2026-11-23T19:40:00Z', 'Accepted, at your door by 19:40.'],
  ['delivery', '2026-11-24T12:30:00Z', 'Accepted, at your door on Tuesday 24 November by 12:30.'],
  ['pickup', '2026-11-24T12:30:00Z', 'Accepted, ready on Tuesday 24 November at 12:30.'],
] as const)(
  'the acceptance of a %s promised for %s shows the promised date only when the acceptance is on another day',
  (service, at, text) => {
    const event = { at: now, actor: 'vendor', from: 'placed', to: 'accepted', reason: '', acknowledged: [] } as const
    const order = { service, vendor } as Order
    expect(describeEvent({ ...event, acknowledged: [], promisedAt: Date.parse(at) }, order)).toBe(text)
  },
)
