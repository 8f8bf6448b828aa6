import { expect, test, vi } from 'vitest'
import { createOrderSite } from '../../../testing/orders.ts'
import { createSessionTokens } from '../../../testing/people.ts'
import { getLinkSecret } from '../../../testing/site.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

test('a guest gets 429 for a fourth open unpaid order, until one of the open orders ends', async () => {
  const { gus, place, order, draft, moveOn } = await createOrderSite()
  const orders = [await place(gus), await place(gus), await place(gus)]
  const refused = await order(gus, draft())
  expect([refused.status, refused.body]).toEqual([
    429,
    {
      code: 'too_many_orders',
      message:
        'There are too many orders from you just now. You have 3 open orders that are not paid. Pay or cancel one that is not accepted yet, or wait until one is done.',
    },
  ])
  await moveOn(orders[0]?.order.orderId ?? '', 'accepted', 'preparing', 'ready', 'collected')
  expect((await order(gus, draft())).status).toBe(201)
})

test('an open unpaid order counts for the limit of its customer until a day after its promised time', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z'), toFake: ['Date'] })
  const { gus, place, moveOn, order, draft, db } = await createOrderSite()
  const promises: number[] = []
  for (let count = 0; count < 3; count++) {
    const placed = await place(gus)
    promises.push((await moveOn(placed.order.orderId, 'accepted')).promisedAt)
  }
  const orderAt = async (time: number) => {
    vi.setSystemTime(time)
    const { token } = await createSessionTokens(db, gus.id, { guest: true })
    return (await order({ id: gus.id, token }, draft())).status
  }
  expect(await orderAt(Math.min(...promises) + DAY_MS - 1)).toBe(429)
  expect(await orderAt(Math.max(...promises) + DAY_MS)).toBe(201)
})

test('a reader gets 429 for an eleventh open unpaid order', async () => {
  const { nora, place, order, draft } = await createOrderSite()
  for (let count = 0; count < 10; count++) await place(nora)
  expect((await order(nora, draft())).body.code).toBe('too_many_orders')
})

test('guests can place at most five orders an hour and ten a day with one email address, in any spelling', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T08:00:00Z'), toFake: ['Date'] })
  const { person, order, draft, db, call } = await createOrderSite()
  const spellings = ['stranger', 'Stranger', 'STRANGER', 'ｓtranger']
  let count = 0
  /** Places an order in a new guest session. Then ends the order, so that it does not count as open. */
  const tryOrder = async () => {
    const guest = await person(spellings[count++ % spellings.length] ?? '', ['Guest'])
    const { status } = await order(guest, draft())
    await db.updateTable('orders').set({ state: 'rejected' }).execute()
    return status
  }
  const tryOrders = async (times: number) => {
    const statuses: number[] = []
    for (let time = 0; time < times; time++) statuses.push(await tryOrder())
    return statuses
  }
  expect(await tryOrders(7)).toEqual([201, 201, 201, 201, 201, 429, 429])
  const { id } = await person('stranger', ['Guest'])
  const { token } = await createSessionTokens(db, id, { guest: true })
  const refused = await call('POST', '/api/orders', { token, body: draft() })
  expect([refused.headers['retry-after'], refused.json().message]).toEqual([
    '3600',
    'There are too many orders from you just now. Wait 60 minutes, or log in: an account with a confirmed address may order more.',
  ])
  vi.setSystemTime(Date.now() + HOUR_MS - 30_000)
  const { token: renewed } = await createSessionTokens(db, id, { guest: true })
  const refusedAgain = await call('POST', '/api/orders', { token: renewed, body: draft() })
  expect(refusedAgain.json().message).toContain(' Wait 1 minute, or log in:')
  vi.setSystemTime(Date.now() + 30_000)
  expect(await tryOrders(6)).toEqual([201, 201, 201, 201, 201, 429])
  vi.setSystemTime(Date.now() + HOUR_MS)
  expect(await tryOrders(1)).toEqual([429])
  vi.setSystemTime(Date.now() + 22 * HOUR_MS)
  expect(await tryOrders(1)).toEqual([201])
})

test('guests on one network can place at most thirty orders an hour', async () => {
  const { person, call, draft, db } = await createOrderSite()
  const statuses: number[] = []
  for (let count = 0; count < 31; count++) {
    const { id } = await person(`guest${count}`, ['Guest'])
    const { token } = await createSessionTokens(db, id, { guest: true })
    statuses.push((await call('POST', '/api/orders', { token, body: draft(), from: '192.0.2.1' })).statusCode)
  }
  expect(statuses).toEqual([...Array(30).fill(201), 429])
})

test('a kitchen that requires confirmation accepts the order of a guest after the guest has opened the mailed link', async () => {
  const { gus, nora, kitchen, order, draft, db, call, mails, orders, person } = await createOrderSite({
    kitchen: { confirm_first: 1 },
  })
  const body = draft()
  const refused = await order(gus, body)
  expect([refused.status, refused.body.code]).toEqual([403, 'order_unconfirmed'])
  // A second attempt sends no second mail.
  expect((await order(gus, body)).status).toBe(403)
  expect(await orders()).toEqual([])
  const links = (await mails()).filter(({ to }) => to === 'gus@example.org')
  expect(links.map(({ subject }) => subject)).toEqual(['Confirm your email address to order at Nebelhorn'])
  const token = getLinkSecret(links[0] as (typeof links)[number])
  const confirmed = await call('POST', '/auth/verify-email', { body: { token } })
  expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { email: 'gus@example.org', guest: true }])
  expect((await call('POST', '/auth/verify-email', { body: { token } })).json().code).toBe('link_used')
  // A repeated call places no second order.
  expect((await order(gus, body)).status).toBe(201)
  expect((await order(gus, body)).status).toBe(201)
  expect(await orders()).toHaveLength(1)
  expect((await order(await person('GUS', ['Guest']), draft())).status).toBe(201)
  expect((await order(nora, draft())).status).toBe(201)
  await db.updateTable('vendors').set({ confirm_first: 0 }).where('id', '=', kitchen.kitchenId).execute()
  expect((await order(await person('Stranger', ['Guest']), draft())).status).toBe(201)
})
