import { expect, test } from 'vitest'
import type { KitchenTerms } from '#contract/menu.ts'
import {
  describeDeliveryToPostcode,
  findFeesProblems,
  findZonesProblems,
  listZonePrefixes,
  parsePrefixes,
  toDeliveryZones,
  toFees,
  toFeesValues,
  toZonesValues,
  type ZoneValues,
} from './delivery-values.ts'

const terms = {
  currency: 'GBP',
  deliveryFee: 250,
  deliveryFreeOrdersOver: 2500,
  minimumOrder: 1000,
  zones: [
    { prefixes: ['AB1'], fee: null, freeOver: null, minimum: null },
    { prefixes: ['AB2'], fee: 350, freeOver: 3000, minimum: 1500 },
    { prefixes: ['AB3'], fee: 0, freeOver: null, minimum: 0 },
  ],
} as unknown as KitchenTerms

test.each<[postcode: string, subtotal: number | null, words: string]>([
  ['', null, 'Anywhere you deliver: £2.50 delivery, free from £25.00, minimum £10.00.'],
  ['ab1 1aa', null, 'AB1 1AA: £2.50 delivery, free from £25.00, minimum £10.00.'],
  ['AB2 4CD', null, 'AB2 4CD: £3.50 delivery, free from £30.00, minimum £15.00.'],
  ['AB3', null, 'AB3: free delivery, no minimum.'],
  ['ZZ9', null, "You don't deliver to ZZ9."],
  ['\uff5a\uff5a\uff19', null, "You don't deliver to ZZ9."],
  [
    'AB2 4CD',
    1400,
    'AB2 4CD: £3.50 delivery, free from £30.00, minimum £15.00. Food for £14.00 is £1.00 short of the minimum.',
  ],
  [
    'AB2 4CD',
    1500,
    'AB2 4CD: £3.50 delivery, free from £30.00, minimum £15.00. Food for £15.00 and £3.50 delivery make £18.50.',
  ],
  [
    'AB2 4CD',
    3000,
    'AB2 4CD: £3.50 delivery, free from £30.00, minimum £15.00. Food for £30.00 and free delivery make £30.00.',
  ],
])('describes the delivery for the postcode %j and the subtotal %s: %s', (postcode, subtotal, words) => {
  expect(describeDeliveryToPostcode(terms, postcode, subtotal)).toBe(words)
})

test('sends delivery fees and zones unchanged when nothing was edited', () => {
  const { deliveryFee, deliveryFreeOrdersOver, minimumOrder, zones } = terms
  const fees = { deliveryFee, deliveryFreeOrdersOver, minimumOrder }
  expect(toFees(toFeesValues(fees, 'GBP'), 'GBP')).toEqual(fees)
  expect(toDeliveryZones(toZonesValues(zones, 'GBP'), 'GBP')).toEqual(zones)
  expect(toFees({ fee: '2,50', freeOver: '', minimum: '' }, 'GBP')).toEqual({
    deliveryFee: 250,
    deliveryFreeOrdersOver: null,
    minimumOrder: 0,
  })
})

test('parses postcode prefixes separated by commas', () => {
  expect(parsePrefixes(' ab1, AB2 4 ,,ab1')).toEqual(['AB1', 'AB2 4'])
  expect(parsePrefixes('')).toEqual([])
  expect(parsePrefixes('１５０，１５１－０, 152ー0, 153–0')).toEqual(['150', '151-0', '152-0', '153-0'])
})

test('lists two spellings of one prefix once', () => {
  const zone: ZoneValues = { prefixes: ['150-0'], adding: '1500, AB1', fee: '', freeOver: '', minimum: '' }
  expect(listZonePrefixes(zone)).toEqual(['150-0', 'AB1'])
})

test('a zone has at most 50 postcode prefixes', () => {
  const list = (count: number) => Array.from({ length: count }, (_, at) => `${10_000 + at}`).join(',')
  const zones = [50, 51].map((count) => ({ prefixes: [], adding: list(count), fee: '', freeOver: '', minimum: '' }))
  const [, second] = zones
  expect(findZonesProblems({ zones: zones.slice(0, 1) }, 'GBP')['0-prefixes']).toBe('')
  expect(findZonesProblems({ zones: second ? [second] : [] }, 'GBP')['0-prefixes']).toBe(
    'There are at most 50 in a zone, not 51. Put some into another zone.',
  )
})

test('reports each problem of delivery fees and zones at its field', () => {
  const zone: ZoneValues = { prefixes: [], adding: '', fee: '', freeOver: '', minimum: '' }
  const problems = findZonesProblems(
    {
      zones: [
        { ...zone, prefixes: ['AB1'] },
        { ...zone, adding: 'ab 1', fee: '-1' },
        { ...zone, adding: 'a?' },
        { ...zone, minimum: 'much' },
        { ...zone, adding: 'ab-1' },
      ],
    },
    'GBP',
  )
  expect(Object.entries(problems).filter(([, problem]) => problem)).toEqual([
    ['1-prefixes', 'AB 1 is in another zone already. Remove it from one of them.'],
    ['1-fee', 'Write an amount such as 9.50.'],
    ['2-prefixes', '“A?” is no beginning of a postcode: use letters and digits only, such as AB1.'],
    ['3-prefixes', 'Enter the beginnings of postcodes, such as AB1, AB2.'],
    ['3-minimum', 'Write an amount such as 9.50.'],
    ['4-prefixes', 'AB-1 is in another zone already. Remove it from one of them.'],
  ])
  expect(findFeesProblems({ fee: 'x', freeOver: '', minimum: '-2' }, 'GBP')).toEqual({
    fee: 'Write an amount such as 9.50.',
    freeOver: '',
    minimum: 'Write an amount such as 9.50.',
  })
})
