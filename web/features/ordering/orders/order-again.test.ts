import { act, createElement } from 'react'
import { expect, test } from 'vitest'
import type { Kitchen } from '#contract/menu.ts'
import { buildOrder } from '#contract/testing/fake-kitchen-server.ts'
import { buildItem, buildKitchen } from '#contract/testing/sample-kitchen.ts'
import { openScreen } from '../../../testing/page-actions.ts'
import { installFakePage, NavigationProvider } from '../../../testing/render.ts'
import { sushiKitchenTerms } from '../../../testing/sample-cart.ts'

const kitchen: Kitchen = buildKitchen([
  buildItem({ itemId: 'burger', name: 'Double smash', price: 950 }),
  buildItem({ itemId: 'slaw', name: 'Slaw', price: 300 }),
])
const { vId, slug, name } = kitchen.terms
const line = { choices: [], dietaryRequirements: [], allergens: [] }
const order = {
  currency: 'GBP',
  currencyDigits: 2,
  number: 1,
  vendor: { vId, slug, name, phone: '', place: '', timezone: 'Europe/London' },
  lines: [{ itemId: 'burger', name: 'Double smash', quantity: 2, unitPrice: 950, ...line }],
}
const slaw = { itemId: 'slaw', quantity: 1, options: [], dietaryRequirements: [] }

/**
 * Shows the button “Order again” to a customer whose cart has these lines.
 * @param load loads the page of the menu
 */
async function orderAgain(cart = [slaw], load = async () => {}) {
  const page = installFakePage(() => Response.json(kitchen))
  const { useOrderStore } = await import('../cart/order-store.ts')
  const { OrderAgain } = await import('./order-again.tsx')
  const navigation = await import('../../../kit/go.ts')
  const { setVendor, replaceLines } = useOrderStore.getState()
  setVendor(kitchen.terms)
  replaceLines(
    vId,
    cart.map((inCart) => ({ ...inCart, item: { name: 'Slaw', price: 300, options: [] } })),
  )
  const leave = await page.show(
    createElement(NavigationProvider, { ...navigation, load }, createElement(OrderAgain, { order })),
  )
  await page.click('Order again')
  const inCart = () =>
    useOrderStore.getState().itemsByVendor[vId]?.map(({ itemId, quantity }) => `${quantity} ${itemId}`)
  return { page, leave, inCart }
}

test.each([
  ['Add to it', ['1 slaw', '2 burger']],
  ['Replace it', ['2 burger']],
  ['Cancel', ['1 slaw']],
])(
  '“Order again” asks what to do with a cart that is not empty, and follows the answer “%s”',
  async (answer, lines) => {
    const { page, leave, inCart } = await orderAgain()
    expect(page.text()).toContain('Your order at Nebelhorn Kitchen has 1 item already.')
    expect(inCart()).toEqual(['1 slaw'])
    await page.click(answer)
    expect(inCart()).toEqual(lines)
    await leave()
  },
)

test.each([
  ['Add to it', ['1 slaw', '2 burger']],
  ['Replace it', ['2 burger']],
])(
  '“%s” changes the cart of the kitchen of the order when the customer has ordered from another kitchen since the question',
  async (answer, lines) => {
    const { page, leave, inCart } = await orderAgain()
    const { useOrderStore } = await import('../cart/order-store.ts')
    await act(async () => useOrderStore.getState().setVendor(sushiKitchenTerms))
    await page.click(answer)
    expect(inCart()).toEqual(lines)
    expect(Object.keys(useOrderStore.getState().itemsByVendor)).toEqual([vId])
    await leave()
  },
)

test('“Order again” adds the dishes once when “Add to it” is pressed again while the menu loads', async () => {
  const loading = Promise.withResolvers<void>()
  const { page, leave, inCart } = await orderAgain([slaw], () => loading.promise)
  await page.click('Add to it')
  await page.click('Add to it')
  expect(inCart()).toEqual(['1 slaw', '2 burger'])
  await act(async () => loading.resolve())
  expect(page.address()).toBe(`/order/${slug}`)
  await leave()
})

test('“Order again” asks no question when the cart is empty', async () => {
  const { page, leave, inCart } = await orderAgain([])
  expect(page.text()).not.toContain('already')
  expect(inCart()).toEqual(['2 burger'])
  await leave()
})

test('“Order again” adds only the dishes of an earlier order that are still on the menu', async () => {
  const size = { optionId: 'size', name: 'Size', min: 1, max: 1 }
  const large = { id: 'large', name: 'Large', priceAdjustment: 200, allergens: [], soldOutUntil: null }
  const menu = buildKitchen([
    buildItem({ itemId: 'burger', name: 'Double smash', price: 950, options: [{ ...size, choices: [large] }] }),
  ])
  const choices = [{ optionId: 'size', option: 'Size', choiceId: 'large', choice: 'Large', priceAdjustment: 200 }]
  const lines = [
    { ...order.lines[0], quantity: 1, choices, dietaryRequirements: ['No nuts'] },
    { ...order.lines[0], itemId: 'lemonade', name: 'Lemonade', quantity: 1, unitPrice: 160 },
  ]
  const earlier = { ...buildOrder(1), ...order, lines, total: 1560, state: 'rejected' }
  const { page, part, press, says } = await openScreen(
    ({ path }) => {
      if (path.startsWith('/api/kitchens/')) return Response.json(menu)
      return Response.json({ orders: [earlier], next: null })
    },
    async () => {
      const { useSession } = await import('../../../api/session.ts')
      useSession.setState({ userReady: true })
      return createElement((await import('../orders-screen.tsx')).Screen)
    },
    '/orders',
  )
  await says('Earlier')
  expect(part('Earlier').textContent).toContain('1 × Double smash, 1 × Lemonade (£15.60)')
  await press('Order again')
  await says('Lemonade: No longer on the menu')
  const { useOrderStore } = await import('../cart/order-store.ts')
  expect(useOrderStore.getState().itemsByVendor[vId]).toMatchObject([
    {
      itemId: 'burger',
      quantity: 1,
      options: [{ optionId: 'size', choiceId: 'large' }],
      dietaryRequirements: ['No nuts'],
    },
  ])
  expect(useOrderStore.getState().itemsByVendor[vId]).toHaveLength(1)
  await press('See your order')
  expect(page.address()).toBe(`/order/${slug}`)
})
