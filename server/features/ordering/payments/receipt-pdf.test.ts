import { expect, test } from 'vitest'
import { resolveCurrencyAndDigits } from '#contract/money.ts'
import type { Receipt } from '#contract/payments.ts'
import { createKitchen } from '../../../testing/kitchens.ts'
import type { TestUser } from '../../../testing/orders.ts'
import { createPaidOrderSite } from '../../../testing/paid-orders.ts'
import { readPdfContent } from '../../../testing/pdf-text.ts'
import { renderReceiptPdf } from './receipt-pdf.ts'

const receipt: Receipt = {
  receiptId: 'r',
  kind: 'receipt',
  number: 12,
  orderId: 'o',
  orderNumber: 7,
  timezone: 'Europe/London',
  issuedAt: Date.UTC(2026, 10, 22, 17),
  currency: 'GBP',
  currencyDigits: 2,
  deliveryFee: 250,
  amount: 2910,
  paid: 'By card',
  kitchen: { name: 'Nebelhorn Kitchen', place: '12 Kettle Row', phone: '+44 20 7946 0000' },
  lines: [
    { quantity: 2, name: 'Double smash', details: 'Large, Egg', amount: 2500 },
    { quantity: 1, name: 'Lemonade', details: '', amount: 160 },
  ],
  reason: '',
  receiptNumber: null,
}
/** Returns the selectable text of a receipt. */
const wordsOf = async (more: Partial<Receipt>) =>
  (await readPdfContent(await renderReceiptPdf({ ...receipt, ...more }))).pages.flat()

test('a receipt as PDF has selectable text in reading order, a title, a language and a structure', async () => {
  const { pages, title, language, isTagged, elements } = await readPdfContent(await renderReceiptPdf(receipt))
  expect(pages).toEqual([
    [
      'Receipt 12',
      'Nebelhorn Kitchen',
      '12 Kettle Row',
      '+44 20 7946 0000',
      '22 November 2026',
      'For order 7',
      'What you had Amount',
      '2 × Double smash (Large, Egg) £25.00',
      '1 × Lemonade £1.60',
      'Delivery £2.50',
      'Total £29.10',
      'Paid by card.',
      'Ordered through Nebelhorn',
    ],
  ])
  expect({ title, language, isTagged }).toEqual({
    title: 'Receipt 12 from Nebelhorn Kitchen',
    language: 'en-GB',
    isTagged: true,
  })
  expect(new Set(elements)).toEqual(new Set(['Document', 'H1', 'P', 'Table', 'TR', 'TH', 'TD']))
})

test('a credit note as PDF names its receipt and the reason of the refund', async () => {
  const note = { kind: 'credit_note' as const, number: 3, lines: [], deliveryFee: 0, amount: 500, receiptNumber: 12 }
  const words = await wordsOf({ ...note, reason: 'The fries were cold.' })
  for (const line of [
    'Credit note 3',
    'For order 7 and receipt 12',
    'Given back £5.00',
    'The reason: The fries were cold.',
  ])
    expect(words).toContain(line)
  expect(words).toContain('Given back by card. Banks take up to ten days for that.')
})

test('rendering the same receipt twice gives the same bytes', async () => {
  const [once, again] = [await renderReceiptPdf(receipt), await renderReceiptPdf(receipt)]
  expect(once.equals(again)).toBe(true)
  expect(once.equals(await renderReceiptPdf({ ...receipt, number: 13 }))).toBe(false)
})

test.each([
  'Żółta łódź, Łódź',
  'Þjóðlegur þorskur',
  'Crème brûlée à l’œuf',
  'Çiğ köfte, şalgam',
  'Țuică și mămăligă',
  'Kürtőskalács',
  'Борщ українська їжа ґ',
  'Шкембе чорба №1',
  'Ћевапчићи, ђувеч',
  'Phở bò đặc biệt',
  'Ελληνική ταβέρνα, Ψωμί',
  'Ἀρχαῖος οἶνος',
  '½ portion – “hot”',
])('a dish called %s is printed with embedded fonts', async (name) => {
  const file = await renderReceiptPdf({ ...receipt, lines: [{ quantity: 1, name, details: '', amount: 2660 }] })
  const { pages, actual, fonts } = await readPdfContent(file)
  expect(pages.flat()).toContain(`1 × ${name} £26.60`)
  expect(actual).toEqual([])
  for (const font of fonts) expect(font).toMatch(/^(Figtree|Unbounded|NotoSans)-/)
  expect(fonts.length).toBeGreaterThan(0)
})

test('a character without a glyph is drawn as a question mark or left out, and is copied and read aloud unchanged', async () => {
  const names = ['Taco 🌮 hot 🌶️', '寿司']
  const lines = names.map((name) => ({ quantity: 1, name, details: '', amount: 100 }))
  const { pages, actual } = await readPdfContent(await renderReceiptPdf({ ...receipt, lines }))
  for (const line of ['1 × Taco hot £1.00', '1 × ?? £1.00']) expect(pages.flat()).toContain(line)
  for (const name of names) expect(actual).toContain(`1 × ${name}`)
})

test.each([
  ['GBP', '£2,910.00'],
  ['EUR', '€2,910.00'],
  ['USD', 'US$2,910.00'],
  ['JPY', 'JP¥291,000'],
  ['INR', '₹2,910.00'],
  ['KRW', '₩291,000'],
  ['VND', '₫291,000'],
  ['ILS', '₪2,910.00'],
  ['UAH', 'UAH 2,910.00'],
  ['KWD', 'KWD 291.000'],
])('a receipt as PDF shows an amount in %s as %s', async (currency, amount) => {
  expect(await wordsOf({ ...resolveCurrencyAndDigits(currency), amount: 291_000 })).toContain(`Total ${amount}`)
})

test('a long receipt as PDF continues on numbered pages without losing a line, and breaks a very long word', async () => {
  const lines = Array.from({ length: 100 }, (_, at) => ({
    quantity: at + 1,
    name: `Dish ${at}`,
    details: '',
    amount: at,
  }))
  const endless = { quantity: 1, name: 'ß'.repeat(80), details: 'ø'.repeat(200), amount: 1 }
  const { pages } = await readPdfContent(await renderReceiptPdf({ ...receipt, lines: [...lines, endless] }))
  expect(pages.length).toBeGreaterThan(3)
  const all = pages.flat()
  for (const { quantity, name } of lines)
    expect(all.some((line) => line.startsWith(`${quantity} × ${name} £`))).toBe(true)
  expect(all.join('').match(/ß/g)?.length).toBe(80)
  expect(all.join('').match(/ø/g)?.length).toBe(200)
  for (const [at, page] of pages.entries())
    expect(page.at(-1)).toBe(`Receipt 12 from Nebelhorn Kitchen, page ${at + 1} of ${pages.length}`)
})

test('callers who may read the order get the PDF of a receipt with a descriptive file name, and other callers get 404', async () => {
  const site = await createPaidOrderSite({ kitchen: { name: 'Żurek & “Co”' } })
  const { soldByCard, call, as, nora, gus, ada, olive, db } = site
  const orderId = await soldByCard()
  const other = await createKitchen(site)
  const foreign = await soldByCard({ at: other })
  const idOf = async (order: string) =>
    (await as(ada, 'GET', `/api/orders/${order}/receipts`)).body.receipts[0].receiptId
  const [mine, theirs] = [await idOf(orderId), await idOf(foreign)]
  const { tracking_token: token } = await db
    .selectFrom('orders')
    .select('tracking_token')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const path = `/api/orders/${orderId}/receipts/${mine}/pdf`
  const get = (who: TestUser | null, url = path) => call('GET', url, who ? { token: who.token } : {})

  const answers = [await get(nora), await get(ada), await get(olive), await get(null, `${path}?token=${token}`)]
  for (const { statusCode, headers, rawPayload } of answers) {
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="zurek-co-receipt-1.pdf"',
      'cache-control': 'no-store',
    })
    expect((await readPdfContent(rawPayload)).pages[0]?.slice(0, 2)).toEqual(['Receipt 1', 'Żurek & “Co”'])
  }
  for (const [who, url, code] of [
    [null, path, 'not_found'],
    [gus, path, 'not_found'],
    [other.owner, path, 'not_found'],
    [null, `${path}?token=${token.slice(1)}x`, 'not_found'],
    [null, `${path}?token=${'x'.repeat(101)}`, 'not_found'],
    [nora, `/api/orders/${orderId}/receipts/${theirs}/pdf`, 'not_found'],
    [nora, `/api/orders/${orderId}/receipts/${crypto.randomUUID()}/pdf`, 'not_found'],
    [nora, `/api/orders/${orderId}/receipts/1/pdf`, 'not_found'],
    [nora, `/api/orders/..%2f/receipts/${mine}/pdf`, 'not_found'],
    [{ ...nora, token: 'stale' }, path, 'unauthenticated'],
  ] as const)
    expect([url, (await get(who, url)).json().code]).toEqual([url, code])
})
