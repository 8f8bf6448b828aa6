import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { createKitchen } from '../../../testing/kitchens.ts'
import { buildLine, createOrderSite, homeAddress, type OrderSite, type TestUser } from '../../../testing/orders.ts'
import { addPerson } from '../../../testing/people.ts'

/**
 * Places an order, and sends it again while the answer is 503, as customers do. On a busy machine, Postgres does not
 * answer all calls within the time limits.
 */
async function orderUntilAnswered(order: OrderSite['order'], who: TestUser, body: unknown) {
  let answer = await order(who, body)
  while (answer.status === 503) answer = await order(who, body)
  return answer
}

test('a placed order stores the current names and prices, and has a number and a first event', async () => {
  const { nora, kitchen, place, as, db } = await createOrderSite()
  const burger = { ...kitchen.burgerLine('Large', 'Cheese'), quantity: 2, dietaryRequirements: ['no mustard'] }
  const before = Date.now()
  const { order, trackingToken } = await place(nora, {
    lines: [burger, buildLine(kitchen.lemonade)],
    total: 2620,
    payment: 'card_machine',
    service: 'delivery',
    address: homeAddress,
    phone: ' +44 20  7946 0000 ',
    note: ' Ring\r\ntwice\u0000 ',
    referral: 'a friend',
  })
  expect(trackingToken).toMatch(/^[\w-]{43}$/)
  expect(order).toMatchObject({
    number: 1,
    service: 'delivery',
    slotAt: null,
    address: homeAddress,
    note: 'Ring\ntwice',
    currency: 'GBP',
    subtotal: 2620,
    deliveryFee: 0,
    total: 2620,
    payment: 'card_machine',
    paymentState: 'none',
    state: 'placed',
    version: 1,
    referral: 'a friend',
    customer: { name: 'Nora', email: 'nora@example.org', phone: '+44 20 7946 0000', guest: false },
    vendor: { vId: kitchen.kitchenId, slug: kitchen.slug, name: 'Test Kitchen', timezone: 'Europe/London' },
  })
  expect(order.lines).toMatchObject([
    {
      itemId: kitchen.burger.itemId,
      name: 'Double smash',
      quantity: 2,
      unitPrice: 1230,
      choices: [
        { option: 'Size', choice: 'Large', priceAdjustment: 200 },
        { option: 'Extras', choice: 'Cheese', priceAdjustment: 80 },
      ],
      dietaryRequirements: ['no mustard'],
      allergens: ['gluten', 'milk', 'mustard'],
    },
    { name: 'Lemonade', quantity: 1, unitPrice: 160, choices: [] },
  ])
  expect(order.lines[0]).not.toHaveProperty('counted')
  expect(order.promisedAt).toBeGreaterThanOrEqual(before + 20 * 60_000)
  expect(order.acceptBy).toBe(order.placedAt + 10 * 60_000)
  expect(order.events).toEqual([
    { at: order.placedAt, actor: 'customer', from: null, to: 'placed', reason: '', promisedAt: null, acknowledged: [] },
  ])

  await db.updateTable('menu_items').set({ price: 1, name: 'Something else' }).execute()
  await db.updateTable('users').set({ name: 'Norah' }).where('id', '=', nora.id).execute()
  expect((await as(nora, 'GET', `/api/orders/${order.orderId}`)).body).toEqual(order)
})

test('accepts an address of 200 letters, each of which becomes two characters when it is normalised', async () => {
  const { nora, place } = await createOrderSite()
  const address = { ...homeAddress, address: '\u0958'.repeat(200) }
  const { order } = await place(nora, { service: 'delivery', address, total: 570 })
  expect(order.address?.address).toBe('\u0915\u093c'.repeat(200))
})

test('a postcode is stored in capitals of normal width, like the postcodes of delivery zones, whatever the customer types', async () => {
  const { nora, place } = await createOrderSite()
  const typed = ['ab1  2cd', '\uff21\uff22\uff11\u3000\uff12\uff23\uff24', ' Ab1\u20132cd ']
  const orders = []
  for (const postcode of typed)
    orders.push(await place(nora, { service: 'delivery', address: { ...homeAddress, postcode }, total: 570 }))
  expect(orders.map(({ order }) => order.address?.postcode)).toEqual(['AB1 2CD', 'AB1 2CD', 'AB1-2CD'])
})

test('S9.03 a line costs its quantity times its adjusted price, and delivery is free when the subtotal reaches the threshold', async () => {
  const { gus, kitchen, order, draft } = await createOrderSite({ kitchen: { delivery_free_orders_over: 960 } })
  const delivered = { service: 'delivery', address: homeAddress }
  const totals = async (quantity: number, total: number) => {
    const answer = await order(gus, draft({ ...delivered, lines: [buildLine(kitchen.lemonade, quantity)], total }))
    return [answer.status, answer.body.order?.subtotal, answer.body.order?.deliveryFee, answer.body.order?.total]
  }
  expect(await totals(5, 800 + 250)).toEqual([201, 800, 250, 1050])
  expect(await totals(6, 960)).toEqual([201, 960, 0, 960])
  const small = draft({
    ...delivered,
    lines: [{ ...kitchen.burgerLine('Small', 'Egg', 'Bacon'), quantity: 3 }],
    total: 3060,
  })
  expect(await order(gus, small)).toMatchObject({ status: 201, body: { order: { subtotal: 3060, total: 3060 } } })
})

test.each<[threshold: number | null, fee: number]>([
  [null, 250],
  [0, 0],
])('S9.03 with the threshold %j for free delivery, the delivery fee is %i', async (threshold, fee) => {
  const { gus, order, draft } = await createOrderSite({ kitchen: { delivery_free_orders_over: threshold } })
  const answer = await order(gus, draft({ service: 'delivery', address: homeAddress, total: 320 + fee }))
  expect(answer).toMatchObject({ status: 201, body: { order: { deliveryFee: fee, total: 320 + fee } } })
})

test('an order is refused with the quote of the server when its total differs from the total that the server calculates', async () => {
  const { nora, kitchen, order, draft, orders, db, mails } = await createOrderSite()
  await db.updateTable('menu_items').set({ price: 175 }).where('id', '=', kitchen.lemonade.itemId).execute()
  expect(await order(nora, draft())).toMatchObject({
    status: 409,
    body: {
      code: 'quote_changed',
      message: 'Something has changed since you looked. Check your order and place it again.',
      quote: { subtotal: 350, deliveryFee: 0, total: 350, problems: [] },
    },
  })
  expect(await orders()).toEqual([])
  expect(await mails()).toEqual([])
  expect(await db.selectFrom('vendors').select('version').executeTakeFirst()).toEqual({ version: 0 })
  expect((await order(nora, draft({ total: 350 }))).status).toBe(201)
})

test('retries and double clicks with the same idempotency key return the same order', async () => {
  const { nora, order, draft, orders, mails, portionsLeft, kitchen } = await createOrderSite()
  const sent = draft({ lines: [buildLine(kitchen.fries)], total: 550 })
  const first = await order(nora, sent)
  const again = await order(nora, sent)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(await orders()).toHaveLength(1)
  expect(await portionsLeft()).toBe(9)
  expect((await mails()).filter(({ to }) => to === 'nora@example.org')).toHaveLength(1)
  expect(await order(nora, { ...sent, note: 'And a fork' })).toMatchObject({
    status: 409,
    body: { code: 'key_reused' },
  })
  expect(await orders()).toHaveLength(1)
})

test('eight simultaneous calls with the same idempotency key place one order', async () => {
  const { nora, order, draft, orders, history } = await createOrderSite()
  const sent = draft()
  const answers = await Promise.all(Array.from({ length: 8 }, () => order(nora, sent)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => body.order.orderId)).size).toBe(1)
  expect(await orders()).toHaveLength(1)
  expect(await history()).toHaveLength(1)
})

test('when two simultaneous calls at two kitchens have the same idempotency key, one places an order and the other is refused', async () => {
  const site = await createOrderSite()
  const other = await createKitchen(site)
  const one = site.draft()
  const two = { ...site.draft({}, other), key: one.key }
  const answers = await Promise.all([site.order(site.nora, one), site.order(site.nora, two)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await site.orders()).toHaveLength(1)
})

test('two accounts can use the same idempotency key for different orders', async () => {
  const { nora, gus, order, draft, orders } = await createOrderSite()
  const sent = draft()
  const [hers, his] = [await order(nora, sent), await order(gus, sent)]
  expect([hers.status, his.status]).toEqual([201, 201])
  expect(hers.body.order.orderId).not.toBe(his.body.order.orderId)
  expect(await orders()).toHaveLength(2)
})

test('when 100 calls order the last portion at the same time, one order is placed and the stock does not become negative', async () => {
  const { db, kitchen, order, draft, orders, portionsLeft } = await createOrderSite({ kitchen: { portions: 1 } })
  const people = await Promise.all(Array.from({ length: 100 }, () => addPerson(db)))
  const wanted = { lines: [buildLine(kitchen.fries)], total: 550 }
  const answers = await Promise.all(people.map((person) => orderUntilAnswered(order, person, draft(wanted))))
  const taken = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status, body }) => status === 409 && body.code === 'quote_changed')
  expect([taken.length, refused.length]).toEqual([1, 99])
  expect(refused[0]?.body.quote.problems).toMatchObject([{ code: expect.stringMatching(/portions|sold_out/), line: 0 }])
  expect(await orders()).toHaveLength(1)
  expect(await portionsLeft()).toBe(0)
})

test('simultaneous orders get numbers without gaps, and numbers start at 1 each day in each kitchen', async () => {
  const site = await createOrderSite()
  const other = await createKitchen(site)
  const both = [site.kitchen, other]
  const people = await Promise.all(Array.from({ length: 6 }, () => addPerson(site.db)))
  const placed = await Promise.all(people.flatMap((who) => both.map((at) => site.place(who, {}, at))))
  for (const { kitchenId: vId } of both) {
    const numbers = placed.filter(({ order }) => order.vendor.vId === vId).map(({ order }) => order.number)
    expect(numbers.sort()).toEqual([1, 2, 3, 4, 5, 6])
  }
  await site.db.updateTable('orders').set({ day: '2020-01-01', promised_at: 0 }).execute()
  expect((await site.place(site.nora)).order.number).toBe(1)
})

test('no two open orders have the same number, also when one of them was placed on an earlier day', async () => {
  const { db, nora, place, move } = await createOrderSite()
  const orderIds = [(await place(nora)).order.orderId, (await place(nora)).order.orderId]
  await db.updateTable('orders').set({ day: '2020-01-01' }).execute()
  expect((await move(orderIds[0] ?? '', 'rejected')).status).toBe(200)
  const numbers = [(await place(nora)).order.number, (await place(nora)).order.number]
  expect(numbers).toEqual([1, 3])
})

test('a new order does not get the number of an order that is still open after midnight, unless that order is a day late', async () => {
  const { db, nora, place } = await createOrderSite()
  for (const [lateMs, number] of [
    [DAY_MS - MINUTE_MS, 2],
    [DAY_MS, 1],
  ] as const) {
    await db.deleteFrom('orders').execute()
    await place(nora)
    await db
      .updateTable('orders')
      .set({ day: '2020-01-01', promised_at: Date.now() - lateMs })
      .execute()
    expect((await place(nora)).order.number).toBe(number)
  }
})

test('a time slot refuses orders over its limit, and a cancelled order frees its place in the slot', async () => {
  const { nora, as, kitchen, order, draft, place } = await createOrderSite({ kitchen: { orders_per_slot: 1 } })
  const quarter = 15 * 60_000
  const slotAt = (Math.floor(Date.now() / quarter) + 8) * quarter
  const { order: first } = await place(nora, { slotAt })
  expect(first).toMatchObject({ slotAt, promisedAt: slotAt })
  expect((await as(null, 'GET', `/api/kitchens/${kitchen.slug}`)).body.fullSlots).toEqual([slotAt])
  const full = await order(nora, draft({ slotAt }))
  expect(full).toMatchObject({ status: 409, body: { quote: { problems: [{ code: 'slot_full' }] } } })
  await as(nora, 'POST', `/api/orders/${first.orderId}/cancel`)
  expect((await order(nora, draft({ slotAt }))).status).toBe(201)
})

test('when twenty orders request the last place of a time slot at the same time, one order gets the place', async () => {
  const { db, order, draft, orders } = await createOrderSite({ kitchen: { orders_per_slot: 1 } })
  const quarter = 15 * 60_000
  const slotAt = (Math.floor(Date.now() / quarter) + 8) * quarter
  const people = await Promise.all(Array.from({ length: 20 }, () => addPerson(db)))
  const answers = await Promise.all(people.map((person) => orderUntilAnswered(order, person, draft({ slotAt }))))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  expect(await orders()).toHaveLength(1)
})
