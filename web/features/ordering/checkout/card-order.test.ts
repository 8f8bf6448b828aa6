import { act, createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildPaidOrder } from '#contract/testing/sample-payments.ts'
import { createCheckoutFixture } from '../../../testing/open-checkout.ts'

/** The fake script of the payment provider. Its fields are ready as soon as they are shown. */
const provider = vi.hoisted(() => {
  const on = (name: string, call: () => void) => void (name === 'ready' && call())
  const card = { on, mount: () => {}, focus: () => {}, destroy: vi.fn() }
  const elements = { create: () => card, update: () => {}, submit: async () => ({}) }
  return { card, elements: () => elements, confirmPayment: vi.fn(async () => ({})) }
})
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: async () => provider }))
vi.mock('../../../device/theme.ts', () => ({ readTheme: () => 'day', onThemeChange: () => () => {} }))

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  return () => vi.unstubAllGlobals()
})

/** Opens the checkout of a guest who pays by card, and whose order is placed by the given reply. */
async function openCardCheckout(placed: Promise<Response>) {
  const { server, openCheckout } = createCheckoutFixture()
  server.stripe = { publishableKey: 'pk_1' }
  server.place = () => placed
  server.order = { ...order, ...{ order, clientSecret: 'secret', chargedAtOnce: false } }
  const screen = await openCheckout()
  const { page, says, check, sayWho } = screen
  await says('Now, by card')
  await check('Now, by card')
  await check('I pick it up')
  await sayWho()
  await page.until(() => expect(page.text()).not.toContain('Loading the fields for your card'))
  return screen
}
const order = buildPaidOrder(1, { state: 'awaiting_payment', events: [] })
const reply = () => Response.json({ order, trackingToken: 'token' }, { status: 201 })

test('the card fields stay until an order by card is placed and paid', async () => {
  const placed = Promise.withResolvers<Response>()
  const { page, says, press } = await openCardCheckout(placed.promise)
  provider.card.destroy.mockClear()
  await press('Place order and pay £6.40')
  await says('Placing and paying …')
  placed.resolve(reply())
  await page.until(() => expect(page.address()).toBe(`/orders/${order.orderId}`))
  expect(provider.confirmPayment).toHaveBeenCalledOnce()
  const [paidAt = 0] = provider.confirmPayment.mock.invocationCallOrder
  const [destroyedAt = Number.POSITIVE_INFINITY] = provider.card.destroy.mock.invocationCallOrder
  expect(destroyedAt).toBeGreaterThan(paidAt)
})

test('Back from the bank leads to the page of the order, and automatic reloads are no longer blocked', async () => {
  provider.confirmPayment.mockReset().mockReturnValue(new Promise(() => {}))
  const { page, press, leave } = await openCardCheckout(Promise.resolve(reply()))
  await press('Place order and pay £6.40')
  await page.until(() => expect(provider.confirmPayment).toHaveBeenCalledOnce())
  await act(async () => page.fireOnWindow('pageshow', { persisted: true }))
  await page.until(() => expect(page.address()).toBe(`/orders/${order.orderId}`))
  await leave()
  const { useIsAutomaticReloadBlocked } = await import('../../../forms/automatic-reload.ts')
  await page.show(createElement(() => String(useIsAutomaticReloadBlocked())))
  expect(page.text()).toBe('false')
})
