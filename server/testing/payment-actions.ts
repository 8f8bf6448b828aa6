import fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import type { OrderState } from '#contract/order-states.ts'
import type { StripeCallName } from '#contract/testing/stripe-control.ts'
import { testCardNumbers } from './stripe/test-cards.ts'

/** An action of a person, the bank, the network or the site that affects an order. */
export type PaymentAction =
  /** The page of the order makes `times` payment checks at the same time, as after double clicks or in two tabs. */
  | { does: 'look'; times: number }
  | { does: 'place again' }
  /**
   * The customer pays with a card. If the bank asks for an authentication, `answer` says whether it succeeds; null when
   * the customer does not complete the authentication.
   */
  | { does: 'pay'; card: keyof typeof testCardNumbers; answer: boolean | null }
  /** The usual case: the customer pays, the page checks the payment, and the kitchen accepts the order. */
  | { does: 'pay and accept' }
  | { does: 'move'; to: OrderState }
  | { does: 'cancel' }
  /** The kitchen refunds a share of the remaining amount, in percent. The server refuses a share above 100. */
  | { does: 'refund'; share: number; twice: boolean }
  | { does: 'refund at Stripe'; share: number }
  | { does: 'bank lets go' }
  | { does: 'events'; how: 'deliver' | 'reverse' | 'twice' | 'every other' | 'drop' }
  | {
      does: 'trouble'
      trouble: number | 'cut' | 'lose'
      isDone: boolean
      name: StripeCallName | undefined
      times: number
    }
  | { does: 'mend' }
  | { does: 'wait'; ms: number }
  | { does: 'jobs' }
  /** Several actions at the same time. */
  | { does: 'together'; actions: PaymentAction[] }

/** A card order and the actions that follow its placing. */
export interface PaymentScenario {
  /**
   * Whether the order is placed at the kitchen that opens one day a week. If this day is far, the payment is captured
   * at once, because an authorisation would expire before the kitchen has to answer.
   */
  isFar: boolean
  isDelivery: boolean
  quantity: number
  actions: PaymentAction[]
  /** Whether Stripe’s undelivered events are lost after the last action. */
  losesEvents: boolean
}

const pick = <T extends PaymentAction>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const just = (weight: number, action: PaymentAction) => ({ weight, arbitrary: fc.constant(action) })

const cards = fc.oneof(
  { weight: 6, arbitrary: fc.constant('good' as const) },
  { weight: 6, arbitrary: fc.constantFrom(...(Object.keys(testCardNumbers) as (keyof typeof testCardNumbers)[])) },
)
const kitchenMoves = ['accepted', 'preparing', 'ready', 'collected', 'out_for_delivery', 'delivered'] as const

const alone = fc.oneof(
  pick(8, fc.record({ does: fc.constant('pay'), card: cards, answer: fc.constantFrom(true, true, false, null) })),
  just(6, { does: 'pay and accept' }),
  pick(5, fc.record({ does: fc.constant('look'), times: fc.integer({ min: 1, max: 3 }) })),
  just(1, { does: 'place again' }),
  pick(6, fc.record({ does: fc.constant('move'), to: fc.constantFrom<OrderState>(...kitchenMoves) })),
  pick(3, fc.record({ does: fc.constant('move'), to: fc.constantFrom<OrderState>('rejected', 'cancelled') })),
  just(2, { does: 'cancel' }),
  pick(
    4,
    fc.record({ does: fc.constant('refund'), share: fc.constantFrom(100, 100, 50, 1, 120), twice: fc.boolean() }),
  ),
  pick(2, fc.record({ does: fc.constant('refund at Stripe'), share: fc.constantFrom(100, 50, 10) })),
  just(1, { does: 'bank lets go' }),
  pick(
    6,
    fc.record({
      does: fc.constant('events'),
      how: fc.constantFrom('deliver', 'deliver', 'reverse', 'twice', 'every other', 'drop'),
    }),
  ),
  pick(
    5,
    fc.record({
      does: fc.constant('trouble'),
      trouble: fc.oneof(
        { weight: 60, arbitrary: fc.constantFrom(500, 503, 429) },
        // Each of these failures takes half a second, because the library repeats the call.
        { weight: 1, arbitrary: fc.constantFrom('cut' as const, 'lose' as const) },
      ),
      isDone: fc.boolean(),
      name: fc.constantFrom<(StripeCallName | undefined)[]>(
        undefined,
        'create',
        'read',
        'charges',
        'capture',
        'cancel',
        'refund',
      ),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  ),
  just(2, { does: 'mend' }),
  pick(
    6,
    fc.record({
      does: fc.constant('wait'),
      ms: fc.constantFrom(SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 8 * MINUTE_MS, 16 * MINUTE_MS, HOUR_MS, 8 * DAY_MS),
    }),
  ),
  just(6, { does: 'jobs' }),
)

/** Random scenarios; most of them include a payment. */
export const paymentScenarioArbitrary: fc.Arbitrary<PaymentScenario> = fc.record({
  isFar: fc.constantFrom(false, false, false, true),
  isDelivery: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 5 }),
  actions: fc.array(
    fc.oneof(
      { weight: 12, arbitrary: alone },
      {
        weight: 2,
        arbitrary: fc.record({
          does: fc.constant('together' as const),
          actions: fc.array(alone, { minLength: 2, maxLength: 3 }),
        }),
      },
    ),
    { minLength: 2, maxLength: 12 },
  ),
  losesEvents: fc.boolean(),
})
