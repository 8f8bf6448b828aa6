import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import { formatRelativeDayTime } from '#contract/opening-hours.ts'
import { buildAlwaysOpenTerms, buildMenu, findDish } from '#contract/testing/sample-menu.ts'
import { mockHub } from '../../../testing/mock-hub.ts'
import { openScreen } from '../../../testing/page-actions.ts'
import { sushiKitchenTerms } from '../../../testing/sample-cart.ts'

class NoObserver {
  observe() {}
  disconnect() {}
}

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const user = { id: '1', user: 'Nora', email: 'nora@example.org', profilePicture: null, roles: [] }

/**
 * Creates a kitchen and returns functions that open its menu. A test can change the kitchen's menu, terms and failures.
 */
function newKitchen(terms: Partial<KitchenTerms> = {}) {
  const kitchen = { terms: buildAlwaysOpenTerms(terms), categories: buildMenu(), fullSlots: [] as number[] }
  const server = { failing: 'no' as 'no' | 'error' | 'connection' }
  const { hub, startLiveConnection } = mockHub()

  /** Opens the menu with an order that is stored in the browser. */
  async function openMenu(storedOrder?: string) {
    const screen = await openScreen(
      ({ path }) => {
        if (path === '/auth/current-user') return Response.json(user)
        if (server.failing === 'connection') throw new TypeError('Failed to fetch')
        if (server.failing === 'error') return Response.json({ code: 'busy', message: 'Try again.' }, { status: 503 })
        if (!path.endsWith(`/${kitchen.terms.slug}`)) return Response.json({ code: 'not_found' }, { status: 404 })
        return Response.json(kitchen)
      },
      async () => {
        vi.stubGlobal('IntersectionObserver', NoObserver)
        const requestIdleCallback = (work: () => void) => work()
        Object.assign(window, { requestIdleCallback })
        vi.stubGlobal('requestIdleCallback', requestIdleCallback)
        if (storedOrder) localStorage.setItem('order', storedOrder)
        await startLiveConnection()
        return createElement((await import('./menu-screen.tsx')).Screen)
      },
      `/order/${kitchen.terms.slug}`,
    )
    const { page, part, press, check } = screen
    const cart = () => page.find('.cart-side')
    return {
      ...screen,
      cart,
      /** Returns the lines of the cart as texts with quantity, name and price. */
      lines: () =>
        screen.page.findAll('.cart-lines li', cart()).map((line) =>
          ['output', '.cart-name', '.cart-details', '.cart-price']
            .map((selector) => line.querySelector(selector)?.textContent)
            .filter(Boolean)
            .join(' '),
        ),
      sum: () => cart().querySelector('.cart-sum')?.textContent,
      dish: (name: string) => page.findAll('.dish').find((dish) => dish.querySelector('h3')?.textContent === name),
      choose: async (dish: string, ...choices: string[]) => {
        await press(`Choose ${dish}`)
        for (const choice of choices) await check(choice, part(dish))
        await press('Add to order', part(dish))
      },
      storedOrder: () => page.stored.get('order'),
    }
  }
  return { kitchen, server, hub, openMenu }
}

test('S3.07 S4.03 S5.05 S9.03 adding the same dish raises the quantity of its cart line, another size adds a line, and the totals are exact', async () => {
  const { kitchen, openMenu } = newKitchen()
  const { choose, page, press, cart, lines, sum, storedOrder, leave } = await openMenu()
  await page.until(() => expect(lines()).toEqual([]))
  await choose('Double smash', 'Double', 'Bacon', 'Jalapeños')
  await choose('Double smash', 'Jalapeños', 'Bacon', 'Double')
  await choose('Double smash', 'Single')
  expect(lines()).toEqual(['2 Double smash Double, Bacon, Jalapeños £22.40', '1 Double smash Single £8.00'])
  expect(sum()).toBe('Subtotal£30.40DeliveryFreeTotal£30.40')
  await press('One less Double smash', cart().querySelector('.cart-lines li') ?? undefined)
  expect(sum()).toBe('Subtotal£19.20Delivery£2.50Total£21.70')
  expect(cart().textContent).toContain('£5.80 more for free delivery')
  await leave()

  // The order costs exactly £25.00, the amount from which delivery is free.
  findDish([kitchen], 'Slaw').price = 580
  const later = await openMenu(storedOrder())
  await later.press('Add Slaw')
  await later.page.until(() => expect(later.sum()).toBe('Subtotal£25.00DeliveryFreeTotal£25.00'))
  await later.leave()
  findDish([kitchen], 'Slaw').price = 579
  const last = await openMenu(later.storedOrder())
  await last.page.until(() => expect(last.sum()).toBe('Subtotal£24.99Delivery£2.50Total£27.49'))
  expect(last.cart().textContent).toContain('£0.01 more for free delivery')
})

test('S4.04 S4.05 removing a cart line deletes only that line, “Empty the order” clears the cart and the address, and Undo restores both', async () => {
  const { openMenu } = newKitchen()
  const { page, press, button, field, type, cart, lines, storedOrder } = await openMenu()
  await page.until(() => button('Add Slaw'))
  for (const dish of ['Halloumi stack', 'Slaw', 'Lemonade']) await press(`Add ${dish}`)
  const all = ['1 Halloumi stack £8.75', '1 Slaw £3.20', '1 Lemonade £1.60']
  await press('Remove Slaw')
  expect(lines()).toEqual(['1 Halloumi stack £8.75', '1 Lemonade £1.60'])
  expect(page.document.activeElement).toBe(button('Undo'))
  await press('Undo')
  expect(lines()).toEqual(all)
  expect(cart().textContent).not.toContain('Undo')

  await type('Postcode for delivery', 'AB1 2CD')
  await press('Empty the order')
  expect(cart().textContent).toContain('Your order is empty now.')
  expect(JSON.parse(storedOrder() ?? '').state).toMatchObject({
    itemsByVendor: {},
    address: { address: '', city: '', postcode: '' },
  })
  expect(page.document.activeElement).toBe(button('Undo'))
  await press('Undo')
  expect(lines()).toEqual(all)
  expect(field('Postcode for delivery').value).toBe('AB1 2CD')
})

test('a dish is added to the cart of its own kitchen when another tab has opened another kitchen', async () => {
  const { kitchen, openMenu } = newKitchen()
  const { page, press, button, lines, storedOrder } = await openMenu()
  await page.until(() => button('Add Slaw'))
  const { useOrderStore } = await import('../cart/order-store.ts')
  await act(async () => useOrderStore.getState().setVendor(sushiKitchenTerms))
  await press('Add Slaw')
  expect(lines()).toEqual(['1 Slaw £3.20'])
  expect(Object.keys(JSON.parse(storedOrder() ?? '').state.itemsByVendor)).toEqual([kitchen.terms.vId])
})

test('the menu stores its kitchen again after a logout in another tab has removed the kitchen', async () => {
  const { kitchen, openMenu } = newKitchen()
  const { page, button, storedOrder } = await openMenu()
  await page.until(() => button('Add Slaw'))
  const { useOrderStore } = await import('../cart/order-store.ts')
  await act(async () => useOrderStore.setState({ kitchens: {} }))
  expect(Object.keys(JSON.parse(storedOrder() ?? '').state.kitchens)).toEqual([kitchen.terms.vId])
})

test('a customer can add dishes when the order is below the minimum or the kitchen is closed, and the cart shows the problem', async () => {
  const { kitchen, openMenu } = newKitchen({ minimumOrder: 1000 })
  const { page, press, button, cart, storedOrder, leave } = await openMenu()
  await page.until(() => button('Add Slaw'))
  await press('Add Halloumi stack')
  expect(cart().textContent).toContain('£1.25 short of the minimum of £10.00 for delivery.')
  await press('Add Lemonade')
  expect(cart().textContent).not.toContain('short of the minimum')
  expect(page.find('a', 'Go to checkout').getAttribute('href')).toBe('/order/nebelhorn-kitchen/checkout')
  await leave()

  kitchen.terms.hours = { weekly: [], special: [] }
  const closed = await openMenu(storedOrder())
  await closed.page.until(() => expect(closed.cart().textContent).toContain('Closed until further notice.'))
  await closed.press('Add Slaw')
  expect(closed.lines()).toHaveLength(3)
  await closed.leave()

  kitchen.terms.zones = [{ prefixes: ['AB'], fee: 400, freeOver: null, minimum: null }]
  const { says, type, ...zoned } = await openMenu(closed.storedOrder())
  await says('Add')
  await type('Postcode for delivery', 'XY1 2ZZ')
  expect(zoned.cart().textContent).toContain("We don't deliver to XY1 2ZZ.")
  await type('Postcode for delivery', 'AB1 2CD')
  expect(zoned.sum()).toContain('Delivery£4.00')
})

test('after an event of the hub, a change of the menu is explained beside the affected cart line until the customer confirms the change', async () => {
  const { kitchen, hub, openMenu } = newKitchen()
  const { page, press, button, choose, says, cart, lines } = await openMenu()
  await page.until(() => button('Add Slaw'))
  await choose('Double smash', 'Triple')
  await press('Add Halloumi stack')
  await page.until(() => expect(hub.subscriptions().watchKitchen).toEqual([kitchen.terms.vId]))

  const [size] = findDish([kitchen], 'Double smash').options
  for (const choice of size?.choices ?? []) if (choice.name === 'Triple') choice.soldOutUntil = Date.now() + HOUR_MS
  findDish([kitchen], 'Halloumi stack').price = 975
  findDish([kitchen], 'Lemonade').price = 200
  await act(async () => hub.publish('kitchenChanged', kitchen.terms.vId))
  await says('Halloumi stack: £8.75 before, £9.75 now')
  expect(cart().textContent).toContain('Triple is sold out')
  expect(lines()).toEqual(['1 Double smash Triple £11.50', '1 Halloumi stack £9.75'])
  expect(page.find('p[role=status]', 'Prices in your order have changed.').textContent).toContain('Halloumi stack')
  await press('I have seen what changed', cart())
  expect(cart().textContent).not.toContain('before')
  // Unlike a price change, this problem stays as long as the choice is sold out.
  expect(cart().textContent).toContain('Triple is sold out')

  kitchen.categories[0]?.items.shift()
  await act(async () => hub.publish('kitchenChanged', kitchen.terms.vId))
  await says('No longer on the menu')
  await press('Remove Double smash')
  expect(lines()).toEqual(['1 Halloumi stack £9.75'])
})

test('the menu shows the details and availability of dishes, and filters them by text, diets and allergens', async () => {
  const { kitchen, openMenu } = newKitchen()
  const back = Date.now() + DAY_MS
  findDish([kitchen], 'Halloumi stack').soldOutUntil = back
  const { page, dish, press, check, type, part, texts, says } = await openMenu()
  await says('Double smash')
  expect(page.find('h1').textContent).toBe('Nebelhorn Kitchen')
  expect(dish('Halloumi stack')?.textContent).toContain('Vegetarian. Contains gluten, milk')
  expect(dish('Halloumi stack')?.textContent).toContain(
    `Sold out until ${formatRelativeDayTime(back, 'Europe/London', Date.now())}`,
  )
  expect(dish('Halloumi stack')?.querySelector('button')).toBeNull()
  expect(dish('Buffalo chicken')?.textContent).toContain('Sold out')
  expect(dish('Loaded fries')?.textContent).toContain('Only 3 left')

  await type('Search the menu', 'cheese FRIES')
  expect(texts('.dish h3')).toEqual(['Loaded fries'])
  expect(texts('.menu-found [role=status]')).toEqual(['1 dish'])
  await type('Search the menu', 'lobster')
  expect(page.text()).toContain('No dish matches.')
  await press('Show all dishes')
  await check('vegetarian')
  expect(texts('.dish h3')).toEqual(['Halloumi stack', 'Loaded fries', 'Slaw', 'Lemonade'])
  await check('milk', part('Without'))
  expect(texts('.dish h3')).toEqual(['Slaw', 'Lemonade'])
  await check('vegan')
  expect(texts('summary')).toEqual(['Diets and allergens (3)'])
})

test('when the menu cannot be loaded, a button tries again, and a menu that was loaded earlier stays visible', async () => {
  const { server, openMenu } = newKitchen()
  server.failing = 'error'
  const { page, press, says, lines } = await openMenu()
  await says('The menu could not be loaded.')
  page.find('[role=alert]', 'The menu could not be loaded.')
  server.failing = 'no'
  await press('Try again')
  await says('Double smash')
  expect(page.text()).not.toContain('could not be loaded')

  server.failing = 'connection'
  await act(async () => void page.fireOnWindow('focus'))
  await says('The menu may have changed.')
  page.find('[role=alert]', 'The menu may have changed.')
  await press('Add Lemonade')
  expect(lines()).toEqual(['1 Lemonade £1.60'])
})

test('the menu page of a kitchen that does not exist links to the list of kitchens', async () => {
  const { kitchen, openMenu } = newKitchen()
  const opened = openMenu()
  kitchen.terms.slug = 'another'
  const { page, says } = await opened
  await says('No kitchen at this address')
  expect(page.document.activeElement).toBe(page.find('h1'))
  expect(page.find('a', 'See all kitchens').getAttribute('href')).toBe('/order')
})
