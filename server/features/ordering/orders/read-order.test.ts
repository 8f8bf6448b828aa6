import { expect, test } from 'vitest'
import { createKitchen } from '../../../testing/kitchens.ts'
import { createOrderSite } from '../../../testing/orders.ts'

test('an order can be read by its customer, the holder of its token, its kitchen and admins; others get 404', async () => {
  const site = await createOrderSite()
  const { nora, ada, olive, as, place, person, db, kitchen } = site
  const otherKitchen = await createKitchen(site)
  const staff = await person('Sam')
  await db
    .insertInto('vendor_members')
    .values({ vendor_id: kitchen.kitchenId, user_id: staff.id, role: 'staff', created_at: 0 })
    .execute()
  const [{ order, trackingToken }, other] = [await place(nora), await place(await person('Otto'))]
  const url = `/api/orders/${order.orderId}`
  for (const who of [nora, olive, staff, ada]) expect(await as(who, 'GET', url)).toEqual({ status: 200, body: order })
  for (const who of [null, site.gus])
    expect(await as(who, 'GET', `${url}?token=${trackingToken}`)).toEqual({ status: 200, body: order })

  const unknown = await as(null, 'GET', `/api/orders/${crypto.randomUUID()}`)
  expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } })
  for (const who of [null, site.gus, otherKitchen.owner]) {
    for (const query of [
      '',
      '?token=',
      `?token=${other.trackingToken}`,
      `?token=${trackingToken.slice(0, -1)}`,
      `?token=${trackingToken}x`,
      '?token=%00',
    ])
      expect(await as(who, 'GET', url + query), query).toEqual(unknown)
  }
  expect((await as(null, 'GET', `${url}?token=${'x'.repeat(101)}`)).status).toBe(400)
  expect((await as(null, 'GET', '/api/orders/1')).status).toBe(400)
  // An invalid access token gets 401, because 404 would tell a logged-out customer that the order does not exist.
  expect((await as({ id: '', token: 'made.up.token' }, 'GET', url)).status).toBe(401)
})

test('a customer lists their own orders, newest first, twenty at a time', async () => {
  const { nora, gus, as, place, db } = await createOrderSite()
  const placed: string[] = []
  for (let count = 0; count < 23; count++) {
    placed.push((await place(nora)).order.orderId)
    // Marks the orders as paid, because the limit of unpaid orders would refuse further orders.
    await db.updateTable('orders').set({ payment_state: 'captured' }).execute()
  }
  await place(gus)
  const first = (await as(nora, 'GET', '/api/orders')).body
  expect(first.orders.map(({ orderId }: { orderId: string }) => orderId)).toEqual(placed.toReversed().slice(0, 20))
  expect(first.orders[0]).toMatchObject({ state: 'placed', total: 320, vendor: { name: 'Test Kitchen' } })
  expect(first.orders[0]).not.toHaveProperty('customer')
  const second = (await as(nora, 'GET', `/api/orders?cursor=${first.next}`)).body
  expect(second.orders.map(({ orderId }: { orderId: string }) => orderId)).toEqual(placed.toReversed().slice(20))
  expect(second.next).toBeNull()
  expect((await as(null, 'GET', '/api/orders')).status).toBe(401)
  expect((await db.selectFrom('orders').select('id').execute()).length).toBe(24)
})

test('S6.02 a guest who has closed the tab opens the order again with the token in the mail', async () => {
  const { gus, as, place, mails, move } = await createOrderSite()
  const { order, trackingToken } = await place(gus)
  const mail = (await mails()).find(({ to }) => to === 'gus@example.org')
  const link = `https://site.test/orders/${order.orderId}#token=${trackingToken}`
  expect(mail?.text).toContain(link)
  const [, token] = /#token=([\w-]+)/.exec(mail?.text ?? '') ?? []
  expect((await as(null, 'GET', `/api/orders/${order.orderId}?token=${token}`)).body).toEqual(order)
  await move(order.orderId, 'accepted')
  expect((await as(null, 'GET', `/api/orders/${order.orderId}?token=${token}`)).body.state).toBe('accepted')
})

test('S6.02 a guest can place and read their orders, but cannot comment, dismiss notices, enable push or read private pages', async () => {
  const { gus, as, place } = await createOrderSite()
  const { order } = await place(gus)
  expect(order.customer).toMatchObject({ name: 'Gus', guest: true })
  expect((await as(gus, 'GET', `/api/orders/${order.orderId}`)).body).toEqual(order)
  expect((await as(gus, 'GET', '/api/orders')).body.orders).toHaveLength(1)
  const closed = [
    ['POST', '/comments', { pageUrl: 'about', content: 'Hello' }],
    ['POST', `/notifications/dismiss/${order.orderId}`],
    ['POST', '/users/fcm-token', { token: 'x', platform: 'web' }],
    ['GET', '/api/private-pages/logbuch'],
    ['GET', `/api/kitchen/${order.vendor.vId}/board`],
  ] as const
  for (const [method, url, body] of closed) expect((await as(gus, method, url, body)).status, url).toBe(403)
})

test('when a customer cancels an order before it is accepted, its portions return to the stock once, and a repeated call gets the same reply', async () => {
  const { nora, kitchen, as, place, portionsLeft, history } = await createOrderSite()
  const { order } = await place(nora, {
    lines: [{ itemId: kitchen.fries.itemId, quantity: 3, options: [], dietaryRequirements: [] }],
    total: 1650,
  })
  expect(await portionsLeft()).toBe(7)
  const url = `/api/orders/${order.orderId}/cancel`
  const first = await as(nora, 'POST', url)
  expect(first).toMatchObject({ status: 200, body: { state: 'cancelled', version: 2 } })
  expect(await as(nora, 'POST', url)).toEqual(first)
  expect(await portionsLeft()).toBe(10)
  expect(await history()).toMatchObject([
    { to_state: 'placed' },
    { from_state: 'placed', to_state: 'cancelled', actor: 'customer', actor_id: nora.id, version: 2 },
  ])
})

test('other people cannot cancel the order of a customer; cancelling an accepted order is answered 409, and the message names both states', async () => {
  const { nora, gus, olive, ada, as, place, moveOn, orders } = await createOrderSite()
  const { order, trackingToken } = await place(gus)
  const url = `/api/orders/${order.orderId}/cancel`
  for (const who of [null, nora]) expect((await as(who, 'POST', url)).status).toBe(404)
  for (const who of [olive, ada]) expect((await as(who, 'POST', url)).status).toBe(403)
  await moveOn(order.orderId, 'accepted')
  const late = await as(null, 'POST', `${url}?token=${trackingToken}`)
  expect(late).toMatchObject({ status: 409, body: { code: 'order_moved' } })
  expect(late.body.message).toContain('“Accepted”')
  expect(late.body.message).toContain('“Cancelled”')
  expect(await orders()).toMatchObject([{ state: 'accepted', version: 2 }])
})

test('the holder of the token of an order can cancel that order', async () => {
  const { gus, as, place } = await createOrderSite()
  const { order, trackingToken } = await place(gus)
  const answer = await as(null, 'POST', `/api/orders/${order.orderId}/cancel?token=${trackingToken}`)
  expect(answer).toMatchObject({ status: 200, body: { state: 'cancelled' } })
})
