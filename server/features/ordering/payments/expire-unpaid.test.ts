import { expect, test, vi } from 'vitest'
import { PAYMENT_DEADLINE_MS } from '#contract/ordering-limits.ts'
import { createCardSiteWithHeldEvents } from '../../../testing/card-site.ts'
import { getOrderContextOfApp } from '../../../testing/order-context.ts'

const NOON = Date.UTC(2026, 10, 18, 12)

test('unpaid orders expire while the provider does not answer the last check of another one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const { app, nora, placeByCard, ask, expireUnpaid, read } = await createCardSiteWithHeldEvents()
  const orders = [await placeByCard(nora), await placeByCard(nora)]
  for (const order of orders) await ask(order)
  const { payments } = getOrderContextOfApp(app)
  if (!payments) throw new Error('The site takes no cards.')
  const answered = Promise.withResolvers<void>()
  const { read: readPayment } = payments
  vi.spyOn(payments, 'read').mockImplementationOnce(async (...payment) => {
    await answered.promise
    return readPayment(...payment)
  })
  vi.setSystemTime(NOON + PAYMENT_DEADLINE_MS)
  const expiring = expireUnpaid()
  const states = async () => (await Promise.all(orders.map(({ orderId }) => read(orderId)))).map(({ state }) => state)
  await expect.poll(states).toContain('expired')
  expect(await states()).toContain('awaiting_payment')
  answered.resolve()
  await expiring
  expect(await states()).toEqual(['expired', 'expired'])
})
