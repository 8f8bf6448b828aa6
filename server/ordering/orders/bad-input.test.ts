import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { createKitchen } from '../../testing/kitchens.ts'
import { createOrderSite, home, lineOf, type OrderSite } from '../../testing/orders.ts'

const lemonades = ({ kitchen }: OrderSite, quantity: unknown) => [{ ...lineOf(kitchen.lemonade), quantity }]

test.each<[string, (site: OrderSite) => Record<string, unknown>]>([
  ...[0, -1, 1.5, 1e9, 100, '2', null, Number.NaN].map(
    (quantity) => [`a quantity of ${quantity}`, (site: OrderSite) => ({ lines: lemonades(site, quantity) })] as never,
  ),
  ...[-1, 1.5, 1e12, '320', null].map((total) => [`a total of ${total}`, () => ({ total })] as never),
  ['no lines', () => ({ lines: [] })],
  ['101 lines', ({ kitchen }) => ({ lines: Array.from({ length: 101 }, () => lineOf(kitchen.lemonade)) })],
  ['an item that has no id', () => ({ lines: [{ ...lineOf({ itemId: 'lemonade' }) }] })],
  [
    'a choice that has no id',
    ({ kitchen }) => ({
      lines: [{ ...lineOf(kitchen.burger), options: [{ optionId: 'x', choiceId: "' or 1=1" }] }],
    }),
  ],
  [
    'six dietary requirements of a line',
    ({ kitchen }) => ({
      lines: [{ ...lineOf(kitchen.lemonade), dietaryRequirements: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    }),
  ],
  [
    'a dietary requirement of 81 characters',
    ({ kitchen }) => ({
      lines: [{ ...lineOf(kitchen.lemonade), dietaryRequirements: ['x'.repeat(81)] }],
    }),
  ],
  ['a key that is none', () => ({ key: '1' })],
  ['a kitchen that has no id', () => ({ vId: '../desk' })],
  ['an unknown service', () => ({ service: 'drone' })],
  ['an unknown payment', () => ({ payment: 'gold' })],
  ['a slot before 1970', () => ({ slotAt: -1 })],
  ['a slot that is no time', () => ({ slotAt: 8.7e15 })],
  ['a slot that is a word', () => ({ slotAt: 'tonight' })],
  ['an address that is a word', () => ({ service: 'delivery', address: 'at home' })],
  ['an address of 201 characters', () => ({ service: 'delivery', address: { ...home, city: 'x'.repeat(201) } })],
])('%s is refused with 400, and nothing is placed', async (_, more) => {
  const site = await createOrderSite()
  expect(await site.order(site.nora, site.draft(more(site)))).toMatchObject({
    status: 400,
    body: { code: 'bad_request' },
  })
  expect(await site.orders()).toEqual([])
})

test.each<[string, string, Record<string, unknown>]>([
  ['a note of 501 characters', 'note_too_long', { note: 'x'.repeat(501) }],
  ['a phone number with letters', 'phone_invalid', { phone: 'call me' }],
  ['a phone number that is markup', 'phone_invalid', { phone: '<b>1234567</b>' }],
  ['a phone number of 4 digits', 'phone_invalid', { phone: '1234' }],
])('%s is refused with 400', async (_, code, more) => {
  const { nora, order, draft, orders } = await createOrderSite()
  expect(await order(nora, draft(more))).toMatchObject({ status: 400, body: { code } })
  expect(await orders()).toEqual([])
})

/** What is wrong about a cart that a browser has put together by other rules, and the problem that names it. */
test.each<[string, string, (site: OrderSite) => Promise<Record<string, unknown>> | Record<string, unknown>]>([
  [
    'an item of another kitchen',
    'item_gone',
    async (site) => ({
      lines: [lineOf((await createKitchen(site)).lemonade)],
      total: 160,
    }),
  ],
  ['an item that nobody knows', 'item_gone', () => ({ lines: [lineOf({ itemId: crypto.randomUUID() })], total: 0 })],
  [
    'an item that customers do not see',
    'item_gone',
    async ({ db, kitchen }) => {
      await db.updateTable('menu_items').set({ available: 0 }).where('id', '=', kitchen.lemonade.itemId).execute()
      return {}
    },
  ],
  [
    'an item that is sold out',
    'item_sold_out',
    async ({ db, kitchen }) => {
      const soldOut = { sold_out_until: Date.now() + HOUR_MS }
      await db.updateTable('menu_items').set(soldOut).where('id', '=', kitchen.lemonade.itemId).execute()
      return {}
    },
  ],
  [
    'more than there are portions, in two lines',
    'portions',
    ({ kitchen }) => ({
      lines: [lineOf(kitchen.fries, 6), { ...lineOf(kitchen.fries, 5), dietaryRequirements: ['vegan'] }],
      total: 6050,
    }),
  ],
  [
    'no choice where one must be made',
    'too_few_choices',
    ({ kitchen }) => ({ lines: [lineOf(kitchen.burger)], total: 950 }),
  ],
  [
    'two choices where one may be made',
    'too_many_choices',
    ({ kitchen }) => {
      const [small, large] = [kitchen.burgerLine('Small'), kitchen.burgerLine('Large')]
      return { lines: [{ ...small, options: [...small.options, ...large.options] }], total: 1000 }
    },
  ],
  [
    'one choice many times over',
    'too_many_choices',
    ({ kitchen }) => {
      const line = kitchen.burgerLine('Small')
      return { lines: [{ ...line, options: Array.from({ length: 6 }, () => line.options[0]) }], total: 50 }
    },
  ],
  [
    'a choice of another item',
    'choice_gone',
    async (site) => {
      const other = await createKitchen(site)
      return { lines: [{ ...lineOf(site.kitchen.lemonade), options: other.burgerLine('Small').options }], total: 10 }
    },
  ],
  ['a slot of yesterday', 'slot_gone', () => ({ slotAt: Date.now() - DAY_MS })],
  ['a slot of next month', 'slot_gone', () => ({ slotAt: Date.now() + 31 * DAY_MS })],
  ['a slot between two', 'slot_gone', () => ({ slotAt: Date.now() + 2 * HOUR_MS + 1 })],
  [
    'a kitchen that pauses',
    'paused',
    async ({ db }) => {
      await db
        .updateTable('vendors')
        .set({ paused_until: Date.now() + HOUR_MS })
        .execute()
      return {}
    },
  ],
  [
    'a kitchen that is closed',
    'closed',
    async ({ db }) => {
      await db
        .updateTable('vendors')
        .set({ hours: JSON.stringify({ weekly: [], special: [] }) })
        .execute()
      return {}
    },
  ],
  [
    'a service that the kitchen does not offer',
    'service_unavailable',
    async ({ db }) => {
      await db.updateTable('vendors').set({ services: '["delivery"]' }).execute()
      return {}
    },
  ],
  ['a delivery to nowhere', 'address_missing', () => ({ service: 'delivery', total: 570 })],
  [
    'a delivery without a street',
    'address_missing',
    () => ({
      service: 'delivery',
      address: { ...home, address: ' \u200b ' },
      total: 570,
    }),
  ],
  [
    'more than an order can come to',
    'too_many',
    async ({ db, kitchen }) => {
      await db.updateTable('menu_items').set({ price: 100_000_000 }).execute()
      return { lines: [lineOf(kitchen.lemonade, 99)], total: 100_000_000 }
    },
  ],
])('%s: the answer is 409 with a quote that says so, and nothing is placed', async (_, code, prepare) => {
  const site = await createOrderSite()
  const more = await prepare(site)
  const answer = await site.order(site.nora, site.draft(more))
  expect(answer).toMatchObject({ status: 409, body: { code: 'quote_changed' } })
  expect(answer.body.quote.problems.map((problem: { code: string }) => problem.code)).toContain(code)
  for (const { message } of answer.body.quote.problems) expect(message).toMatch(/^\S.*\.$/)
  expect(await site.orders()).toEqual([])
  expect(await site.portionsLeft()).toBe(10)
})

test('prices, names, states, ids and customers that are sent along are not read', async () => {
  const { nora, kitchen, order, draft, ada } = await createOrderSite()
  const line = { ...lineOf(kitchen.lemonade, 2), unitPrice: 1, price: 1, item: { name: 'Free', price: 1, options: [] } }
  const grab = {
    state: 'delivered',
    paymentState: 'captured',
    number: 99,
    version: 7,
    userId: ada.id,
    orderId: nora.id,
  }
  const more = { ...grab, customer: { name: 'Ada' }, deliveryFee: 0, subtotal: 2, promisedAt: 0, lines: [line] }
  const answer = await order(nora, draft(more))
  expect(answer).toMatchObject({
    status: 201,
    body: {
      order: {
        state: 'placed',
        paymentState: 'none',
        number: 1,
        version: 1,
        total: 320,
        subtotal: 320,
        customer: { name: 'Nora' },
        lines: [{ name: 'Lemonade', unitPrice: 160 }],
      },
    },
  })
  expect((await order(nora, draft({ lines: [line], total: 2 }))).status).toBe(409)
})

test('a new address at checkout escapes the zone check: not here, the server looks at the one that is sent', async () => {
  const zones = JSON.stringify([{ prefixes: ['AB1'], fee: 300, freeOver: null, minimum: 100 }])
  const { nora, order, draft, orders } = await createOrderSite({ kitchen: { zones } })
  const to = (postcode: string) => ({ service: 'delivery', address: { ...home, postcode }, total: 620 })
  expect(await order(nora, draft(to('ZZ9 9ZZ')))).toMatchObject({
    status: 409,
    body: {
      quote: { problems: [{ code: 'outside_zones', message: 'We don’t deliver to ZZ9 9ZZ.'.replace('’', "'") }] },
    },
  })
  expect(await orders()).toEqual([])
  expect((await order(nora, draft(to('ab1 2cd')))).status).toBe(201)
})

test('the minimum blocks adding to the cart instead of placing, or is off by one penny at the boundary: not on the server', async () => {
  const { nora, db, kitchen, order, draft } = await createOrderSite({ kitchen: { minimum_order: 320 } })
  const delivered = { service: 'delivery', address: home, total: 570 }
  const price = (price: number) =>
    db.updateTable('menu_items').set({ price }).where('id', '=', kitchen.lemonade.itemId).execute()
  const lines = [lineOf(kitchen.lemonade)]
  await price(319)
  expect(await order(nora, draft({ ...delivered, lines, total: 569 }))).toMatchObject({
    status: 409,
    body: { quote: { problems: [{ code: 'below_minimum', message: expect.stringContaining('£0.01 short') }] } },
  })
  await price(320)
  expect((await order(nora, draft({ ...delivered, lines }))).status).toBe(201)
})

test.each(['pending', 'suspended'] as const)('a kitchen that is %s is not there for customers', async (status) => {
  const { nora, order, draft, orders, as } = await createOrderSite({ kitchen: { status } })
  const unknown = await order(nora, draft({ vId: crypto.randomUUID() }))
  expect(await order(nora, draft())).toEqual(unknown)
  expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await orders()).toEqual([])
  expect((await as(nora, 'GET', '/api/orders')).body).toEqual({ orders: [], next: null })
})

test('S6.01 nobody places an order without an account: 401; a guest’s will do', async () => {
  const { call, draft, gus, order } = await createOrderSite()
  expect((await call('POST', '/api/orders', { body: draft() })).statusCode).toBe(401)
  expect((await call('POST', '/api/orders', { body: draft(), token: 'made.up.token' })).statusCode).toBe(401)
  expect((await order(gus, draft())).status).toBe(201)
})
