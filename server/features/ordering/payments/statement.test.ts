import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { toProviderAmount } from '#contract/card-amounts.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import type { MonthlyStatement } from '#contract/statements.ts'
import { chooseByRun, soakSeed } from '#contract/testing/soak-run.ts'
import { createKitchen } from '../../../testing/kitchens.ts'
import { buildLine, type TestUser } from '../../../testing/orders.ts'
import { createPaidOrderSite } from '../../../testing/paid-orders.ts'

/** Four minutes before the end of the month, so that the access token is still valid in the next month. */
const november = Date.UTC(2026, 10, 30, 23, 56)
const handOver = ['accepted', 'preparing', 'ready', 'collected'] as const

test('a statement lists the receipts and credit notes of a month with commissions, refundable amounts and sums', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(november)
  const site = await createPaidOrderSite({ kitchen: { commission_rate: 1000 } })
  const { soldByCard, place, moveOn, refund, refunds, refundBecomes, nora, db, statement } = site
  const [one, two] = [await soldByCard({ amount: 1000 }), await soldByCard({ amount: 500 })]
  const { order } = await place(nora)
  await moveOn(order.orderId, ...handOver)
  await refund(one, 300)
  await refundBecomes((await refunds())[0]?.id ?? '', 'succeeded')
  await refund(two, 50)
  // A new commission does not change earlier sales.
  await db.updateTable('vendors').set({ commission_rate: 2000 }).execute()
  vi.setSystemTime(november + 5 * MINUTE_MS)
  const { status, body } = await statement('2026-11')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    month: '2026-11',
    months: ['2026-12', '2026-11'],
    currency: 'GBP',
    timezone: 'Europe/London',
    commissionRate: 2000,
    sums: { card: 1500, handed: 320, refunded: 300, commission: 100 + 50 + 32 - 30, payout: 1500 - 300 - 152 },
  })
  const entries = body.entries.map(({ kind, number, orderId, payment, amount, commission, refundable }: Entry) => [
    kind,
    number,
    orderId,
    payment,
    amount,
    commission,
    refundable,
  ])
  expect(entries).toEqual([
    ['receipt', 1, one, 'card', 1000, 100, 700],
    ['receipt', 2, two, 'card', 500, 50, 450],
    ['receipt', 3, order.orderId, 'cash', 320, 32, 0],
    ['credit_note', 1, one, 'card', 300, 30, 0],
  ])
  expect((await statement('2026-12')).body.entries).toEqual([])
})

type Entry = MonthlyStatement['entries'][number]

test('owners and admins can read the statement of a valid month; other callers and invalid months are refused', async () => {
  const site = await createPaidOrderSite()
  const { statement, nora, gus, ada, addStaff, soldByCard } = site
  const other = await createKitchen(site)
  await soldByCard({ at: other })
  for (const [who, code] of [
    [null, 'unauthenticated'],
    [gus, 'forbidden'],
    [nora, 'not_found'],
    [other.owner, 'not_found'],
    [await addStaff(), 'forbidden'],
  ] as const)
    expect((await statement('2026-11', who)).body.code).toBe(code)
  for (const month of ['2026-13', '2026-00', '2026-1', '2026', '2026-11-01', 'now', '%00', "2026-11'"])
    expect([month, (await statement(month)).body.code]).toEqual([month, 'bad_request'])
  // A statement contains no receipts of another kitchen.
  expect((await statement('2026-11', ada)).body).toMatchObject({ entries: [], sums: { card: 0, payout: 0 } })
})

test('callers who may read an order can read its receipts, and other callers get 404', async () => {
  const site = await createPaidOrderSite()
  const { soldByCard, as, nora, gus, ada, olive, addStaff, db } = site
  const orderId = await soldByCard()
  const other = await createKitchen(site)
  const { tracking_token: token } = await db.selectFrom('orders').select('tracking_token').executeTakeFirstOrThrow()
  const ask = async (who: TestUser | null, query = '') =>
    (await as(who, 'GET', `/api/orders/${orderId}/receipts${query}`)).status
  for (const who of [nora, ada, olive, await addStaff()]) expect(await ask(who)).toBe(200)
  expect(await ask(null, `?token=${token}`)).toBe(200)
  for (const who of [null, gus, other.owner]) expect(await ask(who)).toBe(404)
  expect(await ask(null, `?token=${token.slice(1)}x`)).toBe(404)
  expect((await as(nora, 'GET', `/api/orders/${crypto.randomUUID()}/receipts`)).status).toBe(404)
})

/** An order with its amount, its payment method, and its refunds as shares of the refundable amount. */
const sale = fc.record({
  amount: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 100_000_000 })),
  byCard: fc.boolean(),
  rate: fc.oneof(fc.constantFrom(0, 1, 5_000), fc.integer({ min: 0, max: 5_000 })),
  shares: fc.array(fc.record({ share: fc.constantFrom(0.01, 0.3, 0.5, 1), succeeds: fc.boolean() }), { maxLength: 4 }),
})

/**
 * Refunds as shares of the refundable amount. Rounding the commission of each refund alone would return more than the
 * commission of the sale.
 */
const bitByBit = [0.01, 0.01, 1].map((share) => ({ share, succeeds: true }))

test.each(['GBP', 'JPY', 'KWD'])(
  'in %s, the sums of a statement match charges and refunds, and each commission counts once',
  async (currency) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(november)
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 5 }), async (sales) => {
        const site = await createPaidOrderSite({ kitchen: { currency } })
        const { soldByCard, place, nora, moveOn, db, refund, refunds, refundBecomes, books, kitchen, statement } = site
        const taken = { card: 0, handed: 0, refunded: 0 }
        // The smallest amount that a card can be charged. All amounts are multiples of it.
        const unit = toProviderAmount(1, currency) === null ? 10 : 1
        for (const { amount: units, byCard, rate, shares } of sales) {
          const amount = units * unit
          await db.updateTable('vendors').set({ commission_rate: rate }).execute()
          if (!byCard) {
            const { order } = await place(nora, { lines: [buildLine(kitchen.lemonade)], total: 160 })
            await db.updateTable('orders').set({ total: amount }).where('id', '=', order.orderId).execute()
            await moveOn(order.orderId, ...handOver)
            taken.handed += amount
            continue
          }
          const orderId = await soldByCard({ amount })
          taken.card += amount
          let left = amount
          for (const { share, succeeds } of shares) {
            const wished = Math.ceil((left * share) / unit) * unit
            if (wished === 0) break
            expect((await refund(orderId, wished)).status).toBe(200)
            await refundBecomes((await refunds()).at(-1)?.id ?? '', succeeds ? 'succeeded' : 'failed')
            if (!succeeds) continue
            left -= wished
            taken.refunded += wished
          }
        }
        const { sums, entries } = (await statement('2026-11')).body as MonthlyStatement
        expect(sums).toMatchObject(taken)
        expect(sums.payout).toBe(taken.card - taken.refunded - sums.commission)

        const rows = await books()
        let commission = 0
        for (const receipt of rows.filter(({ kind }) => kind === 'receipt')) {
          const rate = sales[receipt.number - 1]?.rate ?? 0
          expect(receipt.commission).toBe(Math.floor((receipt.amount * rate + 5_000) / 10_000))
          const notes = rows.filter(({ kind, order_id }) => kind === 'credit_note' && order_id === receipt.order_id)
          const [back, backOf] = [sum(notes, 'amount'), sum(notes, 'commission')]
          for (const note of notes) expect(note.commission).toBeGreaterThanOrEqual(0)
          expect(backOf).toBeLessThanOrEqual(receipt.commission)
          if (back === receipt.amount) expect(backOf).toBe(receipt.commission)
          const shown = entries.find(({ receiptId }) => receiptId === receipt.id)
          expect(shown?.refundable).toBe(receipt.payment === 'card' ? receipt.amount - back : 0)
          commission += receipt.commission - backOf
        }
        expect(sums.commission).toBe(commission)
      }),
      {
        numRuns: chooseByRun(8, 100),
        seed: soakSeed,
        examples: [[[{ amount: 3, byCard: true, rate: 5_000, shares: bitByBit }]]],
      },
    )
  },
)

const sum = (rows: readonly Record<'amount' | 'commission', number>[], column: 'amount' | 'commission') =>
  rows.reduce((total, row) => total + row[column], 0)

test('when the refunds at the provider and on the site together exceed a payment, the receipt stays in the statement', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(november)
  const { soldByCard, refund, db, statement } = await createPaidOrderSite()
  const orderId = await soldByCard()
  await refund(orderId, 300)
  const atProvider = { id: crypto.randomUUID(), key: 're_1', provider_id: 're_1', actor: 'payment' as const }
  const columns = { order_id: orderId, amount: 100, reason: '', actor_id: null, state: 'pending' as const, at: 0 }
  await db
    .insertInto('refunds')
    .values({ ...columns, ...atProvider })
    .execute()
  const { body } = await statement('2026-11')
  expect(body).toMatchObject({ entries: [{ refundable: 0 }], sums: { card: 320, payout: 320 } })
  expect((await refund(orderId, 10)).body.message).toContain('It is £0.00.')
})
