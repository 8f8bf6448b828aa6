import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { createKitchen } from '../../../testing/kitchens.ts'
import { buildLine, createOrderSite, homeAddress, type OrderSite } from '../../../testing/orders.ts'

const lemonades = ({ kitchen }: OrderSite, quantity: unknown) => [{ ...buildLine(kitchen.lemonade), quantity }]

/** Invalid bodies that no page of the site sends. The default error code is `bad_request`. */
const malformed: [string, (site: OrderSite) => Record<string, unknown>, code?: string][] = [
  ...[0, -1, 1.5, 1e9, 100, '2', null, Number.NaN].map(
    (quantity) => [`a quantity of ${quantity}`, (site: OrderSite) => ({ lines: lemonades(site, quantity) })] as never,
  ),
  ...[-1, 1.5, 1e12, '320', null].map((total) => [`a total of ${total}`, () => ({ total })] as never),
  ['no lines', () => ({ lines: [] })],
  ['101 lines', ({ kitchen }) => ({ lines: Array.from({ length: 101 }, () => buildLine(kitchen.lemonade)) })],
  ['an item that has no id', () => ({ lines: [{ ...buildLine({ itemId: 'lemonade' }) }] })],
  [
    'a choice that has no id',
    ({ kitchen }) => ({
      lines: [{ ...buildLine(kitchen.burger), options: [{ optionId: 'x', choiceId: "' or 1=1" }] }],
    }),
  ],
  [
    'six dietary requirements of a line',
    ({ kitchen }) => ({
      lines: [{ ...buildLine(kitchen.lemonade), dietaryRequirements: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    }),
  ],
  [
    'a dietary requirement of 81 characters',
    ({ kitchen }) => ({
      lines: [{ ...buildLine(kitchen.lemonade), dietaryRequirements: ['x'.repeat(81)] }],
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
  ['an address of 201 characters', () => ({ service: 'delivery', address: { ...homeAddress, city: 'x'.repeat(201) } })],
  ['a note of 501 characters', () => ({ note: 'x'.repeat(501) }), 'note_too_long'],
  ['a phone number with letters', () => ({ phone: 'call me' }), 'phone_invalid'],
  ['a phone number that is markup', () => ({ phone: '<b>1234567</b>' }), 'phone_invalid'],
  ['a phone number of 60 digits', () => ({ phone: '1'.repeat(60) }), 'phone_length'],
]

test('answers an invalid request body with 400, and places no order', async () => {
  const site = await createOrderSite()
  for (const [i, [name, more, code = 'bad_request']] of malformed.entries()) {
    const body = site.draft(more(site))
    const answer = await site.call('POST', '/api/orders', { token: site.nora.token, body, from: `192.0.2.${i}` })
    expect([answer.statusCode, answer.json().code], name).toEqual([400, code])
  }
  expect(await site.orders()).toEqual([])
})

/** Carts that break the rules of the kitchen, and the problem in the quote for each. */
const outdated: [string, string, (site: OrderSite) => Promise<Record<string, unknown>> | Record<string, unknown>][] = [
  [
    'an item of another kitchen',
    'item_gone',
    async (site) => ({
      lines: [buildLine((await createKitchen(site)).lemonade)],
      total: 160,
    }),
  ],
  ['an unknown item', 'item_gone', () => ({ lines: [buildLine({ itemId: crypto.randomUUID() })], total: 0 })],
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
      lines: [buildLine(kitchen.fries, 6), { ...buildLine(kitchen.fries, 5), dietaryRequirements: ['vegan'] }],
      total: 6050,
    }),
  ],
  [
    'no choice where one must be made',
    'too_few_choices',
    ({ kitchen }) => ({ lines: [buildLine(kitchen.burger)], total: 950 }),
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
    'a choice of another item',
    'choice_gone',
    async (site) => {
      const other = await createKitchen(site)
      const { options } = other.burgerLine('Small')
      return { lines: [{ ...buildLine(site.kitchen.lemonade), options }], total: 10 }
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
      address: { ...homeAddress, address: ' \u200b ' },
      total: 570,
    }),
  ],
  [
    'more than an order can come to',
    'too_many',
    async ({ db, kitchen }) => {
      await db.updateTable('menu_items').set({ price: 100_000_000_000 }).execute()
      return { lines: [buildLine(kitchen.lemonade, 99)], total: 100_000_000_000 }
    },
  ],
]

test('places no order when a cart breaks the rules of the kitchen, and answers 409 with a quote that names the problem', async () => {
  const site = await createOrderSite()
  for (const [name, code, prepare] of outdated) {
    const kitchen = await createKitchen(site)
    const more = await prepare({ ...site, kitchen })
    const answer = await site.order(site.nora, site.draft(more, kitchen))
    expect(answer, name).toMatchObject({ status: 409, body: { code: 'quote_changed' } })
    const { problems } = answer.body.quote as { problems: { code: string; message: string }[] }
    expect(
      problems.map((problem) => problem.code),
      name,
    ).toContain(code)
    for (const { message } of problems) expect(message).toMatch(/^\S.*\.$/)
    expect(await site.portionsLeft(kitchen.fries), name).toBe(10)
  }
  expect(await site.orders()).toEqual([])
})

test('rejects a repeated choice with 400, because a negative price adjustment must count only once', async () => {
  const site = await createOrderSite()
  const { nora, olive, kitchen, order, draft, orders, as } = site
  const [categoryId] = (await as(olive, 'GET', `/api/kitchen/${kitchen.kitchenId}`)).body.categories.map(
    ({ id }: { id: string }) => id,
  )
  const choices = [
    { name: 'Bun', priceAdjustment: -300 },
    { name: 'Cheese', priceAdjustment: -100 },
    { name: 'Pickles', priceAdjustment: -100 },
  ]
  const without = { name: 'Without', min: 0, max: 3, choices }
  const added = await as(olive, 'POST', `/api/kitchen/${kitchen.kitchenId}/items`, {
    categoryId,
    name: 'Sandwich',
    price: 600,
    options: [without],
  })
  const { itemId, categories } = added.body
  const [option] = categories[0].items.find((item: { itemId: string }) => item.itemId === itemId).options
  const [bun, cheese] = option.choices.map(({ id }: { id: string }) => ({ optionId: option.optionId, choiceId: id }))
  const orderOf = (options: unknown[], total: number) =>
    order(nora, draft({ lines: [{ ...buildLine({ itemId }, 10), options }], total }))

  // The cheapest sandwich of the menu costs 100. Repeating a choice three times would make it -300.
  expect(await orderOf([bun, bun, bun], 0)).toMatchObject({
    status: 400,
    body: {
      code: 'bad_request',
      message: expect.stringContaining('body.lines.0.options.1: must not repeat a choice of the same line.'),
    },
  })
  expect(await orders()).toEqual([])
  expect(await orderOf([bun, cheese], 2_000)).toMatchObject({ status: 201, body: { order: { subtotal: 2_000 } } })
})

test('ignores prices, names, states, ids and customers in the request body', async () => {
  const { nora, kitchen, order, draft, ada } = await createOrderSite()
  const item = { name: 'Free', price: 1, options: [] }
  const line = { ...buildLine(kitchen.lemonade, 2), unitPrice: 1, price: 1, item }
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

test('refuses delivery to an address outside the delivery zones, and accepts an address inside a zone', async () => {
  const zones = JSON.stringify([{ prefixes: ['AB1'], fee: 300, freeOver: null, minimum: 100 }])
  const { nora, order, draft, orders } = await createOrderSite({ kitchen: { zones } })
  const to = (postcode: string) => ({ service: 'delivery', address: { ...homeAddress, postcode }, total: 620 })
  expect(await order(nora, draft(to('ZZ9 9ZZ')))).toMatchObject({
    status: 409,
    body: {
      quote: { problems: [{ code: 'outside_zones', message: 'We don’t deliver to ZZ9 9ZZ.'.replace('’', "'") }] },
    },
  })
  expect(await orders()).toEqual([])
  expect((await order(nora, draft(to('ab1 2cd')))).status).toBe(201)
})

test('refuses an order one penny below the minimum, and accepts an order at the minimum', async () => {
  const { nora, db, kitchen, order, draft } = await createOrderSite({ kitchen: { minimum_order: 320 } })
  const price = (price: number) =>
    db.updateTable('menu_items').set({ price }).where('id', '=', kitchen.lemonade.itemId).execute()
  const delivered = { service: 'delivery', address: homeAddress, total: 570, lines: [buildLine(kitchen.lemonade)] }
  await price(319)
  expect(await order(nora, draft({ ...delivered, total: 569 }))).toMatchObject({
    status: 409,
    body: { quote: { problems: [{ code: 'below_minimum', message: expect.stringContaining('£0.01 short') }] } },
  })
  await price(320)
  expect((await order(nora, draft(delivered))).status).toBe(201)
})

test.each(['pending', 'suspended'] as const)('a customer who orders at a %s kitchen gets 404', async (status) => {
  const { nora, order, draft, orders, as } = await createOrderSite({ kitchen: { status } })
  const unknown = await order(nora, draft({ vId: crypto.randomUUID() }))
  expect(await order(nora, draft())).toEqual(unknown)
  expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await orders()).toEqual([])
  expect((await as(nora, 'GET', '/api/orders')).body).toEqual({ orders: [], next: null })
})

test('S6.01 an order without an account is answered 401, and an order with a guest account is placed', async () => {
  const { call, draft, gus, order } = await createOrderSite()
  expect((await call('POST', '/api/orders', { body: draft() })).statusCode).toBe(401)
  expect((await call('POST', '/api/orders', { body: draft(), token: 'made.up.token' })).statusCode).toBe(401)
  expect((await order(gus, draft())).status).toBe(201)
})
