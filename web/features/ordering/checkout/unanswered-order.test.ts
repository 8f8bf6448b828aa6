import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OrderState } from '#contract/order-states.ts'
import type { OrderEvent } from '#contract/ordering.ts'
import { cartsKey, unpaidOrdersKey, userStorageKeys } from '#contract/storage-keys.ts'
import { buildOrder } from '#contract/testing/fake-kitchen-server.ts'
import { buildPaidOrder } from '#contract/testing/sample-payments.ts'
import { createCheckoutFixture } from '../../../testing/open-checkout.ts'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const event = (to: OrderState, from: OrderState | null = null): OrderEvent => ({
  at: 0,
  actor: 'customer',
  from,
  to,
  reason: '',
  promisedAt: null,
  acknowledged: [],
})
const unpaidOrder = (state: 'expired' | 'cancelled') =>
  buildPaidOrder(1, { state, events: [event('awaiting_payment'), event(state, 'awaiting_payment')] })

test.each([
  ['expired without a payment', true, unpaidOrder('expired')],
  ['was cancelled before its payment', true, unpaidOrder('cancelled')],
  [
    'waits for its payment',
    true,
    buildPaidOrder(1, { state: 'awaiting_payment', events: [event('awaiting_payment')] }),
  ],
  ['has reached the kitchen', false, buildOrder(1, { events: [event('placed')] })],
])('when a repeated order %s, the checkout keeps the cart and the typed values: %s', async (_, isKept, order) => {
  const { server, openCheckout } = createCheckoutFixture()
  server.place = () => {
    throw new TypeError('Failed to fetch')
  }
  const first = await openCheckout()
  await first.says('Place order, ')
  await first.check('I pick it up')
  await first.sayWho()
  await first.type('Phone, if you like', '07700 900123')
  await first.press('Place order, £6.40')
  await first.says('it is not known whether your order has arrived')

  server.place = () => Response.json({ order, trackingToken: 'token' }, { status: 201 })
  await first.press('Send the order again')
  await first.page.until(() => expect(first.page.address()).toBe(`/orders/${order.orderId}`))
  await first.page.until(() => expect(first.page.stored.get(cartsKey)?.includes('"quantity":2')).toBe(isKept))
  const isUnpaid = order.state === 'awaiting_payment'
  expect(first.page.stored.get(unpaidOrdersKey)?.includes(order.orderId) ?? false).toBe(isUnpaid)
  if (!isKept) return
  server.order = order
  const { says, field } = await first.reload()
  await says('Place order, £6.40')
  expect(field('Phone, if you like').value).toBe('07700 900123')
})

test('a card order without a response shows no card fields after a reload, because it is paid on its own page', async () => {
  const { kitchen, server, openCheckout } = createCheckoutFixture()
  server.stripe = { publishableKey: 'pk_1' }
  const first = await openCheckout()
  await first.says('Now, by card')
  const body = { key: 'a', vId: kitchen.terms.vId, lines: [], total: 640, payment: 'card' }
  sessionStorage.setItem(`checkout ${kitchen.terms.vId}`, JSON.stringify({ payment: 'card', unanswered: body }))
  const { page, says, field } = await first.reload()
  await says('it is not known whether your order has arrived')
  expect(field('Now, by card').checked).toBe(true)
  expect(page.text()).not.toContain('the fields for your card')
})

/** Builds an access token whose claims name an account. */
const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.signature`

test.each([
  ['another account', tokenOf('9')],
  ['nobody', null],
])(
  'an order without a response is not sent again when %s is logged in, because it would be placed twice',
  async (_, token) => {
    const { server, openCheckout } = createCheckoutFixture()
    server.letIn = () => Response.json({ token: tokenOf('7'), refreshToken: 'refresh 7' })
    server.place = () => {
      throw new TypeError('Failed to fetch')
    }
    const { page, says, check, sayWho, press, orders, button } = await openCheckout()
    await says('Place order, ')
    await check('I pick it up')
    await sayWho()
    await press('Place order, £6.40')
    await says('it is not known whether your order has arrived')
    server.place = () => Response.json({ order: buildOrder(1), trackingToken: 'token' }, { status: 201 })
    page.stored.delete(userStorageKeys.refreshToken)
    if (token) page.stored.set(userStorageKeys.accessToken, token)
    else page.stored.delete(userStorageKeys.accessToken)
    await press('Send the order again')
    await says('It may have arrived: look for a mail about it before you place a new one.')
    expect(orders()).toHaveLength(1)
    expect(button()).toEqual(['Place order, £6.40'])
  },
)
