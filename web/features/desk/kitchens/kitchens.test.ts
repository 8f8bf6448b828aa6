import { act, createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DeskKitchen } from '#contract/desk-kitchens.ts'
import { errors } from '#contract/errors.ts'
import { buildPaidOrder } from '#contract/testing/sample-payments.ts'
import { mockHub } from '../../../testing/mock-hub.ts'
import { openScreen } from '../../../testing/page-actions.ts'

beforeEach(() => void vi.useFakeTimers())

const kitchenOf = (name: string, changes: Partial<DeskKitchen> = {}): DeskKitchen => ({
  vId: name.toLowerCase(),
  slug: name.toLowerCase(),
  name,
  currency: 'GBP',
  status: 'active',
  sample: false,
  owners: [{ userId: '1', name: 'Sam', email: 'sam@example.org' }],
  items: 1,
  orders: 0,
  deletable: true,
  commissionRate: 0,
  createdAt: Date.now(),
  ...changes,
})

/** Opens the desk's page of kitchens. The fake server stores changes. */
const kitchensPage = (kitchens: DeskKitchen[]) =>
  openScreen(
    ({ path, init: { method = 'GET' }, body }) => {
      const [, , , , vId, part] = path.split('/')
      const at = kitchens.findIndex((one) => one.vId === vId)
      const known = kitchens[at]
      if (method === 'GET') return Response.json({ kitchens })
      if (method === 'DELETE') {
        kitchens.splice(at, 1)
        return new Response(null, { status: 204 })
      }
      if (method === 'PUT' && known)
        return Response.json(part === 'commission' ? { ...known, commissionRate: body.rate } : { ...known, ...body })
      if (body.owner === 'sam@example.org') {
        const made = kitchenOf(String(body.name))
        kitchens.push(made)
        return Response.json(made, { status: 201 })
      }
      return Response.json({ code: 'no_such_reader', message: errors.no_such_reader.message }, { status: 409 })
    },
    async () => createElement((await import('./kitchens.tsx')).Screen),
    '/desk/kitchens',
  )

test('an admin creates a kitchen that a reader owns, suspends it with a reason, and deletes it after a confirmation', async () => {
  const { page, all, part, press, type, says, about, sent } = await kitchensPage([
    kitchenOf('Café', { status: 'pending' }),
  ])
  expect(page.text()).toContain('A kitchen waits to be opened.')
  const [form] = all('form', 'Make a kitchen')
  await type('Name', 'Diner', form)
  await type('Email of its owner', 'nobody-at-all@example.org')
  await press('Make it')
  await page.until(() =>
    expect(about('Email of its owner')).toContain('Nobody has an account with that email address.'),
  )
  await type('Email of its owner', 'sam@example.org')
  await press('Make it')
  await says('Diner is made')
  const card = () => part('Diner')
  expect(card().textContent).toMatch(/Open to customers.*Sam/)
  expect(sent('POST').at(-1)).toMatchObject({ name: 'Diner', slug: 'diner', owner: 'sam@example.org', currency: 'GBP' })

  await press('Suspend …', card())
  await type('Why, for its owners and the log', 'The hygiene certificate is missing.', card())
  await press('Suspend', card())
  expect(sent('PUT')).toMatchObject([{ status: 'suspended', reason: 'The hygiene certificate is missing.' }])
  expect(card().querySelector('.state')?.textContent).toBe('Suspended')

  await press('Delete …', card())
  await press('Cancel', card())
  await press('Delete …', card())
  expect(sent('DELETE')).toEqual([])
  await press('Delete', card())
  await says('Diner is deleted.')
  expect(all('article', 'Diner')).toEqual([])
  expect(sent('DELETE')).toEqual([{ path: '/api/desk/kitchens/diner' }])
})

test('an admin sets the commission of a kitchen in percent with two decimal places', async () => {
  const { page, part, press, type, says, field, key, sent } = await kitchensPage([kitchenOf('Diner')])
  const card = () => part('Diner')
  expect(card().textContent).toContain('It pays 0.00% of what it sells.')
  await press('Change the commission of Diner')
  expect(page.document.activeElement).toBe(field('Commission (%)'))
  await key('Escape', field('Commission (%)'))
  expect(page.document.activeElement?.textContent).toContain('Change the commission of Diner')
  await press('Change the commission of Diner')
  for (const wrong of ['50.01', '12.345', 'much']) {
    await type('Commission (%)', wrong)
    await press('Save', card())
    expect(card().textContent).toContain('Enter a percentage from 0 to 50, with at most two digits')
    expect(page.document.activeElement).toBe(field('Commission (%)'))
  }
  await type('Commission (%)', '12,5')
  await press('Save', card())
  await says('Diner pays 12.50% of what it sells from now on.')
  expect(sent('PUT')).toEqual([{ path: '/api/desk/kitchens/diner/commission', rate: 1250 }])
  expect(card().textContent).toContain('It pays 12.50% of what it sells.')
  expect(page.document.activeElement?.textContent).toContain('Change the commission of Diner')
})

test('an admin finds orders by search and filter, which the URL contains, and each row links to its order', async () => {
  const order = buildPaidOrder(5)
  const { page, type, check, says, texts } = await openScreen(
    ({ path }) => {
      const { searchParams } = new URL(path, 'https://nebelhorn.example')
      const found =
        searchParams.get('filter') !== 'lost' && order.customer.name.includes(searchParams.get('search') ?? '')
      return Response.json({ orders: found ? [order] : [], counts: { placed: 0, collected: 1 }, next: null })
    },
    async () => createElement((await import('./orders.tsx')).Screen),
    '/desk/orders',
  )
  await type('Find by number, customer or kitchen', 'Theo')
  await page.wait(200)
  expect(page.address()).toBe('/desk/orders?search=Theo')
  await page.until(() => expect(page.callsTo('/api/desk/orders?search=Theo&filter=all')).toHaveLength(1))
  expect(texts('.rows')).toEqual([expect.stringMatching(/^5, Nebelhorn Kitchen.*Theo M/)])
  const [link] = page.findAll('.rows a')
  expect(link?.getAttribute('href')).toBe(`/orders/${order.orderId}`)
  await check('Came to nothing')
  await says('No order here has “Theo”.')
  expect(page.address()).toBe('/desk/orders?search=Theo&filter=lost')
  await check('Done')
  await says('Picked up: 1')
  expect(page.find('[role=status]', 'Picked up: 1').textContent).toBe('Picked up: 1')
})

test('the orders are dimmed while another filter is loading, but not while the orders of the same filter are fetched again', async () => {
  let replyMs = 0
  const { hub, startLiveConnection } = mockHub()
  const { page, check, texts } = await openScreen(
    async ({ path }) => {
      if (replyMs > 0) await new Promise((resolve) => setTimeout(resolve, replyMs))
      const order = buildPaidOrder(path.includes('=all') ? 5 : 6)
      return Response.json({ orders: [order], counts: { placed: 2 }, next: null })
    },
    async () => {
      await startLiveConnection()
      return createElement((await import('./orders.tsx')).Screen)
    },
    '/desk/orders',
  )
  const list = () => ({ rows: texts('.rows li'), dimmed: page.find('.rows').getAttribute('aria-busy') })
  await page.wait(2_000)
  replyMs = 1_000
  await check('Open')
  expect(list()).toEqual({ rows: [expect.stringMatching(/^5, /)], dimmed: 'true' })
  await page.wait(1_000)
  const after = { rows: [expect.stringMatching(/^6, /)], dimmed: 'false' }
  expect(list()).toEqual(after)
  const calls = page.calls.length
  await act(async () => hub.onConnected())
  expect(page.calls).toHaveLength(calls + 1)
  expect(list()).toEqual(after)
})
