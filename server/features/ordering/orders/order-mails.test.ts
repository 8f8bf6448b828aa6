import { expect, test, vi } from 'vitest'
import type { Order } from '#contract/ordering.ts'
import { writeReceiptMail } from '../payments/receipt-text.ts'
import { writeAcceptedMail, writeNewOrderMail, writePlacedMail, writeUnfulfilledMail } from './order-messages.ts'

const SUNDAY_19_40 = Date.parse('2026-11-22T19:40Z')
const FRIDAY_19_15 = Date.parse('2026-11-27T19:15Z')

const order: Order = {
  orderId: '6f1b7a52-0f0e-4c53-9c7b-3a1d1d2f9a10',
  number: 7,
  vendor: {
    vId: '0b9d3f0e-5c53-4e5f-8a1c-2f4f3c1d9e77',
    ...{
      slug: 'hat',
      name: 'Hat Kitchen',
      phone: '+44 20 7946 0000',
      place: '1 Test Street',
      timezone: 'Europe/London',
    },
  },
  ...{ currency: 'GBP', currencyDigits: 2, subtotal: 2500, deliveryFee: 250, total: 2750 },
  customer: { name: 'Gus Green', email: 'gus@example.org', phone: '+44 1234 567890', guest: true },
  ...{ service: 'delivery', slotAt: FRIDAY_19_15, promisedAt: FRIDAY_19_15 },
  address: { address: '12 Kettle Row', city: 'Averham', postcode: 'AB1 2CD' },
  lines: [
    {
      ...{ itemId: 'burger', name: 'Double smash', quantity: 2, unitPrice: 1250 },
      choices: ['Large', 'Egg'].map((choice) => ({
        ...{ optionId: choice, option: choice, choiceId: choice, choice, priceAdjustment: 0 },
      })),
      dietaryRequirements: ['no nuts', 'no onions'],
      allergens: ['gluten', 'eggs'],
    },
  ],
  ...{ payment: 'cash', paymentState: 'none', payBy: null, declined: '', card: '', refunds: [] },
  ...{ note: 'Blue door\nRing twice', referral: '', state: 'placed', version: 1 },
  ...{ placedAt: SUNDAY_19_40, acceptBy: SUNDAY_19_40 + 600_000, events: [] },
}
const receipt = {
  ...{
    receiptId: 'r',
    orderId: order.orderId,
    kind: 'receipt' as const,
    number: 3,
    month: '2026-11',
    orderNumber: 7,
    timezone: 'Europe/London',
  },
  ...{ issuedAt: SUNDAY_19_40, kitchen: { name: 'Hat Kitchen', place: '', phone: '' }, lines: [], deliveryFee: 0 },
  ...{ currency: 'GBP', currencyDigits: 2, amount: 2750, paid: 'In cash', reason: '', receiptNumber: null },
}
const to = { email: 'gus@example.org', name: 'Gus', link: 'https://site.test/orders/1' }

const mails = {
  'to the customer of a placed order': (it: Order) => writePlacedMail(it, to),
  'to the customer of an accepted order': (it: Order) => writeAcceptedMail(it, to),
  'to the customer of a rejected order': (it: Order) => writeUnfulfilledMail({ ...it, state: 'rejected' }, to),
  'to the customer of a cancelled order': (it: Order) => writeUnfulfilledMail({ ...it, state: 'cancelled' }, to),
  'to the owner of the kitchen': (it: Order) => writeNewOrderMail(it, to, 'https://site.test'),
  'with a receipt': (it: Order) => writeReceiptMail(receipt, it, to),
  'with a credit note': (it: Order) => writeReceiptMail({ ...receipt, kind: 'credit_note', receiptNumber: 3 }, it, to),
}

test.each(Object.entries(mails))(
  'the mail %s contains the lines, sums, customer and times of the order',
  (_, write) => {
    const { text, html } = write(order)
    for (const words of [
      '2 × Double smash: £25.00',
      'Large, Egg',
      'Dietary requirements: no nuts, no onions',
      'Contains gluten, eggs',
      'Subtotal: £25.00',
      'Delivery: £2.50',
      'Total: £27.50',
      'When: Friday 27 November at 19:15, the time chosen',
      'Delivery to: 12 Kettle Row, Averham, AB1 2CD',
      'For: Gus Green, +44 1234 567890',
      'Blue door\nRing twice',
    ]) {
      expect(text).toContain(words)
      expect(html).toContain(words.replace('\n', '<br>\n'))
    }
    expect(text).toMatch(/^Payment: (Pay at the door, in cash|Nothing to pay)$/m)
  },
)

test('a mail about a pickup contains the pickup address; without a chosen time, a mail contains the estimated or promised time', () => {
  const soon: Order = { ...order, service: 'pickup', address: null, slotAt: null, promisedAt: SUNDAY_19_40 }
  const { text } = writePlacedMail(soon, to)
  expect(text).toContain('When: As soon as possible: about Sunday 22 November at 19:40')
  expect(text).toContain('Pickup at: 1 Test Street')
  expect(text).not.toContain('Delivery')
  const accepted = { at: SUNDAY_19_40, from: 'placed', to: 'accepted', actor: 'vendor', reason: '' } as const
  const events = [{ ...accepted, promisedAt: SUNDAY_19_40, acknowledged: [] }]
  expect(writeAcceptedMail({ ...soon, events }, to).text).toContain(
    'When: As soon as possible: promised for Sunday 22 November at 19:40',
  )
  expect(writeAcceptedMail({ ...order, promisedAt: FRIDAY_19_15 + 900_000, events }, to).text).toContain(
    'When: Friday 27 November at 19:15, the time chosen; promised for Friday 27 November at 19:30',
  )
})

test('text from the customer does not become a link in a mail', () => {
  for (const write of Object.values(mails)) {
    const { text, html } = write({ ...order, note: 'See https://evil.test/x, or write to a@evil.test' })
    for (const link of ['https://', 'evil.test', 'a@evil']) {
      expect(text.replaceAll(/https:\/\/site\.test\S*/g, '')).not.toContain(link)
      expect(html.replaceAll(/https:\/\/site\.test[^"]*/g, '')).not.toContain(link)
    }
  }
})

test('a mail about an order for the next day has the date, because people read mails later', () => {
  vi.useFakeTimers({ now: FRIDAY_19_15 - 24 * 3_600_000, toFake: ['Date'] })
  const acceptBy = FRIDAY_19_15 - 3_600_000
  for (const write of [mails['to the customer of an accepted order'], mails['to the owner of the kitchen']]) {
    const { text } = write({ ...order, acceptBy })
    expect(text).toContain('on Friday 27 November at 19:15.')
    expect(text).not.toContain('tomorrow')
  }
})
