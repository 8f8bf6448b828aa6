import { expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { createTestApp } from '../../../testing/app.ts'
import { createCardSiteWithHeldEvents } from '../../../testing/card-site.ts'
import { getOrderContextOfApp } from '../../../testing/order-context.ts'
import { buildLine, createOrderSite } from '../../../testing/orders.ts'
import { rejectUnansweredOrders } from './reject-unanswered.ts'

const unexpected = (error: unknown) => {
  throw error
}

test('an order that its kitchen does not answer in time is rejected once, with a reason', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { app, db, nora, kitchen, as, place, mails, history, portionsLeft } = await createOrderSite()
  const { order } = await place(nora, { lines: [buildLine(kitchen.fries)], total: 550 })
  expect(order.acceptBy).toBe(order.placedAt + 10 * MINUTE_MS)
  vi.setSystemTime(order.acceptBy - 1)
  await rejectUnansweredOrders(getOrderContextOfApp(app), unexpected)
  expect(await history()).toHaveLength(1)

  vi.setSystemTime(order.acceptBy)
  const processes = [app, createTestApp({ db }), createTestApp({ db })]
  await Promise.all(processes.map((process) => rejectUnansweredOrders(getOrderContextOfApp(process), unexpected)))
  expect((await as(nora, 'GET', `/api/orders/${order.orderId}`)).body).toMatchObject({
    state: 'rejected',
    version: 2,
    events: [{ to: 'placed' }, { actor: 'system', to: 'rejected', reason: 'Nobody answered within 10 minutes.' }],
  })
  expect(await history()).toHaveLength(2)
  expect(await portionsLeft()).toBe(10)
  const told = (await mails()).filter(({ to }) => to === 'nora@example.org')
  expect(told.map(({ subject }) => subject)).toEqual([
    'We have your order 1 at Test Kitchen',
    'Your order 1 at Test Kitchen was not accepted',
  ])
  expect(told[1]?.text).toContain('Nobody answered within 10 minutes.')
  await rejectUnansweredOrders(getOrderContextOfApp(app), unexpected)
  expect(await history()).toHaveLength(2)
})

test('an accepted order is not rejected, and the time to answer an order pauses while the kitchen is closed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.UTC(2026, 10, 18, 21, 55))
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, service: 'pickup', from: 720, to: 1320 }))
  const hours = JSON.stringify({ weekly, special: [] })
  const { app, nora, place, moveOn, orders, kitchen } = await createOrderSite({ kitchen: { hours, prep_minutes: 1 } })
  const tomorrow = { slotAt: Date.UTC(2026, 10, 19, 13) }
  const [answered, late] = [await place(nora, tomorrow), await place(nora, tomorrow)]
  await moveOn(answered.order.orderId, 'accepted')
  expect(kitchen.slug).toBe(late.order.vendor.slug)
  vi.setSystemTime(Date.UTC(2026, 10, 19, 12, 4))
  await rejectUnansweredOrders(getOrderContextOfApp(app), unexpected)
  expect((await orders()).map(({ state }) => state)).toEqual(['accepted', 'placed'])
  vi.setSystemTime(Date.UTC(2026, 10, 19, 12, 5))
  await rejectUnansweredOrders(getOrderContextOfApp(app), unexpected)
  expect((await orders()).map(({ state }) => state)).toEqual(['accepted', 'rejected'])
})

const evening = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, service: 'pickup', from: 1020, to: 1320 }))
const eveningKitchen = { hours: JSON.stringify({ weekly: evening, special: [] }), prep_minutes: 5 }

test('the time to answer an order also runs while the kitchen is closed, when the order would otherwise wait past its promised time', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T21:53:00Z'), toFake: ['Date'] })
  const { nora, place } = await createOrderSite({ kitchen: { ...eveningKitchen, accept_within_minutes: 30 } })
  const soon = await place(nora)
  expect(soon.order.promisedAt).toBe(Date.UTC(2026, 10, 23, 21, 58))
  expect(soon.order.acceptBy).toBe(Date.UTC(2026, 10, 23, 22, 23))
  const early = await place(nora, { slotAt: Date.UTC(2026, 10, 24, 17, 15) })
  expect(early.order.acceptBy).toBe(Date.UTC(2026, 10, 24, 17, 15))
  const late = await place(nora, { slotAt: Date.UTC(2026, 10, 24, 17, 30) })
  expect(late.order.acceptBy).toBe(Date.UTC(2026, 10, 24, 17, 23))
})

test('an order that is paid shortly before closing does not wait for the next opening', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T21:50:00Z'), toFake: ['Date'] })
  const site = await createCardSiteWithHeldEvents({ kitchen: { ...eveningKitchen, accept_within_minutes: 15 } })
  const { gus, pay, ask, read } = site
  const order = await pay(gus)
  vi.setSystemTime(Date.UTC(2026, 10, 23, 21, 53))
  await ask(order)
  expect(await read(order.orderId)).toMatchObject({ state: 'placed', acceptBy: Date.UTC(2026, 10, 23, 22, 8) })
})

test('an order for “as soon as possible” that is paid after closing does not wait for the next opening', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T21:50:00Z'), toFake: ['Date'] })
  const site = await createCardSiteWithHeldEvents({ kitchen: eveningKitchen })
  const { gus, pay, ask, read, runJobs, intent } = site
  const order = await pay(gus)
  const paidAt = Date.UTC(2026, 10, 23, 22, 2)
  vi.setSystemTime(paidAt)
  await ask(order)
  const { state, acceptBy } = await read(order.orderId)
  expect([state, acceptBy]).toEqual(['placed', paidAt + 10 * MINUTE_MS])
  vi.setSystemTime(acceptBy)
  await runJobs()
  expect(await read(order.orderId)).toMatchObject({ state: 'rejected', paymentState: 'voided' })
  expect(intent().status).toBe('canceled')
})

test('a damaged order is reported, and other orders are still rejected', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { app, db, nora, place, orders } = await createOrderSite()
  const [{ order: damaged }, { order }] = [await place(nora), await place(nora)]
  await db.updateTable('orders').set({ lines: '[{' }).where('id', '=', damaged.orderId).execute()
  vi.setSystemTime(order.acceptBy)
  const failed = vi.fn()

  await rejectUnansweredOrders(getOrderContextOfApp(app), failed)

  expect(failed).toHaveBeenCalledOnce()
  expect((await orders()).map(({ state }) => state)).toEqual(['placed', 'rejected'])
})
