import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { buildDeskPayment, buildPaymentAlert } from '#contract/testing/sample-payments.ts'
import { openScreen } from '../../../testing/page-actions.ts'

const deskPages = [
  { path: '/desk/payments', title: 'Payments', group: 'Food', screen: 'desk/payments/payments.tsx' },
] as const

/** Opens the desk's page of payments. @param answer returns the response to a query */
async function paymentsPage(answer: (query: URLSearchParams) => object | Response) {
  const screen = await openScreen(
    ({ path, init }) => {
      if (init.method === 'POST') return new Response(null, { status: 204 })
      const found = answer(new URL(path, 'https://nebelhorn.example').searchParams)
      return found instanceof Response ? found : Response.json(found)
    },
    async () => {
      const { FeaturesContext } = await import('../../../kit/web-feature.ts')
      const { Screen } = await import('./payments.tsx')
      return createElement(FeaturesContext, { value: [{ name: 'payments', deskPages }] }, createElement(Screen))
    },
    '/desk/payments',
  )
  return { ...screen, rows: () => screen.texts('.payment-row') }
}

test('on a site without card payments, the desk explains how to turn them on, and shows no alert', async () => {
  const { page, check } = await paymentsPage(() => ({ on: false, alerts: [], payments: [], next: null }))
  expect(page.text()).toContain('This site takes no cards: customers pay when they get their food')
  expect(page.text()).toContain('STRIPE_SECRET_KEY')
  expect(page.find('nav a', 'Payments').getAttribute('href')).toBe('/desk/payments')
  expect(page.text()).toContain('Nobody has paid by card yet.')
  expect(
    page
      .findAll('[role=alert]')
      .map(({ textContent }) => textContent)
      .join(''),
  ).toBe('')
  await check('Refused')
  expect(page.address()).toBe('/desk/payments?filter=refused')
  await page.until(() => expect(page.text()).toContain('No card is refused.'))
  expect(page.callsTo('/api/desk/payments?filter=refused')).toHaveLength(1)
})

test('alerts are above the payments, explain what to do, and disappear when an admin marks them as seen; more payments can be fetched', async () => {
  const kinds = ['disputed', 'card_testing', 'refund_failed', 'late_payment', 'amount_differs', 'payment_lost'] as const
  const refund = { refundId: 'a', amount: 300, reason: '', state: 'succeeded' as const, at: 0 }
  const first = [
    buildDeskPayment(9, { paymentState: 'pending', state: 'awaiting_payment', card: '' }),
    buildDeskPayment(8, { paymentState: 'failed', state: 'awaiting_payment', declined: 'Insufficient funds.' }),
    buildDeskPayment(7, { paymentState: 'partially_refunded', refunds: [refund] }),
  ]
  const second = [buildDeskPayment(6), buildDeskPayment(5, { paymentState: 'voided', state: 'expired' })]
  const { page, texts, rows, press, says } = await paymentsPage((query) => ({
    on: true,
    alerts: kinds.map((kind, at) => buildPaymentAlert(at + 1, kind, kind === 'card_testing' ? '23 in an hour.' : '')),
    ...(query.get('cursor') === 'third' ? { payments: second, next: null } : { payments: first, next: 'third' }),
  }))
  const alerts = () => texts('.payment-alert')
  expect(alerts()).toHaveLength(6)
  for (const words of alerts()) expect(words).toMatch(/What to do: .{20}/)
  expect(alerts()[1]).toMatch(/^Many cards are refused.*23 in an hour\./)
  expect(page.text()).toContain('The latest 3 payments')
  await press('Show more')
  await page.until(() => expect(rows()).toHaveLength(5))
  expect(rows()).toEqual([
    expect.stringMatching(/Waits for a card, order waiting for payment/),
    expect.stringMatching(/Card refused.*The bank said: Insufficient funds\./),
    expect.stringMatching(/Partly given back, £3\.00 back, order picked up/),
    expect.stringMatching(/Paid, order picked up/),
    expect.stringMatching(/Let go, order expired/),
  ])
  const [money] = page.findAll('.payment-kitchen')
  expect(money?.getAttribute('href')).toBe('/kitchen/double/money')
  expect(money?.textContent).toMatch(/^Money of /)
  await press('Seen: A customer asks their bank for the money')
  await says('Seen. It comes again if it happens again.')
  expect(alerts()).toHaveLength(5)
})

test('when the payments cannot be loaded, the desk shows why and tries again on request', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  let isBroken = true
  const { page, press, rows } = await paymentsPage(() =>
    isBroken
      ? Response.json({ code: 'internal', message: 'Something broke on our side.' }, { status: 500 })
      : { on: true, alerts: [], payments: [buildDeskPayment(5)], next: null },
  )
  expect(page.find('[role=alert]', 'Something broke').textContent).toContain('Something broke on our side.')
  isBroken = false
  await press('Try again')
  await page.until(() => expect(rows()).toHaveLength(1))
  expect(page.text()).not.toContain('Something broke on our side.')
})
