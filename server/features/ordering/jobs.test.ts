import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import {
  ACCEPT_MINUTES_RANGE,
  PAYMENT_CHECK_INTERVAL_MS_BY_STATE,
  PAYMENT_DEADLINE_MS,
} from '#contract/ordering-limits.ts'
import { startBackgroundWorker } from '../../outbox/worker.ts'
import { createCardSiteWithHeldEvents } from '../../testing/card-site.ts'
import { getOrderContextOfApp } from '../../testing/order-context.ts'
import { collectAddedWorkKinds, createRecordingLog } from '../../testing/outbox.ts'
import { explainQueries } from '../../testing/query-plans.ts'
import { findNextRejectionTimeUntil } from './orders/reject-unanswered.ts'
import { findNextOrderExpiryTime, findNextPaymentCheckTime } from './payments/payment-jobs.ts'

const NOON = Date.UTC(2026, 10, 18, 12)

/**
 * Creates a site that takes cards. Only the jobs of the ordering feature run there, after the test has started them.
 */
async function createSite() {
  const site = await createCardSiteWithHeldEvents()
  const jobs = site.app.features.find(({ name }) => name === 'ordering')?.jobs ?? []
  return {
    ...site,
    jobs,
    /** Starts the jobs as a process does. Resolves when each job has run and has read its next due time. */
    startJobs: async () => {
      const sleeping = jobs.map(() => Promise.withResolvers<void>())
      const watched = jobs.map((job, index) => ({
        ...job,
        nextAt: async (until: number) => {
          const next = await job.nextAt?.(until)
          sleeping[index]?.resolve()
          return next ?? null
        },
      }))
      const { stop } = startBackgroundWorker({ db: site.db, log: createRecordingLog().log, senders: [], jobs: watched })
      onTestFinished(stop)
      await Promise.all(sleeping.map(({ promise }) => promise))
    },
    /** Returns the next due time of each job; null for a time after `until`. */
    dueTimes: (until: number) => Promise.all(jobs.map(({ nextAt }) => nextAt?.(until))),
  }
}

test('each job sleeps until the time at which its next order or payment is due', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const { nora, place, pay, moveOn, jobs, dueTimes } = await createSite()
  expect(jobs).toHaveLength(3)
  expect(await dueTimes(NOON + DAY_MS)).toEqual([null, null, null])
  const { order } = await place(nora)
  await pay(nora)
  const due = [NOON + 10 * MINUTE_MS, NOON + 20 * SECOND_MS, NOON + 15 * MINUTE_MS]
  expect(await dueTimes(NOON + DAY_MS)).toEqual(due)
  for (const [index, time] of due.entries()) {
    expect((await dueTimes(time))[index]).toBe(time)
    expect((await dueTimes(time - 1))[index]).toBeNull()
  }
  await moveOn(order.orderId, 'accepted')
  expect(await dueTimes(NOON + DAY_MS)).toEqual([null, ...due.slice(1)])
})

test('the interval of each job is shorter than every time limit of an order or a payment', async () => {
  const { jobs } = await createSite()
  const times = [
    ACCEPT_MINUTES_RANGE.min * MINUTE_MS,
    PAYMENT_DEADLINE_MS,
    ...Object.values(PAYMENT_CHECK_INTERVAL_MS_BY_STATE),
  ]
  expect(Math.max(...jobs.map(({ everyMs }) => everyMs))).toBeLessThan(Math.min(...times))
})

test('a process rejects an unanswered order at its deadline, even when another process has placed the order and sent no message about it', async () => {
  const { db, nora, place, startJobs, orders } = await createSite()
  const { order } = await place(nora)
  const dueAt = Date.now() + SECOND_MS / 2
  await db.updateTable('orders').set({ accept_by: dueAt }).where('id', '=', order.orderId).execute()
  await startJobs()
  await expect.poll(async () => (await orders()).map(({ state }) => state), { timeout: 5_000 }).toEqual(['rejected'])
  expect((await orders())[0]?.ended_at).toBeGreaterThanOrEqual(dueAt)
})

test('an accepted order is charged at once, because its acceptance wakes the job', async () => {
  const { nora, pay, ask, moveOn, read, startJobs } = await createSite()
  const { orderId } = await pay(nora)
  await ask({ orderId }, nora)
  await startJobs()
  await moveOn(orderId, 'accepted')
  await expect.poll(async () => (await read(orderId)).paymentState, { timeout: 5_000 }).toBe('captured')
})

test('a move, refund, provider event or failed check of a card order wakes the payment check job, but a move of a cash order does not', async () => {
  const site = await createSite()
  const { db, nora, olive, kitchen, as, place, pay, ask, moveOn, reconcileDuePayments, double } = site
  const woken = collectAddedWorkKinds(db)
  const checks = () => woken.splice(0).filter((work) => work === 'payment_check').length
  await moveOn((await place(nora)).order.orderId, 'accepted')
  expect(checks()).toBe(0)

  const { orderId } = await pay(nora)
  await double.webhooks.deliver()
  expect(checks()).toBeGreaterThan(0)
  await ask({ orderId }, nora)
  await reconcileDuePayments()
  checks()
  await moveOn(orderId, 'accepted')
  expect(checks()).toBe(1)
  await reconcileDuePayments()
  checks()
  const refund = { key: crypto.randomUUID(), amount: 120, reason: 'The fries were cold.' }
  const { status } = await as(olive, 'POST', `/api/kitchen/${kitchen.kitchenId}/orders/${orderId}/refunds`, refund)
  expect([status, checks()]).toEqual([200, 1])
  double.fail(503, { times: 1000 })
  await reconcileDuePayments()
  expect(checks()).toBe(1)
})

test('the queries for the next due order and payment do not scan a whole table', async () => {
  if (inject('postgres')) return
  const { db, app } = await createSite()
  const plans = await explainQueries(db, async (db) => {
    await findNextRejectionTimeUntil(db, NOON)
    await findNextOrderExpiryTime(db, NOON)
    await findNextPaymentCheckTime({ ...getOrderContextOfApp(app), db }, NOON)
  })
  expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual([])
  expect(plans.filter((plan) => plan.includes('orders_waiting'))).toHaveLength(2)
  expect(plans.filter((plan) => plan.includes('payments_by_check'))).toHaveLength(1)
})
