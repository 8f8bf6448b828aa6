import { expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { createKitchen } from '../../../testing/kitchens.ts'
import { getOrderContextOfApp } from '../../../testing/order-context.ts'
import { buildLine, createOrderSite, homeAddress } from '../../../testing/orders.ts'
import { transitionOrder } from './transition-order.ts'

const delivered = { service: 'delivery', address: homeAddress, total: 570 }

test('a kitchen accepts an order with a time, cooks it, and hands it over for pickup or delivery', async () => {
  const { nora, olive, place, moveOn, history } = await createOrderSite()
  const [pickup, delivery] = [await place(nora), await place(nora, delivered)]
  const collected = await moveOn(pickup.order.orderId, 'accepted', 'preparing', 'ready', 'collected')
  expect(collected).toMatchObject({ state: 'collected', version: 5, paymentState: 'none' })
  expect(collected.events.map(({ to }) => to)).toEqual(['placed', 'accepted', 'preparing', 'ready', 'collected'])
  const done = await moveOn(delivery.order.orderId, 'accepted', 'preparing', 'ready', 'out_for_delivery', 'delivered')
  expect(done).toMatchObject({ state: 'delivered', version: 6 })
  for (const event of (await history()).filter(({ version }) => version > 1))
    expect(event).toMatchObject({ actor: 'vendor', actor_id: olive.id })
})

test('an admin can move orders of every kitchen, staff can move orders of their kitchen, and other users get 404', async () => {
  const site = await createOrderSite()
  const { ada, nora, gus, kitchen, person, place, move, db, as } = site
  const other = await createKitchen(site)
  const staff = await person('Sam')
  await db
    .insertInto('vendor_members')
    .values({ vendor_id: kitchen.kitchenId, user_id: staff.id, role: 'staff', created_at: 0 })
    .execute()
  const { order } = await place(nora)
  const unknown = await move(crypto.randomUUID(), 'accepted')
  expect(unknown.status).toBe(404)
  for (const who of [nora, other.owner]) expect(await move(order.orderId, 'accepted', {}, who)).toEqual(unknown)
  expect((await move(order.orderId, 'accepted', {}, gus)).status).toBe(403)
  // The path names a kitchen to which the order does not belong.
  const url = `/api/kitchen/${other.kitchenId}/orders/${order.orderId}/state`
  expect(await as(other.owner, 'POST', url, { to: 'cancelled', reason: 'x' })).toEqual(unknown)
  expect(await move(order.orderId, 'accepted', {}, staff)).toMatchObject({ status: 200 })
  const byAdmin = await move(order.orderId, 'preparing', {}, ada)
  expect(byAdmin.body.events.map(({ actor }: { actor: string }) => actor)).toEqual(['customer', 'vendor', 'admin'])
  const log = await db.selectFrom('audit_log').select(['actor_name', 'action', 'target_name', 'detail']).execute()
  const target = { action: 'order moved', target_name: `order ${order.number} at Test Kitchen` }
  expect(log).toEqual([{ actor_name: 'Ada', ...target, detail: 'Cooking' }])
})

test('answers 409 and names both states when the table of transitions does not contain the move', async () => {
  const { nora, place, move, moveOn, orders, history } = await createOrderSite()
  const { order } = await place(nora)
  const answer = await move(order.orderId, 'ready')
  expect(answer).toMatchObject({ status: 409, body: { code: 'order_moved' } })
  expect(answer.body.message).toContain('It is “Placed” and cannot become “Ready”.')
  for (const to of ['awaiting_payment', 'expired', 'delivered', 'cancelled'] as const)
    expect((await move(order.orderId, to)).status, to).toBe(409)
  expect((await move(order.orderId, 'eaten' as 'ready')).status).toBe(400)
  await moveOn(order.orderId, 'accepted', 'preparing', 'ready')
  for (const to of ['out_for_delivery', 'delivered', 'placed', 'accepted'] as const)
    expect((await move(order.orderId, to)).status, to).toBe(409)
  expect(await orders()).toMatchObject([{ state: 'ready', version: 4 }])
  expect(await history()).toHaveLength(4)
})

test('moving an order to its present state changes nothing, and eight simultaneous moves make one event', async () => {
  const { nora, place, move, history } = await createOrderSite()
  const { order } = await place(nora)
  const promisedAt = Date.now() + 30 * MINUTE_MS
  const taps = await Promise.all(Array.from({ length: 8 }, () => move(order.orderId, 'accepted', { promisedAt })))
  expect(new Set(taps.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(taps.map(({ body }) => body.promisedAt)).size).toBe(1)
  expect(await history()).toHaveLength(2)
  expect(await move(order.orderId, 'accepted', { promisedAt })).toEqual(taps[0])
})

test('an order that is accepted for another time takes a place in the time slot of that time, and frees its former place', async () => {
  const { nora, as, kitchen, place, move, order, draft } = await createOrderSite({ kitchen: { orders_per_slot: 1 } })
  const quarter = 15 * MINUTE_MS
  const slotAt = (Math.floor(Date.now() / quarter) + 8) * quarter
  const { order: placed } = await place(nora, { slotAt })
  const promisedAt = slotAt + 2 * quarter + 5 * MINUTE_MS
  expect((await move(placed.orderId, 'accepted', { promisedAt })).status).toBe(200)
  const { fullSlots } = (await as(null, 'GET', `/api/kitchens/${kitchen.slug}`)).body
  expect(fullSlots).toEqual([slotAt + 2 * quarter])
  const full = await order(nora, draft({ slotAt: slotAt + 2 * quarter }))
  expect(full).toMatchObject({ status: 409, body: { quote: { problems: [{ code: 'slot_full' }] } } })
  expect((await order(nora, draft({ slotAt }))).status).toBe(201)
})

test('when two members accept an order at the same time with different promised times, the refusal of the second move names the first member and their promised time', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T18:00:00Z'), toFake: ['Date'] })
  const { nora, olive, kitchen, person, place, move, db, history } = await createOrderSite()
  const sam = await person('Sam')
  await db
    .insertInto('vendor_members')
    .values({ vendor_id: kitchen.kitchenId, user_id: sam.id, role: 'staff', created_at: 0 })
    .execute()
  const { order } = await place(nora)
  const [early, late] = [Date.now() + 25 * MINUTE_MS, Date.now() + 35 * MINUTE_MS]
  const answers = await Promise.all([
    move(order.orderId, 'accepted', { promisedAt: early }, sam),
    move(order.orderId, 'accepted', { promisedAt: late }, olive),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const samWon = answers[0]?.status === 200
  const [won, lost] = samWon ? answers : answers.toReversed()
  expect(won?.body.promisedAt).toBe(samWon ? early : late)
  expect(lost?.body).toMatchObject({ code: 'order_moved' })
  const acceptance = samWon ? 'Sam accepted it at 18:00 for 18:25.' : 'Olive Owner accepted it at 18:00 for 18:35.'
  expect(lost?.body.message).toBe(
    `The order was not moved. ${acceptance} Your time, ${samWon ? '18:35' : '18:25'}, was not taken.`,
  )
  expect(await history()).toHaveLength(2)

  const other = samWon ? olive : sam
  const rejected = await move(order.orderId, 'rejected', {}, other)
  expect(rejected).toMatchObject({ status: 409, body: { code: 'order_moved' } })
  expect(rejected.body.message).toBe(
    `The order was not moved. ${acceptance} It is “Accepted” and cannot become “Rejected”.`,
  )
  const again = await move(order.orderId, 'accepted', { promisedAt: samWon ? late : early }, samWon ? sam : olive)
  expect(again.body.message).toMatch(/^The order was not moved\. You accepted it at 18:00 /)
  expect((await move(order.orderId, 'accepted', { promisedAt: samWon ? early : late }, other)).status).toBe(200)
})

test('when two members reject an order with different reasons, the reply to the second member says that their reason was not sent', async () => {
  const { nora, ada, place, move } = await createOrderSite()
  const { order } = await place(nora)
  await move(order.orderId, 'rejected', { reason: 'Too much to do.' })
  expect((await move(order.orderId, 'rejected', { reason: ' Too  much to do. ' }, ada)).status).toBe(200)
  const { status, body } = await move(order.orderId, 'rejected', { reason: 'About to close.' }, ada)
  expect(status).toBe(409)
  expect(body.message).toMatch(
    /^The order was not moved\. Olive Owner rejected it at \d\d:\d\d: “Too much to do\.” Your reason was not sent\.$/,
  )
})

test('when an order is accepted, rejected and cancelled at the same time, one move succeeds and the others are refused', async () => {
  const { nora, place, move, as, orders, history } = await createOrderSite()
  const { order } = await place(nora)
  const answers = await Promise.all([
    move(order.orderId, 'accepted'),
    move(order.orderId, 'rejected'),
    as(nora, 'POST', `/api/orders/${order.orderId}/cancel`),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const won = answers.find(({ status }) => status === 200)
  expect(await orders()).toMatchObject([{ state: won?.body.state, version: 2 }])
  expect(await history()).toHaveLength(2)
})

test('accepting an order requires a promised time within the next week', async () => {
  const { nora, place, move } = await createOrderSite()
  const { order } = await place(nora)
  const at = (promisedAt: unknown) => move(order.orderId, 'accepted', { promisedAt })
  for (const promisedAt of [undefined, 0, Date.now() - 10 * MINUTE_MS, Date.now() + 8 * DAY_MS])
    expect(await at(promisedAt)).toMatchObject({ status: 400, body: { code: 'promise_invalid' } })
  for (const promisedAt of ['soon', 1.5, null, -1, 9e15]) expect((await at(promisedAt)).status).toBe(400)
  const promisedAt = Date.now() + 45 * MINUTE_MS
  expect(await at(promisedAt)).toMatchObject({ status: 200, body: { state: 'accepted', promisedAt } })
  for (const impossible of [9e15, -9e15]) expect((await at(impossible)).status).toBe(400)
})

test('a move whose transaction fails once in the database succeeds when the transaction is repeated', async () => {
  const { app, nora, olive, place } = await createOrderSite()
  const { order } = await place(nora)
  const context = getOrderContextOfApp(app)
  vi.spyOn(context.events, 'publish').mockRejectedValueOnce(new Error('deadlock detected'))
  const mover = { actor: 'vendor', id: olive.id } as const
  const moved = await transitionOrder(context, order.orderId, mover, { to: 'rejected', reason: 'No gas.' })
  expect(moved).toMatchObject({ state: 'rejected', version: 2 })
})

test('accepting an order requires the kitchen to acknowledge all dietary requirements, and stores the acknowledged ones', async () => {
  const { nora, kitchen, place, move } = await createOrderSite()
  const wishing = (...dietaryRequirements: string[]) => ({ ...buildLine(kitchen.lemonade), dietaryRequirements })
  const { order } = await place(nora, { lines: [wishing('no nuts', 'vegan'), wishing('vegan')] })
  for (const acknowledged of [[], ['vegan'], ['No nuts', 'vegan'], ['x']])
    expect(await move(order.orderId, 'accepted', { acknowledged })).toMatchObject({
      status: 400,
      body: { code: 'not_acknowledged' },
    })
  const acknowledged = ['vegan', 'no nuts', '<something else>']
  const { body } = await move(order.orderId, 'accepted', { acknowledged })
  expect(body.events.at(-1)).toMatchObject({ to: 'accepted', acknowledged: ['no nuts', 'vegan'] })
})

test('rejecting or cancelling an order requires a reason of at most 200 characters, and returns the portions to the stock', async () => {
  const { nora, kitchen, place, move, moveOn, portionsLeft } = await createOrderSite()
  const fries = { lines: [buildLine(kitchen.fries, 2)], total: 1100 }
  const [one, two] = [await place(nora, fries), await place(nora, fries)]
  expect(await portionsLeft()).toBe(6)
  await moveOn(two.order.orderId, 'accepted', 'preparing')
  for (const [id, to] of [
    [one.order.orderId, 'rejected'],
    [two.order.orderId, 'cancelled'],
  ] as const) {
    for (const reason of ['', ' \u200b\n'])
      expect(await move(id, to, { reason })).toMatchObject({ status: 400, body: { code: 'reason_missing' } })
    const long = await move(id, to, { reason: 'x'.repeat(201) })
    expect(long).toMatchObject({ status: 400, body: { code: 'text_too_long' } })
    const moved = await move(id, to, { reason: ' No\tmore  gas. ' })
    expect(moved.body.events.at(-1)).toMatchObject({ to, reason: 'No more gas.' })
  }
  expect(await portionsLeft()).toBe(10)
  await move(two.order.orderId, 'cancelled')
  expect(await portionsLeft()).toBe(10)
})

test('portions are not returned to a dish whose portions were unlimited when the order was placed', async () => {
  const { nora, kitchen, place, move, db, portionsLeft } = await createOrderSite({ kitchen: { portions: null } })
  const { order } = await place(nora, { lines: [buildLine(kitchen.fries, 2)], total: 1100 })
  await db.updateTable('menu_items').set({ portions_left: 4 }).where('id', '=', kitchen.fries.itemId).execute()
  await move(order.orderId, 'rejected')
  expect(await portionsLeft()).toBe(4)
})

test('the board lists open orders and orders that ended today, oldest first, and contains the figures of the day', async () => {
  const { nora, gus, ada, olive, kitchen, as, place, moveOn, move, db } = await createOrderSite()
  const [open, sold, lost, old] = [await place(nora), await place(gus), await place(nora), await place(nora)]
  await moveOn(sold.order.orderId, 'accepted', 'preparing', 'ready', 'collected')
  await move(lost.order.orderId, 'rejected')
  await moveOn(old.order.orderId, 'accepted', 'preparing', 'ready', 'collected')
  const past = { day: '2020-01-01', ended_at: Date.now() - 2 * DAY_MS }
  await db.updateTable('orders').set(past).where('id', '=', old.order.orderId).execute()

  const url = `/api/kitchen/${kitchen.kitchenId}`
  const board = await as(olive, 'GET', `${url}/board`)
  expect(board).toMatchObject({ status: 200, body: { status: 'active', terms: { vId: kitchen.kitchenId } } })
  expect(board.body.orders.map(({ orderId, state }: { orderId: string; state: string }) => [orderId, state])).toEqual([
    [open.order.orderId, 'placed'],
    [sold.order.orderId, 'collected'],
    [lost.order.orderId, 'rejected'],
  ])
  expect(board.body.today).toEqual({ orders: 2, total: 640, lost: 1 })
  expect(Math.abs(board.body.now - Date.now())).toBeLessThan(MINUTE_MS)

  const figures = (await as(ada, 'GET', `${url}/figures`)).body
  expect(figures).toMatchObject({
    currency: 'GBP',
    today: { orders: 2, total: 640, lost: 1 },
    items: [{ name: 'Lemonade', quantity: 4, total: 640 }],
  })
  expect(figures.days).toHaveLength(30)
  expect(figures.days.at(-1)).toMatchObject({ orders: 2, total: 640, lost: 1 })
  expect(figures.days[0]).toMatchObject({ orders: 0, total: 0, lost: 0 })
  for (const what of ['board', 'figures']) {
    expect((await as(nora, 'GET', `${url}/${what}`)).status).toBe(404)
    expect((await as(null, 'GET', `${url}/${what}`)).status).toBe(401)
    expect((await as(ada, 'GET', `/api/kitchen/${crypto.randomUUID()}/${what}`)).status).toBe(404)
  }
})
