import { expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { PAYMENT_CHECK_INTERVAL_MS_BY_STATE, PAYMENT_DEADLINE_MS } from '#contract/ordering-limits.ts'
import { createCardSiteWithHeldEvents } from '../../../testing/card-site.ts'
import { buildLine } from '../../../testing/orders.ts'
import { testCardNumbers } from '../../../testing/stripe/test-cards.ts'
import { ProviderRefusedError } from './payment-provider.ts'

const NOON = Date.UTC(2026, 10, 18, 12)

test('a card order reaches the kitchen and the customer after its payment is authorised; its acceptance captures the payment and issues a receipt', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const site = await createCardSiteWithHeldEvents()
  const { nora, olive, kitchen, as, place, ask, charge, reconcileDuePayments, read, moveOn, mails, intent, receipts } =
    site
  const { order } = await place(nora, { payment: 'card' })
  expect(order).toMatchObject({
    state: 'awaiting_payment',
    paymentState: 'pending',
    payment: 'card',
    payBy: NOON + PAYMENT_DEADLINE_MS,
    events: [{ actor: 'customer', from: null, to: 'awaiting_payment' }],
  })
  const board = async () => (await as(olive, 'GET', `/api/kitchen/${kitchen.kitchenId}/board`)).body
  const nothing = { orders: [], today: { orders: 0, total: 0, lost: 0 } }
  expect(await board()).toMatchObject(nothing)
  const first = await ask(order, nora)
  expect(first).toMatchObject({ status: 200, body: { chargedAtOnce: false, order: { state: 'awaiting_payment' } } })
  expect(await ask(order, nora)).toEqual(first)
  expect(intent()).toMatchObject({
    amount: 320,
    currency: 'gbp',
    capture_method: 'manual',
    metadata: { orderId: order.orderId },
    description: 'Order 1 at Test Kitchen',
  })

  charge(first.body.clientSecret)
  vi.setSystemTime(NOON + 4 * MINUTE_MS)
  expect(await mails()).toEqual([])
  expect(await ask(order, nora)).toMatchObject({
    body: {
      clientSecret: null,
      order: {
        state: 'placed',
        paymentState: 'authorised',
        card: 'Visa ending in 4242',
        payBy: null,
        // The times to answer and to cook start after the payment.
        acceptBy: NOON + 14 * MINUTE_MS,
        promisedAt: order.promisedAt + 4 * MINUTE_MS,
        events: [{ to: 'awaiting_payment' }, { actor: 'payment', from: 'awaiting_payment', to: 'placed' }],
      },
    },
  })
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'We have your order 1 at Test Kitchen',
    'New order 1 at Test Kitchen: £3.20',
  ])
  expect(await board()).toMatchObject({ orders: [{ orderId: order.orderId }], today: { orders: 1, total: 320 } })
  expect(await receipts()).toEqual([])

  await moveOn(order.orderId, 'accepted')
  expect(await read(order.orderId)).toMatchObject({ paymentState: 'authorised' })
  await reconcileDuePayments()
  expect(await read(order.orderId)).toMatchObject({ state: 'accepted', paymentState: 'captured' })
  expect(intent()).toMatchObject({ status: 'succeeded', amount_received: 320 })
  expect(await receipts()).toEqual([{ kind: 'receipt', amount: 320 }])
  expect(await site.payment(order.orderId)).toMatchObject({ check_at: null, failures: 0 })
})

test('an order is placed once, however often webhooks, returning browsers and checks report its payment', async () => {
  const { nora, pay, ask, double, reconcileDuePayments, history, mails, orders, read } =
    await createCardSiteWithHeldEvents()
  const { orderId } = await pay(nora)
  await Promise.all([
    ...Array.from({ length: 4 }, () => ask({ orderId }, nora)),
    double.webhooks.deliver({ times: 3, order: (events) => events.toReversed() }),
    ...Array.from({ length: 4 }, () => reconcileDuePayments()),
  ])
  await reconcileDuePayments()
  expect(await orders()).toHaveLength(1)
  expect((await history()).map(({ to_state }) => to_state)).toEqual(['awaiting_payment', 'placed'])
  expect((await mails()).filter(({ to }) => to === 'nora@example.org')).toHaveLength(1)
  expect(double.account.intents.size).toBe(1)
  expect(double.account.charges.size).toBe(1)
  expect((await read(orderId)).paymentState).toBe('authorised')
})

test('retries and double clicks with the same idempotency key make one order with one payment', async () => {
  const { nora, draft, order, ask, orders, double } = await createCardSiteWithHeldEvents()
  const sent = draft({ payment: 'card' })
  const placed = await Promise.all([order(nora, sent), order(nora, sent), order(nora, sent)])
  expect(new Set(placed.map(({ body }) => body.order.orderId)).size).toBe(1)
  const { orderId } = placed[0]?.body.order ?? {}
  const asked = await Promise.all([ask({ orderId }, nora), ask({ orderId }, nora), ask({ orderId }, nora)])
  expect(new Set(asked.map(({ body }) => body.clientSecret)).size).toBe(1)
  expect(await orders()).toHaveLength(1)
  expect(double.account.intents.size).toBe(1)
})

test('the payment check places the order when neither the browser nor an event reports the payment', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const { nora, pay, double, reconcileDuePayments, read } = await createCardSiteWithHeldEvents()
  const { orderId } = await pay(nora)
  double.webhooks.drop()
  await reconcileDuePayments()
  expect((await read(orderId)).state).toBe('awaiting_payment')
  vi.setSystemTime(NOON + PAYMENT_CHECK_INTERVAL_MS_BY_STATE.waiting)
  await reconcileDuePayments()
  expect((await read(orderId)).state).toBe('placed')
})

test('an unpaid order expires after fifteen minutes, notifies nobody, returns its portions and cannot be paid', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const site = await createCardSiteWithHeldEvents()
  const { nora, kitchen, place, ask, charge, reconcileDuePayments, expireUnpaid, portionsLeft, read, mails, intent } =
    site
  const { order, trackingToken } = await place(nora, {
    payment: 'card',
    lines: [buildLine(kitchen.fries)],
    total: 550,
  })
  const { body } = await ask(order, nora)
  expect(await portionsLeft()).toBe(9)
  vi.setSystemTime(NOON + PAYMENT_DEADLINE_MS - 1)
  await expireUnpaid()
  expect((await read(order.orderId)).state).toBe('awaiting_payment')
  vi.setSystemTime(NOON + PAYMENT_DEADLINE_MS)
  await Promise.all([expireUnpaid(), expireUnpaid()])
  await reconcileDuePayments()
  expect(await read(order.orderId)).toMatchObject({
    state: 'expired',
    paymentState: 'voided',
    events: [{ to: 'awaiting_payment' }, { actor: 'system', to: 'expired' }],
  })
  expect(await portionsLeft()).toBe(10)
  expect(await mails()).toEqual([])
  expect(intent().status).toBe('canceled')
  expect(charge(body.clientSecret)).toBe('refused')
  expect(await ask({ orderId: order.orderId, trackingToken })).toMatchObject({
    status: 200,
    body: { clientSecret: null },
  })
})

test('a payment at the last moment counts, because the payment is checked once more before its order expires', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const { nora, pay, double, expireUnpaid, read } = await createCardSiteWithHeldEvents()
  const { orderId } = await pay(nora)
  double.webhooks.drop()
  vi.setSystemTime(NOON + PAYMENT_DEADLINE_MS)
  await expireUnpaid()
  expect((await read(orderId)).state).toBe('placed')
})

test('the reply after a refused card contains the reason, and another card can pay the same order', async () => {
  const { nora, pay, ask, charge, read, db } = await createCardSiteWithHeldEvents()
  const { orderId, clientSecret } = await pay(nora, {}, testCardNumbers.noFunds)
  expect(await ask({ orderId }, nora)).toMatchObject({
    body: {
      clientSecret,
      order: {
        state: 'awaiting_payment',
        paymentState: 'failed',
        declined: 'Your card has insufficient funds.',
        card: '',
      },
    },
  })
  charge(clientSecret, testCardNumbers.mastercard)
  await ask({ orderId }, nora)
  expect(await read(orderId)).toMatchObject({
    state: 'placed',
    paymentState: 'authorised',
    declined: '',
    card: 'Mastercard ending in 4444',
  })
  const attempts = await db.selectFrom('payment_attempts').select('is_declined').orderBy('is_declined').execute()
  expect(attempts).toEqual([{ is_declined: 0 }, { is_declined: 1 }])
})

test('while the provider is unavailable, paying fails and can be repeated later, and the order still expires', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const { nora, place, ask, double, expireUnpaid, read } = await createCardSiteWithHeldEvents()
  const { order } = await place(nora, { payment: 'card' })
  double.fail('cut', { times: 2 })
  expect(await ask(order, nora)).toMatchObject({ status: 502, body: { code: 'payment_failed' } })
  expect(await ask(order, nora)).toMatchObject({ status: 200, body: { clientSecret: expect.any(String) } })
  double.fail(500, { times: 100 })
  vi.setSystemTime(NOON + PAYMENT_DEADLINE_MS)
  await expireUnpaid()
  expect((await read(order.orderId)).state).toBe('expired')
})

test('when the provider refuses to begin a payment, the order ends at once with the reason, and its portions are returned to the stock', async () => {
  const { nora, app, kitchen, place, ask, double, portionsLeft } = await createCardSiteWithHeldEvents()
  const before = await portionsLeft()
  const lines = [buildLine(kitchen.fries)]
  const { order } = await place(nora, { payment: 'card', lines, total: 550 })
  const report = vi.spyOn(app.reports, 'serverError')
  double.fail(400, { name: 'create' })
  const { status, body } = await ask(order, nora)
  expect([status, body.clientSecret, body.order?.state]).toEqual([200, null, 'expired'])
  expect(body.order.events.at(-1).reason).toMatch(/^The payment service does not accept this payment\./)
  expect(await portionsLeft()).toBe(before)
  expect(report).toHaveBeenCalledWith(expect.any(ProviderRefusedError), expect.anything())
})

test('while the provider is unavailable, a customer who has paid learns that the page will show the payment soon', async () => {
  const { nora, pay, ask, double } = await createCardSiteWithHeldEvents()
  const order = await pay(nora)
  double.fail(500, { times: 100 })
  expect(await ask(order)).toMatchObject({
    status: 502,
    body: {
      message:
        'The payment service did not answer. If you have paid already, this page shows it in a moment; otherwise try again.',
    },
  })
})

test('an order can be paid by its customer or the holder of its link; others get 404, and its kitchen gets 403', async () => {
  const { nora, gus, olive, ada, placeByCard, ask, place } = await createCardSiteWithHeldEvents()
  const order = await placeByCard(nora)
  const { orderId } = order
  expect(await ask({ orderId }, gus)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await ask({ orderId })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await ask({ orderId }, olive)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await ask({ orderId }, ada)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await ask(order)).toMatchObject({ status: 200, body: { clientSecret: expect.any(String) } })
  // For an order that is paid on handover, the call begins no payment.
  const byHand = await place(nora, { payment: 'cash' })
  expect(await ask({ orderId: byHand.order.orderId }, nora)).toMatchObject({
    status: 200,
    body: { clientSecret: null, chargedAtOnce: false, order: { state: 'placed' } },
  })
})

test('refuses a card order whose amount cannot be charged to a card, and accepts the same order without a card', async () => {
  const { nora, order, draft, orders, kitchen } = await createCardSiteWithHeldEvents({ kitchen: { currency: 'KWD' } })
  const line = { ...buildLine(kitchen.lemonade), quantity: 1 }
  const byCard = (total: number) => order(nora, draft({ payment: 'card', lines: [line], total }))
  expect(await byCard(160)).toMatchObject({ status: 400, body: { code: 'card_amount' } })
  expect(await orders()).toEqual([])
  expect((await order(nora, draft({ lines: [line], total: 160 }))).status).toBe(201)
})

test('an unpaid card order keeps its place in a time slot until the order ends', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const site = await createCardSiteWithHeldEvents({ kitchen: { orders_per_slot: 1 } })
  const { nora, gus, order, draft, placeByCard, expireUnpaid, call } = site
  const slotAt = NOON + 60 * MINUTE_MS
  await placeByCard(nora, { slotAt })
  const full = await order(gus, draft({ slotAt }))
  expect(full).toMatchObject({ status: 409, body: { quote: { problems: [{ code: 'slot_full' }] } } })
  vi.setSystemTime(NOON + PAYMENT_DEADLINE_MS)
  await expireUnpaid()
  expect((await call('GET', `/api/kitchens/${site.kitchen.slug}`)).json().fullSlots).toEqual([])
})

test('a payment that begins while its order is being cancelled is cancelled at once', async () => {
  const { nora, placeByCard, ask, double, as, intent, read } = await createCardSiteWithHeldEvents()
  const order = await placeByCard(nora)
  double.onCall = async ({ name }, when) => {
    if (name === 'create' && when === 'after') await as(nora, 'POST', `/api/orders/${order.orderId}/cancel`)
    return undefined
  }
  expect(await ask(order)).toMatchObject({ status: 200, body: { clientSecret: null, order: { state: 'cancelled' } } })
  expect(intent().status).toBe('canceled')
  expect((await read(order.orderId)).paymentState).toBe('voided')
})

test('mails about an order say whether its card is only authorised, not charged, or refunded', async () => {
  const { nora, pay, ask, move, moveOn, reconcileDuePayments, mails } = await createCardSiteWithHeldEvents()
  const texts = async (subject: string) =>
    (await mails())
      .filter((mail) => mail.to === 'nora@example.org' && mail.subject.includes(subject))
      .map(({ text }) => text)
  const paid = async () => {
    const order = await pay(nora)
    await ask(order)
    return order.orderId
  }
  const [held, taken] = [await paid(), await paid()]
  expect((await texts('We have your order 1'))[0]).toContain(
    'Payment: Held on the card (Visa ending in 4242); it is charged when the kitchen accepts',
  )
  await move(held, 'rejected')
  expect((await texts('order 1 at Test Kitchen was not accepted'))[0]).toContain('Your card is not charged')
  await moveOn(taken, 'accepted')
  await reconcileDuePayments()
  await move(taken, 'cancelled')
  expect((await texts('order 2 at Test Kitchen was cancelled'))[0]).toContain('given back to your card')
})
