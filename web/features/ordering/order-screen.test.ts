import { createElement } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Order } from '#contract/ordering.ts'
import { ORDER_POLL_MS } from '#contract/ordering-limits.ts'
import { trackedOrdersKey } from '#contract/storage-keys.ts'
import { buildOrder, FAKE_NOW } from '#contract/testing/fake-kitchen-server.ts'
import { buildPaidOrder } from '#contract/testing/sample-payments.ts'
import type { RecordedCall } from '../../testing/browser.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'
import { simulateNativeApp } from '../../testing/native-app.ts'
import { openScreen } from '../../testing/page-actions.ts'

installFakeClock()

/** Opens the page of an order with the token from its mail, without the hub. */
async function orderPage(order: Order, answer: (call: RecordedCall) => Response) {
  const screen = await openScreen(
    answer,
    async () => createElement((await import('./order-screen.tsx')).Screen),
    `/orders/${order.orderId}#token=of-the-mail`,
  )
  const { page, says } = screen
  await says(`Order ${order.number} at `)
  await page.until(() => expect(page.text()).toContain('What happened'))
  return { ...screen, current: () => page.find('.course [aria-current=step]').textContent }
}

test('an open order is fetched every 15 seconds while the hub is unreachable', async () => {
  let order = buildOrder(1)
  const times: number[] = []
  const { page, current } = await orderPage(order, ({ path }) => {
    if (path === `/api/orders/${order.orderId}?token=of-the-mail`) times.push(Date.now())
    return Response.json(order)
  })
  expect(current()).toBe('Placed, now')
  await page.wait(ORDER_POLL_MS)
  order = buildOrder(1, { state: 'accepted', version: 2 })
  expect(current()).toBe('Placed, now')
  await page.wait(ORDER_POLL_MS)
  expect(current()).toBe('Accepted, now')
  await page.wait(ORDER_POLL_MS)
  const last = times.slice(-3)
  expect(last.map((time) => time - Number(last[0]))).toEqual([0, 15_000, 30_000])
})

test('when a customer cancels an order too late, a message says that the kitchen has already accepted the order', async () => {
  let order = buildOrder(1)
  const { page, press, says, current, sent } = await orderPage(order, ({ path }) => {
    if (!path.includes('/cancel')) return Response.json(order)
    order = buildOrder(1, { state: 'accepted', version: 2 })
    return Response.json({ code: 'order_moved', message: 'It has moved on.' }, { status: 409 })
  })
  await press('Cancel the order')
  expect(sent('POST')).toEqual([])
  await press('Yes, cancel it')
  await says('The kitchen was faster: it is not cancelled.')
  expect(page.find('.order-problem').getAttribute('role')).toBe('alert')
  await page.until(() => expect(current()).toBe('Accepted, now'))
  expect(sent('POST')).toMatchObject([{ path: `/api/orders/${order.orderId}/cancel?token=of-the-mail` }])
})

test('when a customer cancels an order that the site has rejected, the page shows the rejection and its reason', async () => {
  const reason = 'Nobody answered within 10 minutes.'
  const rejection = { actor: 'system', from: 'placed', to: 'rejected', reason } as const
  let order = buildOrder(1)
  const { page, press, says } = await orderPage(order, ({ path }) => {
    if (!path.includes('/cancel')) return Response.json(order)
    const events = [{ ...rejection, at: FAKE_NOW, promisedAt: null, acknowledged: [] }]
    order = buildOrder(1, { state: 'rejected', version: 2, events })
    return Response.json({ code: 'order_moved', message: 'It has moved on.' }, { status: 409 })
  })
  await press('Cancel the order')
  await press('Yes, cancel it')
  await says(`Rejected by itself: ${reason} There is nothing to pay.`)
  expect(page.text()).not.toContain('it is not cancelled')
})

test('a name that is written from right to left is isolated from the phone number beside it', async () => {
  const customer = { name: 'دانا', email: 'dana@example.org', phone: '+44 20 7946 0958', guest: false }
  const order = buildOrder(1, { customer })
  const { page } = await orderPage(order, () => Response.json(order))
  const fact = [...page.document.querySelectorAll('.receipt-facts dt')].find((dt) => dt.textContent === 'For')
  expect(fact?.nextElementSibling?.innerHTML).toBe('<bdi>دانا</bdi>, <bdi>+44 20 7946 0958</bdi>')
})

test('the page of an order shows its payment and refunds, and links to its receipts', async () => {
  const order = buildPaidOrder(5, {
    service: 'delivery',
    state: 'delivered',
    paymentState: 'partially_refunded',
    address: { address: '1 Hat Lane', city: 'London', postcode: 'N1 1AA' },
    refunds: [
      { refundId: 'a', amount: 300, reason: 'The lemonade was missing.', state: 'succeeded', at: FAKE_NOW },
      { refundId: 'b', amount: 200, reason: 'It came late.', state: 'pending', at: FAKE_NOW },
    ],
  })
  const { page, part } = await orderPage(order, () => Response.json(order))
  expect(part('Receipt').textContent).toContain('Paid by card, Visa ending in 4242')
  expect(page.find('.receipt-sums').textContent).toMatch(
    /Given back to your cardThe lemonade was missing\.-£3\.00On its way back to your cardIt came late\.-£2\.00$/,
  )
  expect(page.find('a', 'Receipt and credit notes to keep, as PDF').getAttribute('href')).toBe(
    `/orders/${order.orderId}/receipts`,
  )
  expect(page.address()).toBe(`/orders/${order.orderId}`)
})

test.each([
  ['keeps the stored token of an order when the token of a link is refused', 'good', 'good'],
  ['replaces the stored token of an order by the token of a link that the server accepts', 'outdated', 'of-the-mail'],
])('the page of an order %s', async (_, storedToken, token) => {
  const order = buildOrder(1)
  const { page, says } = await openScreen(
    ({ path }) =>
      path.endsWith(`=${token}`) ? Response.json(order) : Response.json({ code: 'not_found' }, { status: 404 }),
    async () => {
      localStorage.setItem(trackedOrdersKey, JSON.stringify([{ orderId: order.orderId, token: storedToken }]))
      return createElement((await import('./order-screen.tsx')).Screen)
    },
    `/orders/${order.orderId}#token=of-the-mail`,
  )
  await says(`Order ${order.number} at `)
  expect(JSON.parse(page.stored.get(trackedOrdersKey) ?? '')).toEqual([{ orderId: order.orderId, token }])
})

test('the page of an order is shown in a browser whose own time zone is unknown', async () => {
  const { DateTimeFormat } = Intl
  function createFormat(...options: ConstructorParameters<typeof DateTimeFormat>) {
    const format = new DateTimeFormat(...options)
    const unknown = { ...format.resolvedOptions(), timeZone: 'Etc/Unknown' }
    return options.length > 0 ? format : Object.assign(format, { resolvedOptions: () => unknown })
  }
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(createFormat)
  onTestFinished(() => void vi.restoreAllMocks())
  const order = buildOrder(1)
  await orderPage(order, () => Response.json(order))
})

test('after the customer has cancelled an order, the title takes the focus of the removed button', async () => {
  let order = buildOrder(1)
  const { page, press, says, button } = await orderPage(order, ({ path }) => {
    if (path.includes('/cancel')) order = buildOrder(1, { state: 'cancelled', version: 2 })
    return Response.json(order)
  })
  button('Cancel the order').focus()
  await press('Cancel the order')
  await press('Yes, cancel it')
  await says('There is nothing to pay.')
  expect(page.document.activeElement).toBe(page.find('h1'))
})

test('a browser offers to print the receipt of an order, and the native app, which cannot print, does not', async () => {
  const order = buildOrder(1)
  const inBrowser = await orderPage(order, () => Response.json(order))
  expect(inBrowser.page.text()).toContain('Print the receipt')
  await inBrowser.leave()
  simulateNativeApp()
  const inApp = await orderPage(order, () => Response.json(order))
  expect(inApp.page.text()).not.toContain('Print')
})
