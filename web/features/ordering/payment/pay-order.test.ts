import { act, createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { buildPaidOrder } from '#contract/testing/sample-payments.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { openScreen } from '../../../testing/page-actions.ts'

/** The fake script of the payment provider. Each payment leaves the page for the bank's page, and gets no answer. */
const provider = vi.hoisted(() => {
  const on = (name: string, call: () => void) => void (name === 'ready' && call())
  const card = { on, mount: () => {}, focus: () => {}, destroy: () => {} }
  const elements = { create: () => card, update: () => {}, submit: async () => ({}) }
  return { elements: () => elements, confirmPayment: vi.fn(() => new Promise<never>(() => {})) }
})
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: async () => provider }))
vi.mock('../../../device/theme.ts', () => ({ readTheme: () => 'day', onThemeChange: () => () => {} }))
installFakeClock()

test('an order can be paid after Back from the bank has restored the page', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  const order = buildPaidOrder(1, { state: 'awaiting_payment', paymentState: 'pending', events: [] })
  const { page, press, says } = await openScreen(
    ({ path }) => {
      if (path === '/api/payments/settings') return Response.json({ stripe: { publishableKey: 'pk_1' } })
      const payment = { order, clientSecret: 'secret', chargedAtOnce: false }
      return Response.json(path.includes('/payment') ? payment : order)
    },
    async () => createElement((await import('../order-screen.tsx')).Screen),
    `/orders/${order.orderId}#token=of-the-mail`,
  )
  await page.until(() => expect(page.findAll('.card-ready')).toHaveLength(1))
  await press('Pay £15.60')
  await says('Paying …')
  await act(async () => page.fireOnWindow('pageshow', { persisted: true }))
  await says('The payment has not arrived, and nothing was taken. Pay again.')
  await press('Pay £15.60')
  await says('Paying …')
  expect(provider.confirmPayment).toHaveBeenCalledTimes(2)
})
