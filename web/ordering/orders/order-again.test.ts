import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { Kitchen } from '#contract/menu.ts'
import { itemWith, kitchenWith } from '#contract/testing/sample-kitchen.ts'
import { fakePage } from '../../testing/render.ts'

const kitchen: Kitchen = kitchenWith([
  itemWith({ itemId: 'burger', name: 'Double smash', price: 950 }),
  itemWith({ itemId: 'slaw', name: 'Slaw', price: 300 }),
])
const { vId, slug, name } = kitchen.terms
const line = { choices: [], dietaryRequirements: [], allergens: [] }
const order = {
  number: 1,
  vendor: { vId, slug, name, phone: '', place: '', timezone: 'Europe/London' },
  lines: [{ itemId: 'burger', name: 'Double smash', quantity: 2, unitPrice: 950, ...line }],
}
const slaw = { itemId: 'slaw', quantity: 1, options: [], dietaryRequirements: [] }

/** The button of the order, for a customer who has slaw in the cart or nothing. */
async function orderAgain(cart = [slaw]) {
  const page = fakePage(() => Response.json(kitchen))
  const { useOrder } = await import('../order-store.ts')
  const { OrderAgain } = await import('./order-again.tsx')
  const { setVendor, replaceLines } = useOrder.getState()
  setVendor(kitchen.terms)
  replaceLines(
    vId,
    cart.map((inCart) => ({ ...inCart, item: { name: 'Slaw', price: 300, options: [] } })),
  )
  const leave = await page.show(createElement(OrderAgain, { order }))
  await page.click('Order again')
  const inCart = () => useOrder.getState().itemsByVendor[vId]?.map(({ itemId, quantity }) => `${quantity} ${itemId}`)
  return { page, leave, inCart }
}

test.each([
  ['Add to it', ['1 slaw', '2 burger']],
  ['Replace it', ['2 burger']],
  ['Cancel', ['1 slaw']],
])('order again asks what becomes of a cart that is not empty: %s', async (answer, lines) => {
  const { page, leave, inCart } = await orderAgain()
  expect(page.text()).toContain('Your order at Nebelhorn Kitchen has 1 item already.')
  expect(inCart()).toEqual(['1 slaw'])
  await page.click(answer)
  expect(inCart()).toEqual(lines)
  await leave()
})

test('order again asks nothing where the cart is empty', async () => {
  const { page, leave, inCart } = await orderAgain([])
  expect(page.text()).not.toContain('already')
  expect(inCart()).toEqual(['2 burger'])
  await leave()
})
