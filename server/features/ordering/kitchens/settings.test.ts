import { beforeEach, expect, test, vi } from 'vitest'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import { AMOUNT_MAX_MINOR_UNITS } from '#contract/ordering-limits.ts'
import { allDayOpeningHours, createKitchen } from '../../../testing/kitchens.ts'
import { createOrderSite } from '../../../testing/orders.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

const good = {
  name: 'Corner kitchen',
  slug: 'corner-kitchen',
  blurb: 'Soup.',
  phone: '+44 20 7946 0000',
  place: '1 Test Street',
  timezone: 'Europe/London',
  currency: 'GBP',
  services: ['delivery', 'pickup'],
  ordersPerSlot: 4,
  prepMinutes: 25,
  acceptWithinMinutes: 8,
  deliveryFee: 299,
  deliveryFreeOrdersOver: 0,
  minimumOrder: 1200,
}

/** Creates a kitchen, and a function for `PUT` calls by its owner. */
async function kitchenSite() {
  const site = await createOrderSite()
  const put = (path: string, body: unknown, { kitchenId: vId, owner } = site.kitchen) =>
    site.as(owner, 'PUT', `/api/kitchen/${vId}${path}`, body)
  const get = async (): Promise<ManagedKitchen> =>
    (await site.as(site.olive, 'GET', `/api/kitchen/${site.kitchen.kitchenId}`)).body
  return { ...site, vId: site.kitchen.kitchenId, put, get }
}

test('saving settings stores them as sent and raises the version of the kitchen', async () => {
  const { put, get, db, vId, call } = await kitchenSite()
  const version = async () =>
    (await db.selectFrom('vendors').select('version').where('id', '=', vId).executeTakeFirstOrThrow()).version
  const before = await version()
  const { status, body } = await put('', good)
  expect([status, body.terms]).toMatchObject([200, good])
  expect(await get()).toEqual(body)
  expect(await version()).toBe(before + 1)
  expect((await call('GET', '/api/kitchens/corner-kitchen')).json().terms).toMatchObject(good)
})

test('a setting that is not sent keeps its value, so that two owners can save different pages', async () => {
  const { put, get } = await kitchenSite()
  await put('', { ...good, confirmFirst: true })
  const fees = { deliveryFee: 0, deliveryFreeOrdersOver: null, minimumOrder: 500 }
  expect((await put('', fees)).status).toBe(200)
  expect((await put('', { phone: '', ordersPerSlot: null })).status).toBe(200)
  const { terms, confirmFirst } = await get()
  expect(terms).toMatchObject({ ...good, ...fees, phone: '', ordersPerSlot: null })
  expect(confirmFirst).toBe(true)
})

test('refuses invalid settings, each with its own error code', async () => {
  const { put, get, ...site } = await kitchenSite()
  await createKitchen(site, { slug: 'taken' })
  const before = await get()
  const refused: [code: string, change: object][] = [
    ['name_missing', { name: ' \u202e\t' }],
    ['name_too_long', { name: 'x'.repeat(81) }],
    ...['', 'ab', 'Big', '-ab', 'ab-', 'a--b', 'a_b', 'ab ', 'ä-b', 'a/b', '../../..', 'x'.repeat(41)].map(
      (slug): [string, object] => ['slug_invalid', { slug }],
    ),
    ['slug_taken', { slug: 'taken' }],
    ...['Mars/Olympus', '+01:00', '', 'Europe/London\0'].map((timezone): [string, object] => [
      'time_zone_unknown',
      { timezone },
    ]),
    // Codes that are not in ISO 4217, and codes that ISO 4217 has withdrawn but that Intl of Node still knows.
    ...['gbp', 'XYZ', 'G', '', 'XDR', 'CLF', 'HRK', 'SLL', 'ANG'].map((currency): [string, object] => [
      'currency_unknown',
      { currency },
    ]),
    ...[0, 241, -1].map((prepMinutes): [string, object] => ['minutes_invalid', { prepMinutes }]),
    ...[0, 121].map((acceptWithinMinutes): [string, object] => ['minutes_invalid', { acceptWithinMinutes }]),
    ...[0, -1, 1001].map((ordersPerSlot): [string, object] => ['amount_invalid', { ordersPerSlot }]),
    ...['deliveryFee', 'deliveryFreeOrdersOver', 'minimumOrder'].flatMap((name): [string, object][] => [
      ['amount_invalid', { [name]: -1 }],
      ['amount_invalid', { [name]: AMOUNT_MAX_MINOR_UNITS + 1 }],
      ['bad_request', { [name]: 1.5 }],
      ['bad_request', { [name]: '250' }],
    ]),
    ['phone_invalid', { phone: 'call me' }],
    ['text_too_long', { blurb: 'x'.repeat(501) }],
    ['text_too_long', { place: 'x'.repeat(201) }],
    ['bad_request', { services: ['catering'] }],
    ['bad_request', { name: 'x'.repeat(1001) }],
  ]
  for (const [code, change] of refused) {
    const { body } = await put('', { ...good, ...change })
    expect([change, body.code]).toEqual([change, code])
  }
  expect((await put('', { ...good, blurb: 'x'.repeat(1_000_000) })).body.code).toBe('payload_too_large')
  expect(await get()).toEqual(before)
})

test('text is stored without line breaks and without characters that change its direction, and HTML in it stays plain text', async () => {
  const { put } = await kitchenSite()
  const { body } = await put('', {
    ...good,
    name: '  <script>alert(1)</script>\u0000\n\u202egnp ',
    blurb: 'a\u200b\r\nb',
  })
  expect(body.terms).toMatchObject({ name: '<script>alert(1)</script> gnp', blurb: 'a b' })
})

test('the slug and the currency of a kitchen cannot change after its first order', async () => {
  const { put, place, nora } = await kitchenSite()
  await put('', good)
  expect((await put('', { ...good, slug: 'another', currency: 'EUR' })).body.terms).toMatchObject({ slug: 'another' })
  await put('/hours', allDayOpeningHours)
  await place(nora, { total: 320 })
  for (const change of [
    { slug: 'third', currency: 'EUR' },
    { slug: 'another', currency: 'GBP' },
  ])
    expect((await put('', { ...good, ...change })).body.code).toBe('in_use')
  expect((await put('', { ...good, slug: 'another', currency: 'EUR', minimumOrder: 0 })).status).toBe(200)
})

test('a kitchen whose currency was withdrawn keeps that currency, and other kitchens cannot choose a withdrawn currency', async () => {
  const { put, db, kitchen } = await kitchenSite()
  await db.updateTable('vendors').set({ currency: 'ANG' }).where('id', '=', kitchen.kitchenId).execute()
  expect((await put('', { ...good, currency: 'ANG' })).body.terms).toMatchObject({ currency: 'ANG' })
  expect((await put('', { ...good, currency: 'XCG' })).body.terms).toMatchObject({ currency: 'XCG' })
  expect((await put('', { ...good, currency: 'ANG' })).body.code).toBe('currency_unknown')
})

test('a kitchen can choose any currency of ISO 4217, also a rare or new one', async () => {
  const { put } = await kitchenSite()
  for (const currency of ['RSD', 'HUF', 'IQD', 'XCG', 'ZWG', 'JPY'])
    expect((await put('', { ...good, currency })).body.terms).toMatchObject({ currency })
})

test('when many kitchens request the same slug at the same time, one kitchen gets the slug', async () => {
  const { put, ...site } = await kitchenSite()
  const kitchens = await Promise.all(Array.from({ length: 4 }, () => createKitchen(site)))
  const answers = await Promise.all(kitchens.map((kitchen) => put('', good, kitchen)))
  expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([
    200,
    ...Array(3).fill('slug_taken'),
  ])
})

const weekly = (...times: [weekday: number, from: number, to: number, service?: string][]) => ({
  weekly: times.map(([weekday, from, to, service = 'pickup']) => ({ weekday, from: from * 60, to: to * 60, service })),
  special: [],
})
const special = (...times: [from: number, to: number][]) => ({
  weekly: [],
  special: [
    { date: '2026-12-24', intervals: times.map(([from, to]) => ({ service: 'pickup', from: from * 60, to: to * 60 })) },
  ],
})

const hoursCases: [what: string, hours: object, code: string | null][] = [
  ['two openings a day', weekly([1, 12, 15], [1, 17, 22]), null],
  ['openings that touch', weekly([1, 12, 15], [1, 15, 22]), null],
  ['the same times for each service', weekly([1, 12, 15, 'delivery'], [1, 12, 15]), null],
  ['every hour of the week', weekly([1, 0, 0], [2, 0, 0], [3, 0, 0], [4, 0, 0], [5, 0, 0], [6, 0, 0], [7, 0, 0]), null],
  ['one within another', weekly([1, 12, 22], [1, 14, 15]), 'hours_overlap'],
  ['the same one twice', weekly([1, 12, 22], [1, 12, 22]), 'hours_overlap'],
  ['over midnight into the next day', weekly([1, 18, 2], [2, 1, 5]), 'hours_overlap'],
  ['over midnight, up to the next opening', weekly([1, 18, 2], [2, 2, 5]), null],
  ['from Sunday into Monday', weekly([7, 18, 2], [1, 1, 5]), 'hours_overlap'],
  ['a special day without hours', special(), null],
  ['a special day with two openings', special([12, 15], [18, 2]), null],
  ['a special day whose openings overlap', special([12, 15], [14, 16]), 'hours_overlap'],
  [
    'a special day that is there twice',
    { weekly: [], special: [...special().special, ...special([12, 15]).special] },
    'day_twice',
  ],
  ['a weekday that there is not', weekly([8, 12, 15]), 'bad_request'],
  ['a minute that there is not', weekly([1, 12, 24]), 'bad_request'],
  ['a day that there is not', { weekly: [], special: [{ date: '2026-02-30', intervals: [] }] }, 'bad_request'],
]

test('opening hours are stored in order; overlapping hours of one service and duplicate special days are refused', async () => {
  const { put } = await kitchenSite()
  for (const [what, hours, code] of hoursCases) {
    const { body } = await put('/hours', hours)
    expect([what, body.code ?? body.terms.hours]).toEqual([what, code ?? hours])
  }
  const { body } = await put('/hours', weekly([2, 17, 22], [1, 17, 22], [1, 12, 15]))
  expect(body.terms.hours).toEqual(weekly([1, 12, 15], [1, 17, 22], [2, 17, 22]))
})

test('saving special days keeps the weekly hours, and saving weekly hours keeps the special days', async () => {
  const { put, get } = await kitchenSite()
  const [{ weekly: hours }, special] = [weekly([1, 12, 15]), [{ date: '2026-12-25', intervals: [] }]]
  for (const part of [{ weekly: hours }, { special }, {}]) expect((await put('/hours', part)).status).toBe(200)
  expect((await get()).terms.hours).toEqual({ weekly: hours, special })
  await put('/hours', { weekly: [] })
  expect((await get()).terms.hours).toEqual({ weekly: [], special })
})

test('postcode prefixes are stored in capital letters of normal width; spaces are removed, hyphens are kept, and duplicates are refused', async () => {
  const { put, get } = await kitchenSite()
  const zone = { fee: null, freeOver: null, minimum: null }
  const other = { prefixes: ['00-9'], fee: 0, freeOver: 0, minimum: 1500 }
  const { body } = await put('/zones', { zones: [{ ...zone, prefixes: [' ab 1', 'Ab2', '１５０ー0'] }, other] })
  expect(body.terms.zones).toEqual([{ ...zone, prefixes: ['AB1', 'AB2', '150-0'] }, other])
  for (const [code, zones] of [
    ['postcode_twice', [{ ...zone, prefixes: ['AB1', 'a b1'] }]],
    ['postcode_twice', [{ ...zone, prefixes: ['00-9', '009'] }]],
    [
      'postcode_twice',
      [
        { ...zone, prefixes: ['AB1'] },
        { ...zone, prefixes: ['ab1'] },
      ],
    ],
    ['postcode_invalid', [{ ...zone, prefixes: ['AB*'] }]],
    ['postcode_invalid', [{ ...zone, prefixes: ['<b>'] }]],
    // In capital letters, ß becomes SS, so this prefix has twelve letters. At most ten are allowed.
    ['postcode_invalid', [{ ...zone, prefixes: ['ßßßßßß'] }]],
    ['bad_request', [{ ...zone, prefixes: [] }]],
    ['bad_request', [{ ...zone, prefixes: ['AB1'], fee: -1 }]],
    ['bad_request', Array.from({ length: 51 }, (_, at) => ({ ...zone, prefixes: [`A${at}`] }))],
  ])
    expect([zones, (await put('/zones', { zones })).body.code]).toEqual([zones, code])
  expect((await get()).terms.zones).toHaveLength(2)
})
