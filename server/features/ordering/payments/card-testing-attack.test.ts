import { expect, test, vi } from 'vitest'
import type { PaymentAlert } from '#contract/desk-payments.ts'
import type { Order } from '#contract/ordering.ts'
import {
  CARD_DECLINE_LIMITS,
  CARD_TESTING_WINDOW_MS,
  SITE_CARD_DECLINES_ALERT_COUNT,
} from '#contract/ordering-limits.ts'
import { createCardSite, type PayableCardOrder } from '../../../testing/card-site.ts'
import type { TestUser } from '../../../testing/orders.ts'
import { buildCardNumber } from '../../../testing/stripe/test-cards.ts'

/** Creates a site that takes cards, and functions for calls from any IP address. */
async function attackedSite() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 18, 12) })
  const site = await createCardSite()
  const { call, draft, ada, as } = site
  return {
    ...site,
    place: async (who: TestUser, from: string) => {
      const answer = await call('POST', '/api/orders', { token: who.token, body: draft({ payment: 'card' }), from })
      return {
        status: answer.statusCode,
        body: answer.json() as { order: Order; trackingToken: string; code?: string },
      }
    },
    begin: async ({ orderId, trackingToken }: Omit<PayableCardOrder, 'total'>, from: string) => {
      const answer = await call('POST', `/api/orders/${orderId}/payment?token=${trackingToken}`, { from })
      return answer.json() as { clientSecret?: string | null; code?: string; order?: Order }
    },
    alerts: async (): Promise<PaymentAlert[]> => (await as(ada, 'GET', '/api/desk/payments')).body.alerts,
  }
}

test('a script with a hundred stolen cards is stopped and reported, and honest customers can pay', async () => {
  const { double, person, place, begin, charge, runJobs, failures, alerts, orders, mails, as, nora } =
    await attackedSite()
  const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
  const came: Record<string, number> = {}
  const comesTo = (outcome: string) => {
    came[outcome] = (came[outcome] ?? 0) + 1
  }
  for (let nth = 0; nth < 100; nth += 4) {
    // The script uses a new guest and a new order, with the next IP address, for every four cards.
    const from = addresses[(nth / 4) % addresses.length] ?? ''
    const { status, body } = await place(await person(`Thief${nth}`, ['Guest']), from)
    if (status !== 201) {
      comesTo(body.code ?? '')
      continue
    }
    const { clientSecret, code } = await begin({ orderId: body.order.orderId, ...body }, from)
    expect(code).toBeUndefined()
    for (const card of [nth, nth + 1, nth + 2, nth + 3]) {
      // Every ninth card has not been reported as stolen, so the bank accepts it.
      comesTo(charge(clientSecret ?? '', buildCardNumber(card, card % 9 === 0 ? 'good' : 'stolen')))
      await double.webhooks.quiet()
      await runJobs()
    }
  }
  expect(came.declined).toBe(addresses.length * CARD_DECLINE_LIMITS.address)
  expect(Object.keys(came).sort()).toEqual(['card_testing', 'declined', 'paid', 'refused'])
  expect((await alerts()).map(({ detail }) => detail)).toContain(
    `Cards were refused ${SITE_CARD_DECLINES_ALERT_COUNT} times within an hour on the whole site.`,
  )
  expect((await mails()).filter(({ to, subject }) => to === 'ada@example.org' && /Stolen/.test(subject))).not.toEqual(
    [],
  )
  expect(failures).toEqual([])

  const honest = await place(nora, '198.51.100.7')
  const { clientSecret } = await begin({ orderId: honest.body.order.orderId, ...honest.body }, '198.51.100.7')
  expect(charge(clientSecret ?? '', buildCardNumber(777, 'good'))).toBe('paid')
  await double.webhooks.quiet()
  await runJobs()
  expect((await as(nora, 'GET', `/api/orders/${honest.body.order.orderId}`)).body).toMatchObject({
    state: 'placed',
    paymentState: 'authorised',
  })
  expect((await orders()).filter(({ state }) => state === 'placed')).toHaveLength((came.paid ?? 0) + 1)
})

test('after an IP address reaches its limit, one more refused card cancels a payment that began earlier, and a valid card places no order', async () => {
  const { double, person, place, begin, charge, runJobs, failures, orders, paymentsOf } = await attackedSite()
  const from = '192.0.2.1'
  const begun: { orderId: string; clientSecret: string }[] = []
  for (let nth = 0; nth < 8; nth++) {
    const { body } = await place(await person(`Thief${nth}`, ['Guest']), from)
    const { orderId } = body.order
    begun.push({ orderId, clientSecret: (await begin({ orderId, ...body }, from)).clientSecret ?? '' })
  }
  const tried: number[] = []
  let nth = 0
  for (const { clientSecret } of begun.slice(0, -1)) {
    let declined = 0
    for (let at = 0; at <= CARD_DECLINE_LIMITS.order; at++) {
      if (charge(clientSecret, buildCardNumber(nth++, 'stolen')) === 'declined') declined++
      await double.webhooks.quiet()
      await runJobs()
    }
    tried.push(declined)
  }
  const { order, address } = CARD_DECLINE_LIMITS
  expect(tried).toEqual([order, order, address - 2 * order, ...Array(begun.length - 4).fill(1)])

  const last = begun.at(-1)
  expect(charge(last?.clientSecret ?? '', buildCardNumber(1, 'good'))).toBe('paid')
  await double.webhooks.quiet()
  await runJobs()
  expect(paymentsOf(last?.orderId ?? '').map(({ intent }) => intent.status)).toEqual(['canceled'])
  expect(new Set((await orders()).map(({ state, payment_state }) => `${state} ${payment_state}`))).toEqual(
    new Set(['expired voided']),
  )
  expect(failures).toEqual([])
})

test('a customer who shares an IP address with a thief can pay in cash at once, and by card an hour later', async () => {
  const { double, person, place, begin, charge, runJobs, nora, call, draft } = await attackedSite()
  const from = '192.0.2.1'
  for (let nth = 0; nth < CARD_DECLINE_LIMITS.address; nth++) {
    const { body } = await place(await person(`Thief${nth}`, ['Guest']), from)
    const { clientSecret } = await begin({ orderId: body.order.orderId, ...body }, from)
    charge(clientSecret ?? '', buildCardNumber(nth, 'stolen'))
    await double.webhooks.quiet()
    await runJobs()
  }
  expect(await place(nora, from)).toMatchObject({ status: 429, body: { code: 'card_testing' } })
  const inCash = await call('POST', '/api/orders', { token: nora.token, body: draft({ payment: 'cash' }), from })
  expect(inCash.statusCode).toBe(201)
  vi.setSystemTime(Date.now() + CARD_TESTING_WINDOW_MS)
  expect(await place(await person('Neighbour', ['Guest']), from)).toMatchObject({ status: 201 })
})
