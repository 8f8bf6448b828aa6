import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cartsKey, unpaidOrdersKey } from '#contract/storage-keys.ts'
import { buildOrder } from '#contract/testing/fake-kitchen-server.ts'
import { findDish } from '#contract/testing/sample-menu.ts'
import { buildPaidOrder } from '#contract/testing/sample-payments.ts'
import { buildRefusalResponse, createCheckoutFixture, guestEmail } from '../../testing/open-checkout.ts'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const placedAt = `/orders/${buildOrder(1).orderId}`

test('S8.03 the checkout shows and logs a failed guest login, and keeps the form', async () => {
  const { server, openCheckout } = createCheckoutFixture()
  server.letIn = () => buildRefusalResponse(400, 'email_invalid')
  const first = await openCheckout()
  await first.says('Place order, ')
  await first.check('I pick it up')
  await first.sayWho()
  await first.press('Place order, £6.40')
  await first.page.until(() => expect(first.about('Email')).toContain('Refused: email_invalid.'))
  expect(console.info).toHaveBeenCalledWith('Guest login failed', expect.anything())
  expect(first.orders()).toEqual([])

  server.letIn = () => Response.json({ token: 'access 7', refreshToken: 'refresh 7' })
  const { page, field, press, says } = await first.reload()
  await says('Place order, £6.40')
  expect(field('Email').value).toBe(guestEmail)
  await press('Place order, £6.40')
  await page.until(() => expect(page.address()).toBe(placedAt))
})

test('a double click sends one order; an order without a response is sent again with its idempotency key, and a changed cart stays', async () => {
  const { server, openCheckout } = createCheckoutFixture()
  const lost = Promise.withResolvers<Response>()
  server.place = () => lost.promise as unknown as Response
  const first = await openCheckout()
  await first.says('Place order, ')
  await first.check('I pick it up')
  await first.sayWho()
  await first.press('Place order, £6.40')
  await first.page.until(() => expect(first.orders()).toHaveLength(1))
  await first.press('Placing your order')
  lost.reject(new TypeError('Failed to fetch'))
  await first.says('it is not known whether your order has arrived')
  expect(first.orders()).toHaveLength(1)
  expect(first.page.find('.checkout-fields').hasAttribute('disabled')).toBe(true)

  server.place = () => Response.json({ order: buildOrder(1), trackingToken: 'token' }, { status: 201 })
  first.page.stored.set(cartsKey, first.page.stored.get(cartsKey)?.replace('"quantity":2', '"quantity":3') ?? '')
  const { page, press, says, orders } = await first.reload()
  await says('it is not known whether your order has arrived')
  await press('Send the order again')
  await page.until(() => expect(page.address()).toBe(placedAt))
  expect(orders()).toEqual(first.orders())
  expect(page.stored.get(cartsKey)).toContain('"quantity":3')
})

test.each([401, 408, 429])(
  'when an order without a response is sent again and refused with %i, the next attempt sends the same order, so that it is placed at most once',
  async (status) => {
    const { server, openCheckout } = createCheckoutFixture()
    server.place = () => {
      throw new TypeError('Failed to fetch')
    }
    const { page, press, check, sayWho, says, orders, button } = await openCheckout()
    await says('Place order, ')
    await check('I pick it up')
    await sayWho()
    await press('Place order, £6.40')
    await says('it is not known whether your order has arrived')
    server.place = () => buildRefusalResponse(status, 'too_many_requests')
    await press('Send the order again')
    await says('Refused: too_many_requests.')
    expect(button()).toEqual(['Send the order again'])
    server.place = () => Response.json({ order: buildOrder(1), trackingToken: 'token' }, { status: 201 })
    await press('Send the order again')
    await page.until(() => expect(page.address()).toBe(placedAt))
    expect(orders()).toHaveLength(3)
    expect(new Set(orders().map(({ key }) => key)).size).toBe(1)
  },
)

test('when the kitchen has changed prices or terms, the checkout explains the change and sends the order only after the customer agrees', async () => {
  const { kitchen, server, openCheckout } = createCheckoutFixture()
  const { page, press, check, sayWho, says, orders, button } = await openCheckout()
  await says('Place order, ')
  await check('I pick it up')
  await sayWho()
  server.place = () => {
    findDish([kitchen], 'Slaw').price = 350
    return buildRefusalResponse(409, 'quote_changed', { quote: { total: 700, currency: 'GBP', problems: [] } })
  }
  await press('Place order, £6.40')
  await says('The total is £7.00 now; it was £6.40.')
  await says('Slaw: £3.20 before, £3.50 now')
  expect(orders()).toHaveLength(1)
  expect(page.address()).toBe('/order/nebelhorn-kitchen/checkout')
  server.place = () => Response.json({ order: buildOrder(1), trackingToken: 'token' }, { status: 201 })
  await page.until(() => expect(button()).toEqual(['Place order, £7.00']))
  await press('Place order, £7.00')
  await page.until(() => expect(page.address()).toBe(placedAt))
  const [before, after] = orders()
  expect([before?.total, after?.total]).toEqual([640, 700])
  expect(after?.key).not.toBe(before?.key)
})

test('the checkout links to the menu when the cart is empty, and to all kitchens when the kitchen is unknown', async () => {
  const { openCheckout } = createCheckoutFixture()
  const empty = await openCheckout({ lines: [] })
  await empty.says('There is nothing in your order from Nebelhorn Kitchen yet.')
  expect(empty.page.find('a', 'Go to the menu').getAttribute('href')).toBe('/order/nebelhorn-kitchen')
  await empty.leave()
  const { page, says } = await openCheckout({ slug: 'no-such-kitchen' })
  await says('No kitchen at this address')
  expect(page.find('h1').textContent).toBe('No kitchen at this address')
})

test('the checkout checks a new address against the delivery zones, and needs no address for pickup', async () => {
  const zones = [
    { prefixes: ['AB1'], fee: null, freeOver: null, minimum: null },
    { prefixes: ['AB2'], fee: 400, freeOver: null, minimum: 1500 },
  ]
  const { openCheckout } = createCheckoutFixture({ zones })
  const { page, press, type, check, all, sayWho, sayWhere, says, about, texts, button, orders } = await openCheckout()
  await says('Place order, ')
  await sayWho()
  await sayWhere('AB1 2CD')
  expect(button()).toEqual(['Place order, £8.90'])
  await type('Postcode', 'ZZ9 9ZZ')
  expect(about('Postcode')).toContain("We don't deliver to ZZ9 9ZZ.")
  await press('Place order')
  expect(texts('[role=alert]').join()).toContain("We don't deliver to ZZ9 9ZZ.")
  expect(orders()).toEqual([])
  await type('Postcode', 'AB2 4CD')
  expect(page.text()).toContain('£8.60 short of the minimum of £15.00 for delivery.')
  expect(button()).toEqual(['Place order, £10.40'])
  await check('I pick it up')
  expect(all('label', 'Postcode')).toEqual([])
  expect(button()).toEqual(['Place order, £6.40'])
})

test('the checkout shows until when a kitchen is paused, and accepts an order for a later time', async () => {
  const { openCheckout } = createCheckoutFixture({ pausedUntil: Date.now() + 3_600_000 })
  const { page, press, check, type, field, sayWho, says, orders } = await openCheckout()
  await says('Place order, ')
  expect(field('As soon as possible').hasAttribute('disabled')).toBe(true)
  expect(page.text()).toMatch(/Paused until (tomorrow at )?\d\d:\d\d/)
  await check('I pick it up')
  const days = field('Day').querySelectorAll('option')
  await type('Day', days[2]?.getAttribute('value') ?? '')
  expect(field('At a time I choose').checked).toBe(true)
  const [shown] = [...field('Time').options].filter(({ selected }) => selected)
  await sayWho()
  await press('Place order, £6.40')
  await page.until(() => expect(page.address()).toBe(placedAt))
  const slot = Number(orders()[0]?.slotAt)
  expect(slot).toBe(Number(shown?.getAttribute('value')))
  expect(new Date(slot).toLocaleDateString('sv', { timeZone: 'Europe/London' })).toBe(days[2]?.getAttribute('value'))
  expect(orders()).toMatchObject([{ service: 'pickup', address: null }])
})

test('when the kitchen pauses during the checkout, the order stays “as soon as possible” and is not placed until the customer chooses another time', async () => {
  const { kitchen, openCheckout } = createCheckoutFixture()
  const { page, press, check, field, sayWho, says, texts, orders } = await openCheckout()
  await says('Place order, ')
  await check('I pick it up')
  await sayWho()
  kitchen.terms.pausedUntil = Date.now() + 3_600_000
  await act(async () => page.fireOnWindow('focus'))
  await page.until(() => expect(field('As soon as possible').disabled).toBe(true))
  expect(field('As soon as possible').checked).toBe(true)
  await press('Place order, £6.40')
  expect(texts('[role=alert]').join()).toMatch(/Paused until/)
  expect(orders()).toEqual([])
  await check('At a time I choose')
  await press('Place order, £6.40')
  await page.until(() => expect(page.address()).toBe(placedAt))
  expect(orders()[0]?.slotAt).toBeGreaterThan(Number(kitchen.terms.pausedUntil) - 1)
})

test('“As soon as possible” can be chosen when the pause of a kitchen ends during the checkout', async () => {
  const { kitchen, openCheckout } = createCheckoutFixture({ pausedUntil: Date.now() + 3_600_000 })
  const { page, press, check, field, sayWho, says, orders } = await openCheckout()
  await says('Place order, ')
  await check('I pick it up')
  await sayWho()
  kitchen.terms.pausedUntil = null
  await act(async () => page.fireOnWindow('focus'))
  await page.until(() => expect(field('As soon as possible').disabled).toBe(false))
  expect(field('At a time I choose').checked).toBe(true)
  await check('As soon as possible')
  expect(field('As soon as possible').checked).toBe(true)
  await press('Place order, £6.40')
  await page.until(() => expect(page.address()).toBe(placedAt))
  expect(orders()[0]?.slotAt).toBeNull()
})

test('the checkout offers no card payment when the site takes no cards, and explains when an amount cannot be charged to a card', async () => {
  const { kitchen, server, openCheckout } = createCheckoutFixture()
  const none = await openCheckout()
  await none.says('Place order, ')
  await none.page.until(() => expect(none.page.callsTo('/api/payments/settings')).toHaveLength(1))
  none.field('In cash')
  expect(none.all('label', 'Now, by card')).toEqual([])
  await none.leave()

  server.stripe = { publishableKey: 'pk_1' }
  const charged = await openCheckout()
  await charged.says('Now, by card')
  expect(charged.field('Now, by card').hasAttribute('disabled')).toBe(false)
  await charged.leave()

  findDish([kitchen], 'Slaw').price = 10
  const { field, check, says } = await openCheckout()
  await says('Now, by card')
  await check('I pick it up')
  expect(field('Now, by card').hasAttribute('disabled')).toBe(true)
  await says('A card is charged £0.30 or more.')
})

test('when the user could not be fetched, the checkout has no guest form, and places the order in the session', async () => {
  const { server, stored, openCheckout } = createCheckoutFixture()
  server.user = null
  stored.set('accessToken', 'access 3')
  const { page, check, press, says } = await openCheckout()
  await says('Place order, ')
  expect(page.text()).not.toContain('No account is needed.')
  await check('I pick it up')
  await press('Place order, £6.40')
  await page.until(() => expect(page.address()).toBe(placedAt))
  expect(page.callsTo('/auth/guestcheckout')).toEqual([])
  expect(page.callsTo('/api/orders').map(({ bearer }) => bearer)).toEqual(['access 3'])
})

test.each<[string, string, string, (stored: Map<string, string>) => void]>([
  ['clears the cart of the order', 'There is nothing in your order', '', () => {}],
  [
    'keeps a cart that has changed since the order',
    'Place order, £9.60',
    '07700 900123',
    (stored) => stored.set(cartsKey, stored.get(cartsKey)?.replace('"quantity":2', '"quantity":3') ?? ''),
  ],
  [
    'keeps the cart when a former version of the site has stored the order without its lines',
    'Place order, £6.40',
    '07700 900123',
    (stored) => {
      const [{ orderId, vId }] = JSON.parse(stored.get(unpaidOrdersKey) ?? '')
      stored.set(unpaidOrdersKey, JSON.stringify([{ orderId, vId }]))
    },
  ],
])('S4.05 when an earlier order was paid, the checkout %s', async (_, text, phone, change) => {
  const { server, openCheckout } = createCheckoutFixture()
  server.order = buildPaidOrder(1, { state: 'awaiting_payment' })
  server.place = () => Response.json({ order: server.order, trackingToken: 'token' }, { status: 201 })
  const first = await openCheckout()
  await first.says('Place order, ')
  await first.check('I pick it up')
  await first.sayWho()
  await first.type('Phone, if you like', '07700 900123')
  await first.press('Place order, £6.40')
  await first.page.until(() => expect(first.page.address()).toBe(placedAt))
  change(first.page.stored)
  const placed = { at: 0, actor: 'payment', from: 'awaiting_payment', to: 'placed', reason: '' } as const
  server.order = buildPaidOrder(1, { events: [{ ...placed, promisedAt: null, acknowledged: [] }] })
  const { page, says, field } = await first.reload()
  await page.until(() => expect(page.stored.get(unpaidOrdersKey)).toBe('[]'))
  await says(text)
  if (phone) expect(field('Phone, if you like').value).toBe(phone)
})

test('while card fields are open, the checkout reports unsent work, so that the page is not reloaded', async () => {
  const { server, openCheckout } = createCheckoutFixture()
  server.stripe = { publishableKey: 'pk_1' }
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('matchMedia', () => new EventTarget())
  const { page, check, says, leave } = await openCheckout()
  await says('Now, by card')
  await check('Now, by card')
  await says('There is unsent work.')
  await check('In cash')
  await page.until(() => expect(page.text()).not.toContain('There is unsent work.'))
  await leave()
})
