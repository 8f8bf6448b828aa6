import { expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { writeSetting } from '../../../db/settings.ts'
import { createKitchen } from '../../../testing/kitchens.ts'
import { createPaidOrderSite } from '../../../testing/paid-orders.ts'
import { PASSWORD } from '../../../testing/site.ts'

const DAY_MS = 86_400_000

test('a partial refund by an owner is stored, appears in the order, and starts a payment check', async () => {
  const { soldByCard, refund, refunds, db, olive, orders } = await createPaidOrderSite()
  const orderId = await soldByCard()
  const before = (await orders())[0]?.version ?? 0
  const { status, body } = await refund(orderId, 120)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    orderId,
    version: before + 1,
    paymentState: 'captured',
    refunds: [{ amount: 120, reason: 'The fries were cold.', state: 'pending' }],
  })
  expect(await refunds()).toMatchObject([
    { order_id: orderId, amount: 120, actor: 'vendor', actor_id: olive.id, state: 'pending', provider_id: null },
  ])
  const payment = await db.selectFrom('payments').select('check_at').executeTakeFirst()
  expect(payment?.check_at).toBeLessThanOrEqual(Date.now())
})

test('a refund by an admin who is not a member of the kitchen is recorded as a refund by an admin, and is logged', async () => {
  const { soldByCard, refund, refunds, as, ada } = await createPaidOrderSite()
  const orderId = await soldByCard()
  expect((await refund(orderId, 320, {}, ada)).status).toBe(200)
  expect(await refunds()).toMatchObject([{ actor: 'admin', actor_id: ada.id }])
  const { entries } = (await as(ada, 'GET', '/api/desk/log')).body
  expect(entries[0]).toMatchObject({
    actor: 'Ada',
    action: 'money given back',
    target: 'order 1 at Test Kitchen',
    detail: '£3.20: The fries were cold.',
  })
})

test.each<[amount: unknown, status: number, code: string]>([
  [0, 400, 'amount_invalid'],
  [-1, 400, 'amount_invalid'],
  [1.5, 400, 'bad_request'],
  ['120', 400, 'bad_request'],
  [null, 400, 'bad_request'],
  [321, 409, 'refund_too_much'],
  [1e9, 409, 'refund_too_much'],
  [2 ** 53, 400, 'bad_request'],
])('refuses the refund amount %s for an order of £3.20', async (amount, status, code) => {
  const { soldByCard, refund, refunds } = await createPaidOrderSite()
  const answer = await refund(await soldByCard(), amount)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(await refunds()).toEqual([])
})

test('refuses a refund whose exact amount cannot be returned to a card, such as 5 Kuwaiti fils', async () => {
  const { soldByCard, refund, refunds, db } = await createPaidOrderSite()
  const orderId = await soldByCard()
  await db.updateTable('orders').set({ currency: 'KWD', currency_digits: 3 }).where('id', '=', orderId).execute()
  const { status, body } = await refund(orderId, 5)
  expect([status, body.code]).toEqual([400, 'amount_invalid'])
  expect(await refunds()).toEqual([])
  expect((await refund(orderId, 10)).status).toBe(200)
})

test('refuses a refund with an empty or too long reason, with an invalid key, or for an order that was not paid by card', async () => {
  const { soldByCard, payByCard, refund, refunds, place, nora, db } = await createPaidOrderSite()
  const orderId = await soldByCard()
  for (const [more, code] of [
    [{ reason: ' \u200b ' }, 'reason_missing'],
    [{ reason: 'x'.repeat(201) }, 'text_too_long'],
    [{ reason: 'x'.repeat(801) }, 'bad_request'],
    [{ reason: 7 }, 'bad_request'],
    [{ key: 'again' }, 'bad_request'],
  ] as const)
    expect((await refund(orderId, 100, more)).body.code).toBe(code)

  const byHand = await place(nora)
  expect(await refund(byHand.order.orderId, 100)).toMatchObject({ status: 409, body: { code: 'not_paid' } })
  const held = await payByCard()
  for (const state of ['pending', 'failed', 'authorised', 'voided'] as const) {
    await db.updateTable('orders').set({ payment_state: state }).where('id', '=', held).execute()
    expect((await refund(held, 100)).body.code).toBe('not_paid')
  }
  expect(await refunds()).toEqual([])
})

test('only owners of a kitchen can refund its orders, and they cannot refund an order of another kitchen', async () => {
  const site = await createPaidOrderSite()
  const { soldByCard, refund, refunds, nora, gus, kitchen, addStaff, as } = site
  const other = await createKitchen(site)
  const orderId = await soldByCard()
  const foreign = await soldByCard({ at: other })
  for (const [who, code] of [
    [null, 'unauthenticated'],
    [gus, 'forbidden'],
    [nora, 'not_found'],
    [other.owner, 'not_found'],
    [await addStaff(), 'forbidden'],
  ] as const)
    expect((await refund(orderId, 100, {}, who)).body.code).toBe(code)
  expect((await refund(foreign, 100)).body.code).toBe('not_found')
  expect((await refund(crypto.randomUUID(), 100)).body.code).toBe('not_found')
  expect((await refund('1', 100)).body.code).toBe('bad_request')
  const nowhere = `/api/kitchen/${crypto.randomUUID()}/orders/${orderId}/refunds`
  const body = { key: crypto.randomUUID(), amount: 100, reason: 'No.' }
  expect((await as(kitchen.owner, 'POST', nowhere, body)).body.code).toBe('not_found')
  expect(
    (await as(other.owner, 'POST', `/api/kitchen/${other.kitchenId}/orders/${orderId}/refunds`, body)).body.code,
  ).toBe('not_found')
  expect(await refunds()).toEqual([])
})

test('an owner and an admin can refund an order only after they have recently confirmed their password', async () => {
  const { soldByCard, refund, refunds, createReader, call, db, kitchen } = await createPaidOrderSite()
  const orderId = await soldByCard()
  const add = async (...reader: Parameters<typeof createReader>) => {
    const { userId: id, accessToken: token } = await createReader(...reader)
    return { id, token }
  }
  const [rita, root] = [await add('rita@example.org'), await add('root@example.org', { roles: ['Admin'] })]
  const membership = { vendor_id: kitchen.kitchenId, user_id: rita.id, role: 'owner' as const, created_at: 0 }
  await db.insertInto('vendor_members').values(membership).execute()
  for (const who of [rita, root])
    expect(await refund(orderId, 100, {}, who)).toMatchObject({ status: 403, body: { code: 'proof_required' } })
  expect(await refunds()).toEqual([])
  for (const who of [rita, root]) {
    await call('POST', '/api/account/proof', { token: who.token, body: { password: PASSWORD } })
    expect((await refund(orderId, 100, {}, who)).status).toBe(200)
  }
  expect(await refunds()).toMatchObject([{ actor: 'vendor' }, { actor: 'admin' }])
})

test('an owner without a password and without a passkey can refund an order within ten minutes of a login', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { soldByCard, refund, refunds } = await createPaidOrderSite()
  const orderId = await soldByCard()
  expect((await refund(orderId, 100)).status).toBe(200)
  vi.setSystemTime(Date.now() + 11 * MINUTE_MS)
  expect(await refund(orderId, 100)).toMatchObject({ status: 403, body: { code: 'proof_required' } })
  expect(await refunds()).toHaveLength(1)
})

test('a kitchen owner who has no second factor can refund orders for 14 days after joining or after the first card payment, whichever is later', async () => {
  const NOW = Date.parse('2026-12-20T12:00:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  const { soldByCard, refund, as, db, kitchen, olive, ada } = await createPaidOrderSite()
  const protectBy = async () =>
    (await as(olive, 'GET', `/api/kitchen/${kitchen.kitchenId}/statements/2026-12`)).body.protectBy
  expect(await protectBy()).toBe(null)
  const orderId = await soldByCard()
  await writeSetting(db, 'accounts.protectionSince', 0)
  await db.updateTable('sessions').set({ proved_at: NOW }).execute()
  /**
   * Sets the times of the first card payment and of joining, and tries a refund. @returns its result and `protectBy`
   */
  const attempt = async (paidAt: number, joinedAt: number, who = olive) => {
    await db.updateTable('receipts').set({ issued_at: paidAt }).execute()
    await db.updateTable('vendor_members').set({ created_at: joinedAt }).execute()
    await db.updateTable('users').set({ created_at: 0 }).execute()
    const { status, body } = await refund(orderId, 10, {}, who)
    return [status === 200 ? 200 : body.code, await protectBy()]
  }
  const DUE = NOW - 14 * DAY_MS
  expect(await attempt(DUE + 1, 0)).toEqual([200, NOW + 1])
  expect(await attempt(0, DUE + 1)).toEqual([200, NOW + 1])
  expect(await attempt(DUE, 0)).toEqual(['protection_required', NOW])
  expect(await attempt(0, DUE)).toEqual(['protection_required', NOW])
  expect((await attempt(NOW, NOW, ada))[0]).toBe('protection_required')
  const factor = { user_id: olive.id, secret: 'AAAA', last_step: 0, confirmed_at: 1, tries: 0, tries_since: 0 }
  await db.insertInto('second_factors').values(factor).execute()
  expect(await attempt(0, 0)).toEqual([200, null])
})

test('when two full refunds are requested at the same time, one is made, and refunds never exceed the payment', async () => {
  const { soldByCard, refund, refunds, refundBecomes } = await createPaidOrderSite()
  const orderId = await soldByCard()
  const answers = await Promise.all([refund(orderId, 320), refund(orderId, 320), refund(orderId, 320)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('refund_too_much')
  const [only, ...others] = await refunds()
  expect(others).toEqual([])
  // A failed refund can be repeated.
  await refundBecomes(only?.id ?? '', 'failed')
  await Promise.all([1, 2, 3, 4, 5].map(() => refund(orderId, 80)))
  const made = (await refunds()).filter(({ state }) => state === 'pending')
  expect(made.map(({ amount }) => amount)).toEqual([80, 80, 80, 80])
})

test('a refund that is repeated with the same idempotency key is made once; the same key with another amount or reason is refused', async () => {
  const { soldByCard, refund, refunds } = await createPaidOrderSite()
  const orderId = await soldByCard()
  const key = crypto.randomUUID()
  const answers = await Promise.all([refund(orderId, 320, { key }), refund(orderId, 320, { key })])
  answers.push(await refund(orderId, 320, { key }))
  expect(answers.map(({ status, body }) => [status, body.refunds.length])).toEqual([
    ...[200, 200, 200].map((status) => [status, 1]),
  ])
  for (const [amount, more] of [
    [319, {}],
    [320, { reason: 'Another one.' }],
  ] as const)
    expect(await refund(orderId, amount, { key, ...more })).toMatchObject({ status: 409, body: { code: 'key_reused' } })
  expect(await refunds()).toHaveLength(1)
})

test('refuses a refund while the site takes no cards, because the refund could not be made at a provider', async () => {
  const { soldByCard, refund, refunds } = await createPaidOrderSite({ payments: null })
  expect(await refund(await soldByCard(), 120)).toMatchObject({ status: 409, body: { code: 'cards_off' } })
  expect(await refunds()).toEqual([])
})
