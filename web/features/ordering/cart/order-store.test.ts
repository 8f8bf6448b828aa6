import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LINE_QUANTITY_MAX } from '#contract/ordering-limits.ts'
import { createFakeSessionServer, installFakeBrowser } from '../../../testing/browser.ts'
import { buildCartLine, burgerKitchenTerms, sushiKitchenTerms } from '../../../testing/sample-cart.ts'

let server: ReturnType<typeof createFakeSessionServer>
let browser: ReturnType<typeof installFakeBrowser>

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  server = createFakeSessionServer()
  browser = installFakeBrowser((call) => server.answer(call))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Returns the order store and functions of a page that has just been loaded in a new tab. */
async function newTab() {
  vi.resetModules()
  const [{ useOrderStore, getCartLines, countPortions }, { useSession }] = await Promise.all([
    import('./order-store.ts'),
    import('../../../api/session.ts'),
  ])
  return {
    order: useOrderStore.getState,
    session: useSession.getState,
    lines: (vId = 'burgers') => getCartLines(useOrderStore.getState(), vId),
    count: (vId = 'burgers') => countPortions(getCartLines(useOrderStore.getState(), vId)),
  }
}
/** Opens a new tab as `newTab` does, and chooses the kitchen to order from. */
async function newOrder() {
  const tab = await newTab()
  tab.order().setVendor(burgerKitchenTerms)
  return tab
}
const loggedInAs = async ({ session }: Awaited<ReturnType<typeof newTab>>, id: string) => {
  server.user.id = id
  await session().loggedIn({ accessToken: 'access 1', refreshToken: 'refresh 1' })
}

it('S3.02 the order store has all its fields, which are empty at first, and stores the delivery fees of the vendor', async () => {
  const { order } = await newTab()
  expect(order()).toMatchObject({
    vendor: null,
    itemsByVendor: {},
    address: { address: '', city: '', postcode: '' },
    orderId: null,
    paymentSent: false,
    deliveryFee: 0,
    deliveryFreeOrdersOver: null,
    referral: '',
  })
  order().setVendor(burgerKitchenTerms)
  order().placed({ orderId: 'one' })
  expect(order()).toMatchObject({
    vendor: { vId: 'burgers', deliveryFee: 250, deliveryFreeOrdersOver: 2500 },
    deliveryFee: 250,
    deliveryFreeOrdersOver: 2500,
    orderId: 'one',
    paymentSent: false,
  })
})

it('S3.02 paymentSent is true only for the order whose payment was sent', async () => {
  const { order } = await newOrder()
  order().placed({ orderId: 'one' })
  order().setPaymentSent('another', true)
  expect(order().paymentSent).toBe(false)
  order().setPaymentSent('one', true)
  expect(order().paymentSent).toBe(true)
  order().setPaymentSent('one', false)
  expect(order().paymentSent).toBe(false)
  order().setPaymentSent('one', true)
  order().placed({ orderId: 'two' })
  expect(order()).toMatchObject({ orderId: 'two', paymentSent: false })
})

it('S4.03 S5.05 adding a line with the same item, choices and dietary requirements, in any order, raises the quantity of the existing line', async () => {
  const { order, lines } = await newOrder()
  const choices: [string, string][] = [
    ['size', 'double'],
    ['sauces', 'mint'],
    ['sauces', 'chilli'],
  ]
  order().add(buildCartLine({ choices, dietaryRequirements: ['no nuts', 'no onions'] }))
  const reversed = { choices: choices.toReversed(), dietaryRequirements: ['no onions', 'no nuts'] }
  order().add(buildCartLine({ ...reversed, quantity: 2 }))
  expect(lines().map(({ quantity }) => quantity)).toEqual([3])
  order().add(buildCartLine({ choices, dietaryRequirements: ['no nuts'] }))
  order().add(buildCartLine({ choices: choices.slice(1), dietaryRequirements: ['no nuts', 'no onions'] }))
  order().add(buildCartLine({ itemId: 'fries', choices, dietaryRequirements: ['no nuts', 'no onions'] }))
  expect(lines().map(({ quantity }) => quantity)).toEqual([3, 1, 1, 1])
})

it('S5.05 lines with different sizes of the same item are not merged', async () => {
  const { order, lines } = await newOrder()
  order().add(buildCartLine({ choices: [['size', 'single']] }))
  order().add(buildCartLine({ choices: [['size', 'double']] }))
  expect(lines()).toHaveLength(2)
})

it('S4.04 removing a line of the cart deletes this line and keeps the lines of other items', async () => {
  const { order, lines } = await newOrder()
  order().add(buildCartLine({ quantity: 3 }))
  order().add(buildCartLine({ itemId: 'fries' }))
  order().remove(buildCartLine())
  expect(lines().map(({ itemId }) => itemId)).toEqual(['fries'])
  order().setQuantity(buildCartLine({ itemId: 'fries' }), 0)
  expect(order().itemsByVendor).toEqual({})
})

it('the quantity of a cart line never exceeds the maximum for a line', async () => {
  const { order, lines } = await newOrder()
  order().add(buildCartLine({ quantity: LINE_QUANTITY_MAX }))
  order().add(buildCartLine())
  expect(lines()[0]?.quantity).toBe(LINE_QUANTITY_MAX)
})

it('new prices of a menu are stored only if the cart has not changed since the new prices were calculated', async () => {
  const { order, lines } = await newOrder()
  order().add(buildCartLine())
  const seen = lines()
  const dearer = seen.map((line) => ({ ...line, item: { ...line.item, price: 1_000 } }))
  order().renewLines('burgers', seen, dearer)
  expect(lines()).toEqual(dearer)
  order().add(buildCartLine({ itemId: 'fries' }))
  order().renewLines('burgers', dearer, seen)
  expect(lines().map(({ itemId, item }) => [itemId, item.price])).toEqual([
    ['smash', 1_000],
    ['fries', 950],
  ])
})

it.each([
  ['everything', []],
  ['the order at one kitchen', ['burgers']],
] satisfies [string, [string?]][])(
  'S4.05 clearing %s resets vendor, cart, address, order id, payment flag and fees',
  async (_, args) => {
    const { order } = await newOrder()
    order().add(buildCartLine())
    order().setAddress({ address: '1 Long Lane', city: 'Aberdeen', postcode: 'AB1 2CD' })
    order().placed({ orderId: 'one' })
    order().setPaymentSent('one', true)
    order().clear(...args)
    expect(order()).toMatchObject({
      vendor: null,
      itemsByVendor: {},
      address: { address: '', city: '', postcode: '' },
      orderId: null,
      paymentSent: false,
      deliveryFee: 0,
      deliveryFreeOrdersOver: null,
    })
  },
)

it('S5.04 adding a line to the cart without a chosen vendor has no effect', async () => {
  const { order } = await newTab()
  order().add(buildCartLine())
  expect(order().itemsByVendor).toEqual({})
})

it('S4.05 each kitchen has its own cart, and clearing one cart keeps the other', async () => {
  const { order, count } = await newOrder()
  order().add(buildCartLine())
  order().setVendor(sushiKitchenTerms)
  order().add(buildCartLine({ itemId: 'maki', quantity: 2 }))
  expect([count('burgers'), count('sushi')]).toEqual([1, 2])
  expect(order().kitchens).toMatchObject({ burgers: { name: 'Burgers', currency: 'GBP' }, sushi: { slug: 'sushi' } })
  order().clear('sushi')
  expect([count('burgers'), count('sushi')]).toEqual([1, 0])
})

it('S3.07 stores the cart under the key “order”, from which the next page restores the cart', async () => {
  const { order } = await newOrder()
  order().add(buildCartLine({ dietaryRequirements: ['no nuts'] }))
  expect([...browser.stored.keys()]).toEqual(['order'])
  const { lines } = await newTab()
  expect(lines()).toEqual([buildCartLine({ dietaryRequirements: ['no nuts'] })])
})

describe('stored data', () => {
  it.each([
    ['invalid JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    [
      'an object whose fields have the wrong types',
      JSON.stringify({ version: 1, state: { vendor: 1, itemsByVendor: [7], address: 'here' } }),
    ],
    ['an earlier version without fields', JSON.stringify({ version: 0, state: {} })],
  ])('a stored order that is %s is read as an empty order, without an error', async (_name, text) => {
    browser.stored.set('order', text)
    const { order, count } = await newOrder()
    expect(order()).toMatchObject({ itemsByVendor: {}, address: { postcode: '' } })
    order().add(buildCartLine())
    expect(count()).toBe(1)
  })

  it('when a stored order of any version contains invalid lines, only the valid lines are kept', async () => {
    const bad = [{ quantity: 1.5 }, { quantity: 0 }, { item: {} }].map((field) => ({ ...buildCartLine(), ...field }))
    const state = { itemsByVendor: { burgers: [...bad, 'smash', buildCartLine({ quantity: 1_000_000 })], sushi: bad } }
    browser.stored.set('order', JSON.stringify({ version: 7, state }))
    const { order, lines } = await newTab()
    expect(lines()).toEqual([buildCartLine({ quantity: LINE_QUANTITY_MAX })])
    expect(Object.keys(order().itemsByVendor)).toEqual(['burgers'])
  })

  it('the prices of a stored order of version 1 are converted to the minor units of ISO 4217 and stored again', async () => {
    const kitchens = { gulyas: { name: 'Gulyás', slug: 'gulyas', currency: 'HUF' } }
    const state = { itemsByVendor: { gulyas: [buildCartLine()] }, kitchens }
    browser.stored.set('order', JSON.stringify({ version: 1, state }))
    const { lines, order } = await newTab()
    expect(lines('gulyas')[0]?.item.price).toBe(95_000)
    order().setReferral('a friend')
    expect((await newTab()).lines('gulyas')[0]?.item.price).toBe(95_000)
  })
})

it('a tab shows changes that another tab makes to the stored order, and an empty cart when the other tab clears the storage', async () => {
  const firstTab = await newOrder()
  const other = await newTab()
  other.order().add(buildCartLine())
  expect(firstTab.count()).toBe(0)
  browser.storageChanged('order')
  expect(firstTab.count()).toBe(1)
  browser.stored.clear()
  browser.storageChanged(null)
  expect([firstTab.count(), firstTab.order().vendor]).toEqual([0, null])
})

describe('logging in and out', () => {
  it('a logout stores the carts and the address of a reader separately, and the next login merges them with the current carts', async () => {
    const tab = await newOrder()
    await loggedInAs(tab, 'nora')
    tab.order().add(buildCartLine({ quantity: 2, dietaryRequirements: ['no nuts'] }))
    tab.order().setAddress({ postcode: 'AB1 2CD' })
    await tab.session().logout()
    expect(tab.order()).toMatchObject({ itemsByVendor: {}, kitchens: {}, address: { postcode: '' }, vendor: null })
    tab.order().setVendor(burgerKitchenTerms)
    tab.order().add(buildCartLine({ dietaryRequirements: ['no nuts'] }))
    tab.order().add(buildCartLine({ itemId: 'fries' }))
    await loggedInAs(tab, 'nora')
    expect(tab.lines().map(({ itemId, quantity }) => [itemId, quantity])).toEqual([
      ['smash', 3],
      ['fries', 1],
    ])
    expect(tab.order().address.postcode).toBe('AB1 2CD')
    expect(tab.order().setAside).toEqual({})
  })

  it('a login never shows the carts of another reader', async () => {
    const tab = await newOrder()
    await loggedInAs(tab, 'nora')
    tab.order().add(buildCartLine())
    await loggedInAs(tab, 'omar')
    expect(tab.count()).toBe(0)
    tab.order().setVendor(burgerKitchenTerms)
    tab.order().add(buildCartLine({ itemId: 'fries' }))
    await loggedInAs(tab, 'nora')
    expect(tab.lines().map(({ itemId }) => itemId)).toEqual(['smash'])
  })

  it('a cart that was filled without an account is kept when a guest or a reader logs in', async () => {
    const tab = await newOrder()
    tab.order().add(buildCartLine())
    server.user.roles = ['Guest']
    await loggedInAs(tab, 'guest')
    expect([tab.count(), tab.order().owner]).toEqual([1, null])
    server.user.roles = []
    await loggedInAs(tab, 'nora')
    expect([tab.count(), tab.order().owner, tab.order().vendor?.vId]).toEqual([1, 'nora', 'burgers'])
  })

  it('after a logout on a page without the order store, the next page has an empty cart, and the next login restores the cart', async () => {
    const tab = await newOrder()
    await loggedInAs(tab, 'nora')
    tab.order().add(buildCartLine())
    for (const key of ['accessToken', 'refreshToken']) browser.stored.delete(key)
    const next = await newTab()
    expect(next.count()).toBe(0)
    await loggedInAs(next, 'nora')
    expect(next.count()).toBe(1)
  })

  it('the carts of a reader are kept when the server cannot be reached', async () => {
    const tab = await newOrder()
    await loggedInAs(tab, 'nora')
    tab.order().add(buildCartLine())
    server.answer = () => new Response('', { status: 500 })
    const next = await newTab()
    await next.session().fetchUser()
    expect([next.count(), next.session().user]).toEqual([1, null])
  })
})
