import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './limits.ts'
import type { DeliveryZone, KitchenTerms } from './menu.ts'
import { AMOUNT_MAX_MINOR_UNITS, QUOTE_LIFETIME_MS } from './ordering-limits.ts'
import {
  calculateQuote,
  describeAmountToFreeDelivery,
  findDeliveryTerms,
  findDeliveryZone,
  type QuoteRequest,
} from './quote.ts'
import {
  buildDailyHours,
  buildItem,
  buildKitchen,
  buildOrderLineRequest,
  buildTerms,
} from './testing/sample-kitchen.ts'
import { chooseByRun, soakSeed } from './testing/soak-run.ts'

const at = (time: string) => Date.parse(time)
/** A Saturday evening in London; the kitchen is open. */
const now = at('2026-11-21T18:00Z')
const burger = buildItem({ itemId: 'burger', price: 1_000 })
const wanted = (changes: Partial<QuoteRequest> = {}): QuoteRequest => ({
  service: 'delivery',
  slotAt: null,
  postcode: 'AB1 2CD',
  lines: [buildOrderLineRequest('burger')],
  ...changes,
})
const quote = (
  terms: Partial<KitchenTerms>,
  changes: Partial<QuoteRequest> = {},
  time = now,
  fullSlots: number[] = [],
) => calculateQuote(buildKitchen([burger], terms, fullSlots), wanted(changes), time)
const problems = (...args: Parameters<typeof quote>) =>
  quote(...args).problems.map(({ code, message }) => `${code}: ${message}`)

test('returns amounts, the ready time and no problems for a valid order', () => {
  expect(quote({}, { lines: [buildOrderLineRequest('burger', 2), buildOrderLineRequest('burger')] })).toEqual({
    service: 'delivery',
    slotAt: null,
    readyAt: now + 20 * MINUTE_MS,
    currency: 'GBP',
    subtotal: 3_000,
    deliveryFee: 250,
    total: 3_250,
    problems: [],
    expiresAt: now + QUOTE_LIFETIME_MS,
  })
})

test('an order with more lines than allowed has a problem that says so', () => {
  const lines = Array.from({ length: 101 }, () => buildOrderLineRequest('burger'))
  expect(problems({}, { lines })).toEqual([
    'too_many: An order has at most 100 lines, yours has 101. Remove some of them.',
  ])
  expect(problems({}, { lines: lines.slice(1) })).toEqual([])
})

describe('minimum order', () => {
  test.each([
    [1_001, ['below_minimum: £0.01 short of the minimum of £10.01 for delivery.']],
    [1_000, []],
    [999, []],
    [1_320, ['below_minimum: £3.20 short of the minimum of £13.20 for delivery.']],
  ])('reports whether an order of £10.00 reaches a minimum order of %i pence', (minimumOrder, found) => {
    expect(problems({ minimumOrder })).toEqual(found)
  })

  test('an order one penny below any minimum has a problem; an order of exactly the minimum has none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1_000_000 }), (minimumOrder) => {
        const codes = (price: number) => {
          const kitchen = buildKitchen([{ ...burger, price }], { minimumOrder })
          return calculateQuote(kitchen, wanted(), now).problems.map(({ code }) => code)
        }
        expect(codes(minimumOrder - 1)).toEqual(['below_minimum'])
        expect(codes(minimumOrder)).toEqual([])
      }),
      { numRuns: chooseByRun(100, 10_000), seed: soakSeed },
    )
  })

  test('the minimum order applies neither to pickup nor to an order without items', () => {
    expect(problems({ minimumOrder: 5_000 }, { service: 'pickup' })).toEqual([])
    expect(problems({ minimumOrder: 5_000 }, { lines: [] })).toEqual(['empty: There is nothing in your order yet.'])
  })
})

describe('delivery zones', () => {
  const zone = (prefixes: string[], changes: Partial<DeliveryZone> = {}): DeliveryZone => ({
    prefixes,
    fee: null,
    freeOver: null,
    minimum: null,
    ...changes,
  })
  const zones = [zone(['AB1', 'AB2'], { fee: 400, minimum: 1_500 }), zone(['ab12 3'], { fee: 100, freeOver: 1_000 })]

  test.each([
    ['AB1 2CD', { deliveryFee: 400, deliveryFreeOrdersOver: null, minimumOrder: 1_500 }],
    ['ab2 9zz', { deliveryFee: 400, deliveryFreeOrdersOver: null, minimumOrder: 1_500 }],
    ['AB12 3XY', { deliveryFee: 100, deliveryFreeOrdersOver: 1_000, minimumOrder: 0 }],
    ['AB3 1AA', null],
    ['XAB1 1AA', null],
  ])(
    'uses the delivery zone that matches the most characters of the postcode %s, ignoring case and blanks',
    (postcode, terms) => {
      expect(findDeliveryTerms(buildTerms({ zones }), postcode)).toEqual(terms)
      expect(findDeliveryZone({ zones }, postcode) === null).toBe(terms === null)
    },
  )

  test.each([
    ['150-0', '1500001'],
    ['1500', '150-0001'],
    ['00-9', '00 950'],
    ['150-0', '１５０－０００１'],
    ['150-0', '150ー0001'],
    ['150-0', '150–0001'],
  ])('the zone %s contains the postcode %s', (prefix, postcode) => {
    expect(findDeliveryZone({ zones: [zone([prefix])] }, postcode)).not.toBeNull()
    expect(problems({ zones: [zone([prefix])] }, { postcode })).toEqual([])
  })

  test('another delivery address changes the fee or the minimum, or makes delivery impossible', () => {
    expect(quote({ zones }, { postcode: 'AB12 3XY' })).toMatchObject({ deliveryFee: 0, total: 1_000, problems: [] })
    expect(quote({ zones }, { postcode: 'AB1 2CD' })).toMatchObject({ deliveryFee: 400, total: 1_400 })
    expect(problems({ zones }, { postcode: 'AB1 2CD' })).toEqual([
      'below_minimum: £5.00 short of the minimum of £15.00 for delivery.',
    ])
    const outside = ["outside_zones: We don't deliver to AB3 1AA."]
    for (const postcode of [' ab3 1aa ', '\uff21\uff22\uff13\u3000\uff11\uff21\uff21'])
      expect(problems({ zones }, { postcode })).toEqual(outside)
  })

  test.each(['', '   ', '?', 'A', '--', 'Somewhere in the town'])('refuses "%s" as a postcode', (postcode) => {
    const missing = 'address_missing: Enter your postcode to see whether we deliver to you.'
    expect(problems({ zones }, { postcode })).toEqual([missing])
    expect(problems({}, { postcode })).toEqual([missing])
  })

  test('uses the kitchen’s general delivery fee while the postcode is unknown, and reports no problem', () => {
    expect(quote({ zones }, { postcode: null })).toMatchObject({ deliveryFee: 250, problems: [] })
  })

  test('a kitchen without delivery zones delivers to any address; pickup needs no address', () => {
    expect(problems({}, { postcode: 'ZZ9 9ZZ' })).toEqual([])
    expect(quote({ zones }, { service: 'pickup', postcode: null })).toMatchObject({ deliveryFee: 0, problems: [] })
  })

  test('returns the exact amount that is missing for free delivery', () => {
    const delivery = { deliveryFee: 250, deliveryFreeOrdersOver: 2_000 }
    expect(describeAmountToFreeDelivery(1_560, delivery, 'GBP')).toBe('£4.40 more for free delivery')
    expect(describeAmountToFreeDelivery(1_999, delivery, 'GBP')).toBe('£0.01 more for free delivery')
    expect(describeAmountToFreeDelivery(2_000, delivery, 'GBP')).toBeNull()
    expect(describeAmountToFreeDelivery(0, { deliveryFee: 250, deliveryFreeOrdersOver: null }, 'GBP')).toBeNull()
    expect(describeAmountToFreeDelivery(0, { deliveryFee: 0, deliveryFreeOrdersOver: 2_000 }, 'GBP')).toBeNull()
  })
})

describe('as soon as possible', () => {
  const london = (time: string) => at(`2026-11-21T${time}Z`)
  test.each<[string, number, Partial<KitchenTerms>, string[]]>([
    ['before the kitchen opens', london('16:00'), {}, ['closed: Opens at 17:00.']],
    ['after the kitchen has closed', london('22:00'), {}, ['closed: Opens tomorrow at 12:00.']],
    [
      'when it cannot be cooked any more',
      london('21:41'),
      {},
      ['too_late: Too late for today: they close at 22:00. Opens tomorrow at 12:00.'],
    ],
    ['when it is ready exactly at closing time', london('21:40'), {}, []],
    [
      'when a rush makes it too late',
      london('21:35'),
      { rushMinutes: 10, rushUntil: london('22:00') },
      ['too_late: Too late for today: they close at 22:00. Opens tomorrow at 12:00.'],
    ],
    ['when the rush is over', london('21:35'), { rushMinutes: 10, rushUntil: london('21:35') }, []],
    ['while the kitchen is paused', now, { pausedUntil: london('18:30') }, ['paused: Paused until 18:30.']],
    ['once the pause is over', now, { pausedUntil: now }, []],
    ['of a kitchen that never opens', now, { hours: buildDailyHours([]) }, ['closed: Closed until further notice.']],
    [
      'of a service that has other hours',
      now,
      { hours: buildDailyHours(['12:00–22:00'], ['pickup']) },
      ['closed: Closed until further notice.'],
    ],
    [
      'of a service that the kitchen does not offer',
      now,
      { services: ['pickup'] },
      ['service_unavailable: Only pickup here.'],
    ],
    [
      'of a kitchen without services',
      now,
      { services: [] },
      ['service_unavailable: No orders are taken here at the moment.'],
    ],
  ])('reports whether an order for “as soon as possible” has a problem: %s', (_, time, terms, found) => {
    expect(problems(terms, {}, time)).toEqual(found)
    expect(quote(terms, {}, time).readyAt === null).toBe(found.length > 0)
  })

  test('a rush of the kitchen delays orders only until the rush ends', () => {
    const rush = { rushMinutes: 15, rushUntil: london('18:10') }
    expect(quote(rush).readyAt).toBe(now + 35 * MINUTE_MS)
    expect(quote(rush, {}, london('18:10')).readyAt).toBe(london('18:30'))
  })

  test('an order for “as soon as possible” skips fully booked slots', () => {
    expect(quote({}, {}, now, [london('18:15')])).toMatchObject({ readyAt: london('18:30'), problems: [] })
    const full = ['18:15', '18:30', '19:00'].map(london)
    expect(quote({}, {}, now, full)).toMatchObject({ readyAt: london('18:45'), problems: [] })
    expect(problems({}, { slotAt: london('18:30') }, now, [london('18:15')])).toEqual([])
  })

  test('when all slots until closing are booked, a problem asks the customer to choose another time', () => {
    const full = ['21:45', '22:00'].map(london)
    expect(problems({}, {}, london('21:30'), full)).toEqual([
      'slot_full: The kitchen is full until it closes at 22:00. Choose another time.',
    ])
    expect(quote({}, {}, london('21:30'), ['21:45'].map(london)).readyAt).toBe(london('22:00'))
  })
})

describe('a chosen time', () => {
  const slotAt = at('2026-11-21T19:15Z')
  test('when the slot of the chosen time is available, the order is ready at that time', () => {
    expect(quote({}, { slotAt })).toMatchObject({ slotAt, readyAt: slotAt, problems: [] })
    const tomorrow = at('2026-11-22T12:30Z')
    expect(quote({}, { slotAt: tomorrow }, at('2026-11-21T23:00Z'))).toMatchObject({ readyAt: tomorrow, problems: [] })
  })

  test.each<[string, number, Partial<KitchenTerms>, string[]]>([
    ['that is full', slotAt, {}, ['slot_full: The kitchen is full at 19:15. Choose another time.']],
    [
      'that is past closing',
      at('2026-11-22T22:15Z'),
      {},
      ['slot_gone: Tomorrow at 22:15 is not possible any more. Choose another time.'],
    ],
    [
      'that is between two slots',
      slotAt + MINUTE_MS,
      {},
      ['slot_gone: 19:16 is not possible any more. Choose another time.'],
    ],
    ['that is in the past', now - HOUR_MS, {}, ['slot_gone: 17:00 is not possible any more. Choose another time.']],
    [
      'that is too far ahead',
      slotAt + 7 * DAY_MS,
      {},
      ['slot_gone: 28 November at 19:15 is not possible any more. Choose another time.'],
    ],
    [
      'in a pause',
      slotAt,
      { pausedUntil: at('2026-11-21T20:00Z') },
      ['paused: Paused until 20:00. Choose a later time.'],
    ],
    ['after a pause', at('2026-11-21T20:30Z'), { pausedUntil: at('2026-11-21T20:00Z') }, []],
  ])('reports whether an order for a chosen time has a problem: %s', (_, slot, terms, found) => {
    expect(problems(terms, { slotAt: slot }, now, [slotAt])).toEqual(found)
  })
})

test('for any order, subtotal, fee and total are whole numbers, and the total is the sum of subtotal and fee', () => {
  const amount = fc.integer({ min: 0, max: AMOUNT_MAX_MINOR_UNITS })
  const terms = fc.record({ deliveryFee: amount, deliveryFreeOrdersOver: fc.option(amount), minimumOrder: amount })
  const quantities = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 100 })
  const services = fc.constantFrom('delivery', 'pickup')
  fc.assert(
    fc.property(terms, amount, quantities, services, (changes, price, counts, service) => {
      const kitchen = buildKitchen([{ ...burger, price }], changes)
      const lines = counts.map((quantity) => buildOrderLineRequest('burger', quantity))
      const { subtotal, deliveryFee, total, problems } = calculateQuote(kitchen, wanted({ service, lines }), now)
      expect([subtotal, deliveryFee, total].every((one) => Number.isInteger(one) && one >= 0)).toBe(true)
      expect(total).toBe(subtotal + deliveryFee)
      expect(total).toBeLessThanOrEqual(AMOUNT_MAX_MINOR_UNITS)
      const exact = price * counts.reduce((sum, count) => sum + count, 0)
      if (exact > AMOUNT_MAX_MINOR_UNITS) expect(problems.map(({ code }) => code)).toContain('too_many')
      else expect(subtotal).toBe(exact)
    }),
    { numRuns: chooseByRun(100, 10_000), seed: soakSeed },
  )
})
