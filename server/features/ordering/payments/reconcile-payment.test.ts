import { expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { PAYMENT_CHECK_INTERVAL_MS_BY_STATE, PAYMENT_CHECK_RETRY_MS_MAX } from '#contract/ordering-limits.ts'
import { createCardSiteWithHeldEvents } from '../../../testing/card-site.ts'
import { getOrderContextOfApp } from '../../../testing/order-context.ts'
import { testCardNumbers } from '../../../testing/stripe/test-cards.ts'
import { reconcilePayment } from './reconcile-payment.ts'

const NOON = Date.UTC(2026, 10, 18, 12)

test('an authorisation for an ended order is voided, and raises one alert', async () => {
  const site = await createCardSiteWithHeldEvents()
  const { nora, pay, as, double, reconcileDuePayments, read, alerts, intent, mails } = site
  const { orderId } = await pay(nora)
  expect((await as(nora, 'POST', `/api/orders/${orderId}/cancel`)).body.state).toBe('cancelled')
  await reconcileDuePayments()
  await double.webhooks.deliver({ times: 2 })
  await reconcileDuePayments()
  expect(await read(orderId)).toMatchObject({ state: 'cancelled', paymentState: 'voided' })
  expect(intent().status).toBe('canceled')
  expect(await alerts()).toEqual([
    'late_payment: £3.20 came for order 1 at Test Kitchen after that had ended. It is given back by itself.',
  ])
  expect((await mails()).map(({ to }) => to)).toEqual([expect.stringContaining('ada')])
})

test.each([
  ['rejected by the kitchen', 'rejected', 'voided'],
  ['cancelled by the customer', 'cancelled', 'voided'],
] as const)('the authorisation of an order that is %s is voided', async (_, to, paymentState) => {
  const { nora, pay, as, move, ask, reconcileDuePayments, read, intent, alerts, receipts } =
    await createCardSiteWithHeldEvents()
  const { orderId } = await pay(nora)
  await ask({ orderId }, nora)
  if (to === 'rejected') await move(orderId, 'rejected')
  else await as(nora, 'POST', `/api/orders/${orderId}/cancel`)
  await reconcileDuePayments()
  expect(await read(orderId)).toMatchObject({ state: to, paymentState, refunds: [] })
  expect(intent()).toMatchObject({ status: 'canceled', amount_received: 0 })
  expect([await alerts(), await receipts()]).toEqual([[], []])
})

test('when the kitchen cancels an accepted order, the refund has the same reason, and a credit note is issued', async () => {
  const { nora, pay, move, moveOn, ask, reconcileDuePayments, read, receipts, double, payment } =
    await createCardSiteWithHeldEvents()
  const { orderId } = await pay(nora)
  await ask({ orderId }, nora)
  await moveOn(orderId, 'accepted')
  await reconcileDuePayments()
  await move(orderId, 'cancelled')
  await reconcileDuePayments()
  expect(await read(orderId)).toMatchObject({
    state: 'cancelled',
    paymentState: 'refunded',
    refunds: [{ amount: 320, reason: 'We have run out of gas.', state: 'succeeded' }],
  })
  expect(double.account.refunds.size).toBe(1)
  expect(await receipts()).toEqual([
    { kind: 'receipt', amount: 320 },
    { kind: 'credit_note', amount: 320 },
  ])
  expect((await payment(orderId)).check_at).toBeNull()
})

test('the card is not charged when an order is accepted and then cancelled before the capture', async () => {
  const { nora, pay, move, moveOn, ask, reconcileDuePayments, read, double, receipts } =
    await createCardSiteWithHeldEvents()
  const { orderId } = await pay(nora)
  await ask({ orderId }, nora)
  await moveOn(orderId, 'accepted')
  await move(orderId, 'cancelled')
  await reconcileDuePayments()
  expect(await read(orderId)).toMatchObject({ state: 'cancelled', paymentState: 'voided', refunds: [] })
  expect(double.calls.map(({ name }) => name)).not.toContain('capture')
  expect(await receipts()).toEqual([])
})

test('the cooking time begins at the payment, also when the order is for a chosen time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const { nora, pay, ask, read, mails } = await createCardSiteWithHeldEvents()
  const [soon, later] = [NOON + 30 * MINUTE_MS, NOON + 45 * MINUTE_MS]
  const [first, second] = [await pay(nora, { slotAt: soon }), await pay(nora, { slotAt: later })]
  const paidAt = NOON + 14 * MINUTE_MS
  vi.setSystemTime(paidAt)
  await ask(first)
  await ask(second)
  // The kitchen needs 20 minutes.
  expect((await read(first.orderId)).promisedAt).toBe(paidAt + 20 * MINUTE_MS)
  expect((await read(second.orderId)).promisedAt).toBe(later)
  const mail = (await mails()).find(({ to }) => to === 'nora@example.org')?.text
  expect(mail).toContain('It should be ready at 12:34.')
  expect(mail).toContain('When: Wednesday 18 November at 12:30, the time chosen; about Wednesday 18 November at 12:34')
})

test('a card is charged at once when the kitchen has several days to answer, and is refunded when the kitchen rejects the order', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const weekly = [{ weekday: 2, service: 'pickup', from: 720, to: 1320 }]
  const hours = JSON.stringify({ weekly, special: [] })
  const site = await createCardSiteWithHeldEvents({ kitchen: { hours } })
  const { nora, place, ask, charge, move, reconcileDuePayments, read, intent } = site
  const slotAt = Date.UTC(2026, 10, 24, 13)
  const { order } = await place(nora, { payment: 'card', slotAt })
  expect(order.acceptBy).toBeGreaterThan(NOON + 4 * DAY_MS)
  const { body } = await ask(order, nora)
  expect(body.chargedAtOnce).toBe(true)
  charge(body.clientSecret)
  await ask(order, nora)
  expect(await read(order.orderId)).toMatchObject({ state: 'placed', paymentState: 'captured', promisedAt: slotAt })
  await move(order.orderId, 'rejected')
  await reconcileDuePayments()
  expect(await read(order.orderId)).toMatchObject({
    state: 'rejected',
    paymentState: 'refunded',
    refunds: [{ amount: 320, reason: 'We have run out of gas.', state: 'succeeded' }],
  })
  expect(intent().status).toBe('succeeded')
})

test('a payment whose amount differs from its order is voided and raises an alert, and the order expires', async () => {
  const { nora, pay, intent, double, reconcileDuePayments, ask, read, alerts } = await createCardSiteWithHeldEvents()
  const { orderId } = await pay(nora)
  intent().amount_capturable = 319
  await ask({ orderId }, nora)
  await reconcileDuePayments()
  expect(await read(orderId)).toMatchObject({ state: 'expired', paymentState: 'voided' })
  expect(intent().status).toBe('canceled')
  expect(await alerts()).toEqual([
    'amount_differs: £3.19 was paid for order 1 at Test Kitchen, which costs £3.20. It is given back by itself.',
  ])
  expect(double.account.charges.size).toBe(1)
})

test('an authorisation that expires while the order is cooked raises one alert', async () => {
  const { nora, pay, ask, intent, double, moveOn, reconcileDuePayments, read, alerts } =
    await createCardSiteWithHeldEvents()
  const { orderId } = await pay(nora)
  await ask({ orderId }, nora)
  double.account.lose(intent().id)
  await moveOn(orderId, 'accepted')
  await reconcileDuePayments()
  await double.webhooks.deliver()
  await reconcileDuePayments()
  expect(await read(orderId)).toMatchObject({ state: 'accepted', paymentState: 'voided' })
  expect(await alerts()).toEqual([
    'payment_lost: The £3.20 for order 1 at Test Kitchen can no longer be taken from the card. Ask the customer to pay in another way, or cancel the order.',
  ])
})

test('a dispute raises one alert, and no second alert after the first is marked as seen', async () => {
  const { nora, pay, ask, moveOn, reconcileDuePayments, double, alerts, db } = await createCardSiteWithHeldEvents()
  const { orderId } = await pay(nora, {}, testCardNumbers.disputes)
  await ask({ orderId }, nora)
  await moveOn(orderId, 'accepted')
  await reconcileDuePayments()
  await double.webhooks.deliver()
  await reconcileDuePayments()
  expect(await alerts()).toEqual([expect.stringContaining('disputed: The customer of order 1 at Test Kitchen')])
  await db.updateTable('payment_alerts').set({ seen_at: Date.now() }).execute()
  await db.updateTable('payments').set({ check_at: 1 }).execute()
  await reconcileDuePayments()
  expect(await alerts()).toHaveLength(1)
})

test('a refund made at the provider is recorded with a credit note', async () => {
  const { nora, pay, ask, intent, moveOn, reconcileDuePayments, double, read, receipts } =
    await createCardSiteWithHeldEvents()
  const { orderId } = await pay(nora)
  await ask({ orderId }, nora)
  await moveOn(orderId, 'accepted')
  await reconcileDuePayments()
  double.account.refund({ intent: intent().id, amount: 120, more: {} })
  await double.webhooks.deliver({ times: 2 })
  await reconcileDuePayments()
  expect(await read(orderId)).toMatchObject({
    paymentState: 'partially_refunded',
    refunds: [{ amount: 120, reason: 'Given back at the payment provider.', state: 'succeeded' }],
  })
  expect(await receipts()).toEqual([
    { kind: 'receipt', amount: 320 },
    { kind: 'credit_note', amount: 120 },
  ])
})

test('a pending refund is checked until the bank decides, and a failed refund raises an alert', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const site = await createCardSiteWithHeldEvents()
  const { nora, pay, ask, move, moveOn, reconcileDuePayments, double, read, alerts, receipts, payment } = site
  const { orderId } = await pay(nora, {}, testCardNumbers.refundPending)
  await ask({ orderId }, nora)
  await moveOn(orderId, 'accepted')
  await reconcileDuePayments()
  await move(orderId, 'cancelled')
  await reconcileDuePayments()
  expect(await read(orderId)).toMatchObject({ refunds: [{ amount: 320, state: 'pending' }] })
  expect((await payment(orderId)).check_at).toBe(NOON + PAYMENT_CHECK_INTERVAL_MS_BY_STATE.held)
  const [refund] = double.account.refunds.values()
  double.account.settleRefund(refund?.id ?? '', 'failed')
  double.webhooks.drop()
  vi.setSystemTime(NOON + PAYMENT_CHECK_INTERVAL_MS_BY_STATE.held)
  await reconcileDuePayments()
  expect(await read(orderId)).toMatchObject({ paymentState: 'captured', refunds: [{ amount: 320, state: 'failed' }] })
  expect(await alerts()).toEqual([
    'refund_failed: £3.20 could not be given back for order 1 at Test Kitchen. Give it back in another way.',
  ])
  expect(double.account.refunds.size).toBe(1)
  expect(await receipts()).toEqual([{ kind: 'receipt', amount: 320 }])
})

test('while the provider is unavailable, the payment check is repeated after growing pauses until it succeeds', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const { nora, pay, ask, moveOn, reconcileDuePayments, double, read, payment, failures } =
    await createCardSiteWithHeldEvents()
  const { orderId } = await pay(nora)
  await ask({ orderId }, nora)
  await moveOn(orderId, 'accepted')
  double.fail(503, { times: 1000 })
  const pauses: number[] = []
  for (let time = 0; time < 12; time++) {
    await reconcileDuePayments()
    const { check_at } = await payment(orderId)
    pauses.push((check_at ?? 0) - Date.now())
    vi.setSystemTime(check_at ?? 0)
  }
  expect(pauses.slice(0, 4)).toEqual([1, 2, 4, 8].map((seconds) => seconds * SECOND_MS))
  expect(pauses.at(-1)).toBe(PAYMENT_CHECK_RETRY_MS_MAX)
  expect((await read(orderId)).paymentState).toBe('authorised')
  expect(failures).toEqual([])
  double.mend()
  await reconcileDuePayments()
  expect((await read(orderId)).paymentState).toBe('captured')
  expect(await payment(orderId)).toMatchObject({ check_at: null, failures: 0 })
})

test('a check that began before the charge does not undo an order that another check has placed', async () => {
  const { nora, placeByCard, ask, charge, double, app, read, alerts } = await createCardSiteWithHeldEvents()
  const order = await placeByCard(nora)
  const { clientSecret } = (await ask(order, nora)).body
  const early = Promise.withResolvers<undefined>()
  const answered = Promise.withResolvers<void>()
  double.onCall = ({ name }, when) => {
    if (name !== 'read' || when !== 'after') return undefined
    double.onCall = null
    answered.resolve()
    return early.promise
  }
  const slow = reconcilePayment(getOrderContextOfApp(app), order.orderId)
  await answered.promise
  charge(clientSecret)
  expect((await ask(order, nora)).body.order).toMatchObject({ state: 'placed', paymentState: 'authorised' })
  early.resolve(undefined)
  await slow
  expect(await read(order.orderId)).toMatchObject({ state: 'placed', paymentState: 'authorised' })
  expect(await alerts()).toEqual([])
})
