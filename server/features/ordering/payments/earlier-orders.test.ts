import { expect, test } from 'vitest'
import { formatStatementCsv } from '#contract/statement-csv.ts'
import { createCardOrderInserter } from '../../../testing/card-orders.ts'
import { createCardSiteWithHeldEvents } from '../../../testing/card-site.ts'
import type { OrderSite } from '../../../testing/orders.ts'
import { createPaidOrderSite } from '../../../testing/paid-orders.ts'
import { readPdfContent } from '../../../testing/pdf-text.ts'

/** Before migration 0008-currency-digits, amounts in forints had no fraction digits: 320 meant 320 forints. */
const asWrittenBefore = ({ db }: Pick<OrderSite, 'db'>, orderId: string) =>
  db.updateTable('orders').set({ currency_digits: 0 }).where('id', '=', orderId).execute()

const words = (text: string) => text.replaceAll('\u00a0', ' ')

test('an order that was stored when its currency had a different number of digits keeps its amounts in mails, receipts, books and figures', async () => {
  const site = await createPaidOrderSite({ kitchen: { currency: 'HUF', commission_rate: 1000 } })
  const { payByCard, soldByCard, keep, as, nora, olive, ada, kitchen, mails, statement, refund } = site
  const earlier = await payByCard({ amount: 320 })
  await asWrittenBefore(site, earlier)
  await keep(earlier)
  const later = await soldByCard({ amount: 32_000 })

  const units = { [earlier]: { currency: 'HUF', currencyDigits: 0 }, [later]: { currency: 'HUF', currencyDigits: 2 } }
  const unitsOf = (orders: { orderId: string; currency: string; currencyDigits: number }[]) =>
    Object.fromEntries(orders.map(({ orderId, currency, currencyDigits }) => [orderId, { currency, currencyDigits }]))
  const board = (await as(olive, 'GET', `/api/kitchen/${kitchen.kitchenId}/board`)).body
  expect(unitsOf(board.orders)).toEqual(units)
  expect(board.today).toMatchObject({ orders: 2, total: 64_000 })
  expect(unitsOf((await as(nora, 'GET', '/api/orders')).body.orders)).toEqual(units)
  expect(unitsOf((await as(ada, 'GET', '/api/desk/orders')).body.orders)).toEqual(units)
  expect(unitsOf((await as(ada, 'GET', '/api/desk/payments')).body.payments)).toEqual(units)
  expect((await as(olive, 'GET', `/api/kitchen/${kitchen.kitchenId}/figures`)).body).toMatchObject({
    currency: 'HUF',
    today: { orders: 2, total: 64_000 },
    // Each order has two lemonades, at 160 forints and at 1.60 forints.
    items: [{ name: 'Lemonade', quantity: 4, total: 32_000 + 320 }],
  })

  const path = `/api/orders/${earlier}/receipts`
  const [receipt] = (await as(nora, 'GET', path)).body.receipts
  expect(receipt).toMatchObject({ amount: 320, currency: 'HUF', currencyDigits: 0 })
  const { rawPayload } = await site.call('GET', `${path}/${receipt.receiptId}/pdf`, { token: nora.token })
  expect((await readPdfContent(rawPayload)).pages.flat().map(words)).toContain('Total HUF 320')
  const mailed = (await mails()).filter(({ subject }) => subject.startsWith('Receipt'))
  expect(mailed.map(({ text }) => words(/^Total: .*$/m.exec(text)?.[0] ?? ''))).toEqual([
    'Total: HUF 320',
    'Total: HUF 320.00',
  ])

  const { body } = await statement(new Date(receipt.issuedAt).toISOString().slice(0, 7))
  expect(body.sums).toEqual({ card: 64_000, handed: 0, refunded: 0, commission: 6_400, payout: 57_600 })
  expect(formatStatementCsv(body).match(/,Card,[^\r]*/g)).toEqual([
    ',Card,320,32,288,HUF',
    ',Card,320.00,32.00,288.00,HUF',
  ])

  expect((await refund(earlier, 321)).body).toMatchObject({
    code: 'refund_too_much',
    message: expect.stringContaining('HUF\u00a0320.'),
  })
  expect((await refund(earlier, 120)).body.refunds).toMatchObject([{ amount: 120 }])
})

test('a card payment that an earlier version of the site began is captured and refunded with the amount of its order', async () => {
  const site = await createCardSiteWithHeldEvents({ kitchen: { currency: 'HUF' } })
  const { nora, ask, charge, reconcileDuePayments, runJobs, read, moveOn, move, intent, receipts, alerts, double } =
    site
  const orderId = await createCardOrderInserter(site)(nora)
  await asWrittenBefore(site, orderId)
  const { body } = await ask({ orderId }, nora)
  expect(intent()).toMatchObject({ amount: 32_000, currency: 'huf' })
  charge(body.clientSecret)
  await ask({ orderId }, nora)
  expect(await read(orderId)).toMatchObject({ state: 'placed', paymentState: 'authorised', total: 320 })

  await moveOn(orderId, 'accepted')
  await reconcileDuePayments()
  expect(intent()).toMatchObject({ status: 'succeeded', amount_received: 32_000 })
  expect(await receipts()).toEqual([{ kind: 'receipt', amount: 320 }])
  await move(orderId, 'cancelled')
  await runJobs()
  expect([...double.account.refunds.values()]).toMatchObject([{ amount: 32_000 }])
  expect(await read(orderId)).toMatchObject({ refunds: [{ amount: 320 }] })
  expect(await alerts()).toEqual([])
})
