import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { DAY_MS, DELETE_CONFIRMATION_TEXT, MINUTE_MS } from '#contract/limits.ts'
import { connectHubTestClient, type HubTestClient } from '../../testing/hub-test-client.ts'
import { buildLine, createOrderSite } from '../../testing/orders.ts'

/** Starts a site and connects pages to it. */
async function openOrderSite(options: Parameters<typeof createOrderSite>[0] = {}) {
  const site = await createOrderSite(options)
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
  return {
    ...site,
    open: (who: { token: string } | null = null) => connectHubTestClient(origin, who ? { token: who.token } : {}),
  }
}

const watchOrder = ({ client }: HubTestClient, id: unknown, token: unknown = null) =>
  client.invoke('watchOrder', id, token)
const watchKitchen = ({ client }: HubTestClient, vId: unknown) => client.invoke('watchKitchen', vId)
/** Makes a call on each page and waits for its answer, which arrives after all earlier events. */
const settled = (...pages: HubTestClient[]) => Promise.all(pages.map((page) => page.watch(null)))

test('a change of an order is sent to its customer, to watchers with its tracking token, to its kitchen’s board and to admins', async () => {
  const { nora, ada, olive, kitchen, place, moveOn, open } = await openOrderSite()
  const [hers, board, admin, followed] = [await open(nora), await open(olive), await open(ada), await open()]
  await watchKitchen(board, kitchen.kitchenId)
  const { order, trackingToken } = await place(nora)
  const placed = { orderId: order.orderId, vId: kitchen.kitchenId, version: 1 }
  for (const page of [hers, board, admin]) expect(await page.until('orderChanged', 1)).toEqual([placed])
  await watchOrder(followed, order.orderId, trackingToken)
  await moveOn(order.orderId, 'accepted')
  expect(await followed.until('orderChanged', 1)).toEqual([{ ...placed, version: 2 }])
  for (const page of [hers, board, admin])
    expect((await page.until('orderChanged', 2)).at(-1)).toEqual({ ...placed, version: 2 })
})

test('a change of an order is not sent to visitors, guests or readers who watch its kitchen but may not read the order', async () => {
  const { nora, gus, person, kitchen, place, moveOn, open } = await openOrderSite()
  const otto = await person('Otto')
  const [mine, his] = [await place(nora), await place(otto)]
  const [stranger, guest, reader] = [await open(), await open(gus), await open(otto)]
  const pages = [stranger, guest, reader]
  const refused = 'There is no such order to watch, or it is not yours.'
  for (const page of pages) {
    for (const token of [null, '', his.trackingToken, `${mine.trackingToken}x`])
      await expect(watchOrder(page, mine.order.orderId, token)).rejects.toThrow(refused)
    await expect(watchOrder(page, crypto.randomUUID(), null)).rejects.toThrow(refused)
    await watchKitchen(page, kitchen.kitchenId)
  }
  await watchOrder(stranger, his.order.orderId, his.trackingToken)
  const witness = await open(nora)
  await moveOn(mine.order.orderId, 'accepted')
  await witness.until('orderChanged', 1)
  await settled(...pages)
  for (const page of pages) expect(page.received('orderChanged')).toEqual([])
})

test('a page that starts to watch another order or no order gets no more changes of the previous order', async () => {
  const { nora, place, moveOn, open } = await openOrderSite()
  const [one, two] = [await place(nora), await place(nora)]
  const [page, witness] = [await open(), await open(nora)]
  await watchOrder(page, one.order.orderId, one.trackingToken)
  await watchOrder(page, two.order.orderId, two.trackingToken)
  await moveOn(one.order.orderId, 'accepted')
  await moveOn(two.order.orderId, 'accepted')
  await page.until('orderChanged', 1)
  await watchOrder(page, null)
  await moveOn(two.order.orderId, 'preparing')
  await witness.until('orderChanged', 3)
  await settled(page)
  expect(page.received('orderChanged').map(({ orderId, version }) => [orderId, version])).toEqual([
    [two.order.orderId, 2],
  ])
})

test('an admin can watch any order and any kitchen’s board', async () => {
  const { ada, nora, kitchen, place, moveOn, open } = await openOrderSite()
  const { order } = await place(nora)
  const page = await open(ada)
  await watchOrder(page, order.orderId)
  await watchKitchen(page, kitchen.kitchenId)
  await moveOn(order.orderId, 'accepted')
  const told = await page.until('orderChanged', 1)
  expect(told[0]).toEqual({ orderId: order.orderId, vId: kitchen.kitchenId, version: 2 })
})

test('a page that watches a kitchen gets an event when an item runs out of portions and when portions are available again', async () => {
  const { nora, kitchen, place, move, open } = await openOrderSite({ kitchen: { portions: 2 } })
  const page = await open()
  await watchKitchen(page, kitchen.kitchenId)
  await place(nora, { lines: [buildLine(kitchen.fries)], total: 550 })
  const { order } = await place(nora, { lines: [buildLine(kitchen.fries)], total: 550 })
  expect(await page.until('kitchenChanged', 1)).toEqual([kitchen.kitchenId])
  await move(order.orderId, 'rejected')
  expect(await page.until('kitchenChanged', 2)).toEqual([kitchen.kitchenId, kitchen.kitchenId])
})

test('when a kitchen limits the orders per slot, a page that watches the kitchen gets an event when an order takes a place, changes to another slot, and frees its place', async () => {
  const { nora, kitchen, place, move, open } = await openOrderSite({ kitchen: { orders_per_slot: 1 } })
  const page = await open()
  await watchKitchen(page, kitchen.kitchenId)
  const { order } = await place(nora)
  expect(await page.until('kitchenChanged', 1)).toEqual([kitchen.kitchenId])
  await move(order.orderId, 'accepted', { promisedAt: order.promisedAt + 15 * MINUTE_MS })
  expect(await page.until('kitchenChanged', 2)).toEqual(Array(2).fill(kitchen.kitchenId))
  await move(order.orderId, 'preparing')
  await settled(page)
  expect(page.received('kitchenChanged')).toHaveLength(2)
  await move(order.orderId, 'cancelled')
  expect(await page.until('kitchenChanged', 3)).toEqual(Array(3).fill(kitchen.kitchenId))
})

test('watchOrder and watchKitchen refuse arguments that are not ids or tokens', async () => {
  const { open } = await openOrderSite()
  const page = await open()
  for (const wrong of [7, {}, '', "' or 1=1", 'x'.repeat(1000)]) {
    await expect(watchOrder(page, wrong)).rejects.toThrow('watchOrder takes the id of an order and a token')
    await expect(watchKitchen(page, wrong)).rejects.toThrow('watchKitchen takes the id of a kitchen, or null.')
  }
  await expect(watchOrder(page, null, 'x'.repeat(101))).rejects.toThrow('watchOrder takes')
})

test('a kitchen’s board gets an event when the personal data of a deleted account is erased from an ended order, and from an order that its kitchen never ends', async () => {
  const { app, createReader, olive, kitchen, place, moveOn, open, call, db } = await openOrderSite()
  const me = await createReader('me@example.org', { isProved: true })
  const who = { id: me.userId, token: me.accessToken }
  const [ended, left] = [await place(who), await place(who)]
  await moveOn(ended.order.orderId, 'accepted', 'preparing', 'ready', 'collected')
  const board = await open(olive)
  await watchKitchen(board, kitchen.kitchenId)
  const body = { confirmation: DELETE_CONFIRMATION_TEXT }
  expect((await call('POST', '/api/account/delete', { token: me.accessToken, body })).statusCode).toBe(204)
  const { orderId, vendor } = ended.order
  expect(await board.until('orderChanged', 1)).toEqual([{ orderId, vId: vendor.vId, version: 5 }])
  await db
    .updateTable('orders')
    .set({ promised_at: Date.now() - DAY_MS - 1 })
    .execute()
  for (const { leaderJobs = [] } of app.features) for (const { run } of leaderJobs) await run()
  expect((await board.until('orderChanged', 2)).at(-1)).toMatchObject({ orderId: left.order.orderId, version: 1 })
})
