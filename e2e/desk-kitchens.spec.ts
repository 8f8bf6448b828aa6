import type { APIRequestContext, Page } from '@playwright/test'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import type { Order } from '#contract/ordering.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { test } from './desk-test.ts'
import { alwaysOpenHours, createOpenKitchen } from './kitchens.ts'
import { sendOwnerProof } from './proof.ts'
import {
  buildBearerHeader,
  createPageInNewContext,
  createPartnerApplicant,
  createReader,
  logInBrowser,
  type Reader,
  uniqueWord,
} from './readers.ts'
import { expect, openPage, waitForLiveConnection } from './test.ts'

/** Orders one portion of an item without options, for pickup. @param wish a dietary requirement */
async function order(request: APIRequestContext, who: Reader, kitchen: ManagedKitchen, wish?: string): Promise<Order> {
  const item = kitchen.categories.flatMap(({ items }) => items).find(({ options }) => options.length === 0)
  const answer = await request.post('/api/orders', {
    headers: buildBearerHeader(who),
    data: {
      key: crypto.randomUUID(),
      vId: kitchen.terms.vId,
      service: 'pickup',
      slotAt: null,
      address: null,
      lines: [{ itemId: item?.itemId, quantity: 1, options: [], dietaryRequirements: wish ? [wish] : [] }],
      total: item?.price,
      payment: 'cash',
      phone: '+44 20 7946 0001',
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).order
}

/** The browser logs the requests that this test makes fail. */
const refused = /status of 4(00|09) /

const ticket = (page: Page, { number }: Order) => page.getByRole('article', { name: `Order ${number}`, exact: true })

test('a kitchen moves an order through its states on the board of a tablet, and the customer sees each state', async ({
  page,
  request,
}) => {
  const { kitchen, owner, slug } = await createOpenKitchen(request)
  const customer = await createReader(request)
  await logInBrowser(page, owner)
  await page.setViewportSize({ width: 820, height: 1180 })
  await openPage(page, `/kitchen/${slug}`)
  await waitForLiveConnection(page)
  await expect(page.getByText('0 orders, £0.00 today')).toBeVisible()
  const placed = await order(request, customer, kitchen, 'No sesame')
  await expect(ticket(page, placed)).toContainText(customer.name)
  await expect(page).toHaveTitle(/^\(1\) New orders/)

  const state = async () => {
    const answer = await request.get(`/api/orders/${placed.orderId}`, { headers: buildBearerHeader(customer) })
    return (await answer.json()).state
  }
  await ticket(page, placed).getByLabel('No sesame').check()
  await ticket(page, placed)
    .getByRole('button', { name: /^Accept for/ })
    .click()
  await expect.poll(state).toBe('accepted')
  for (const [name, next] of [
    ['Start cooking', 'preparing'],
    ['Ready', 'ready'],
    ['Picked up', 'collected'],
  ] as const) {
    await ticket(page, placed).getByRole('button', { name, exact: true }).click()
    await expect.poll(state).toBe(next)
  }
  await page.getByText('Finished today: 1').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Picked up' })).toContainText(customer.name)
  await page.getByRole('link', { name: 'Figures' }).click()
  await expect(page.getByRole('region', { name: 'Best sold today' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('region', { name: /^The last 30 days/ }).getByText('1 order, £5.50.')).toBeVisible()
})

test.describe('when requests are refused', () => {
  test.use({ expectMessages: refused })

  test('a partner applies, is approved and creates a kitchen; an admin opens the kitchen, and a customer orders there', async ({
    page,
    browser,
    request,
    admin,
  }) => {
    const pat = await createPartnerApplicant(request, `Pat ${uniqueWord()}`)
    await logInBrowser(page, pat)
    await openPage(page, '/kitchen')
    await expect(page.getByText('You do not work in any kitchen yet.')).toBeVisible()
    await expect(page.getByText('an admin is looking at it')).toBeVisible()
    await sendOwnerProof(request, admin)
    const decided = await request.post(`/api/desk/people/${pat.id}/application`, {
      headers: buildBearerHeader(admin),
      data: { approve: true },
    })
    expect(decided.ok(), await decided.text()).toBe(true)

    await page.reload()
    const word = uniqueWord()
    await page.getByLabel('Name').fill(`Pat’s Café ${word}`)
    await expect(page.getByLabel('Address')).toHaveValue(`pats-cafe-${word}`)
    await page.getByLabel('Currency').fill('gpb')
    await page.getByRole('button', { name: 'Begin it' }).click()
    await expect(page.getByText('That currency is not known.')).toBeVisible()
    await page.getByLabel('Currency').fill('gbp')
    await page.getByRole('button', { name: 'Begin it' }).click()
    await expect(page).toHaveURL(`/kitchen/pats-cafe-${word}/menu`)
    await expect(page.getByText('Customers do not see this kitchen yet: an admin has to open it.')).toBeVisible()

    const own = await (await request.get('/api/kitchen', { headers: buildBearerHeader(pat) })).json()
    const at = `/api/kitchen/${own.kitchens[0].vId}`
    const send = async (method: string, path: string, data: object): Promise<ManagedKitchen> => {
      const answer = await request.fetch(at + path, { method, data, headers: buildBearerHeader(pat) })
      expect(answer.ok(), await answer.text()).toBe(true)
      return answer.json()
    }
    await send('PUT', '/hours', alwaysOpenHours)
    const { categories } = await send('POST', '/categories', { name: 'Mains' })
    const kitchen = await send('POST', '/items', { categoryId: categories[0]?.id, name: 'Soup', price: 500 })

    const desk = await createPageInNewContext(browser, { reader: admin })
    await openPage(desk, '/desk')
    await expect(desk.getByRole('article', { name: `Pat’s Café ${word} waits to be opened` })).toBeVisible()
    await desk.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Kitchens' }).click()
    const card = desk.getByRole('article', { name: `Pat’s Café ${word}` })
    await expect(card).toContainText('Waits to be opened')
    await expect(card).toContainText(pat.email)
    await card.getByRole('button', { name: 'Open to customers' }).click()
    await expect(card).toContainText('1 item on the menu, 0 orders')
    await expect(desk.getByText(`Pat’s Café ${word} is open to customers.`)).toBeVisible()

    await openPage(page, `/kitchen/pats-cafe-${word}`)
    await expect(page.getByText('Open around the clock')).toBeVisible()
    await expect(page.getByText('an admin has to open it')).toBeHidden()
    const placed = await order(request, await createReader(request), kitchen)
    await expect(ticket(page, placed)).toContainText('1× Soup')
    await desk.context().close()
  })
})

// web/features/desk/kitchens/kitchens.test.ts tests the creation, suspension and deletion of kitchens, and the search
// for orders.

test('all pages for a kitchen’s owner and all desk pages about kitchens have no accessibility violations and never scroll sideways', async ({
  page,
  request,
  admin,
}) => {
  const { kitchen, slug } = await createOpenKitchen(request)
  await order(request, await createReader(request), kitchen, 'No sesame')
  await logInBrowser(page, admin)
  for (const [path, words] of [
    ['/kitchen', kitchen.terms.name],
    [`/kitchen/${slug}`, 'Tick when you have seen this'],
    [`/kitchen/${slug}/figures`, 'Best sold today'],
    ['/desk/kitchens', kitchen.terms.name],
    ['/desk/orders', kitchen.terms.name],
  ] as const) {
    await openPage(page, path)
    await expect(page.getByText(words).first()).toBeVisible()
    expect(await findAxeAndOverflowViolations(page), path).toEqual([])
  }
})
