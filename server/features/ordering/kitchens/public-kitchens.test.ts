import { expect, test, vi } from 'vitest'
import type { Kitchen, KitchenTerms } from '#contract/menu.ts'
import { createId } from '../../../db/ids.ts'
import { connectHubTestClient } from '../../../testing/hub-test-client.ts'
import { createKitchen } from '../../../testing/kitchens.ts'
import { createTestSite } from '../../../testing/site.ts'

test('anyone can read active kitchens with their menus, and no other kitchens', async () => {
  const site = await createTestSite()
  const shown = await createKitchen(site, { name: 'Bagel bar' })
  const other = await createKitchen(site, { name: 'Arepa house' })
  const hidden = await Promise.all((['pending', 'suspended'] as const).map((status) => createKitchen(site, { status })))
  const { kitchens } = (await site.call('GET', '/api/kitchens')).json() as { kitchens: KitchenTerms[] }
  expect(kitchens.map(({ slug }) => slug)).toEqual([other.slug, shown.slug])
  const answer = await site.call('GET', `/api/kitchens/${shown.slug}`)
  expect(answer.statusCode).toBe(200)
  const kitchen = answer.json() as Kitchen & { status?: string }
  expect(kitchen.terms).toMatchObject({
    vId: shown.kitchenId,
    deliveryFee: 250,
    deliveryFreeOrdersOver: 2500,
    picture: null,
  })
  expect(kitchen.status).toBeUndefined()
  expect(kitchen.categories.map(({ name, items }) => [name, items])).toEqual([
    ['Mains', [shown.burger, shown.fries]],
    ['Drinks', [shown.lemonade]],
  ])
  for (const slug of [...hidden.map(({ slug }) => slug), 'nothing', '%00', 'a%2Fb'])
    expect((await site.call('GET', `/api/kitchens/${slug}`)).json().code).toBe('not_found')
})

test('reading a menu of 200 items takes four database queries, and reading a list of 50 kitchens takes one', async () => {
  const site = await createTestSite()
  const { kitchenId: vId, slug } = await createKitchen(site, { orders_per_slot: 4 })
  const item = await site.db.selectFrom('menu_items').selectAll().where('vendor_id', '=', vId).executeTakeFirstOrThrow()
  const items = Array.from({ length: 197 }, (_, at) => ({ ...item, id: createId(), position: at + 3 }))
  await site.db.insertInto('menu_items').values(items).execute()
  const vendor = await site.db.selectFrom('vendors').selectAll().where('id', '=', vId).executeTakeFirstOrThrow()
  const vendors = Array.from({ length: 49 }, (_, at) => ({ ...vendor, id: createId(), slug: `other-${at}` }))
  await site.db.insertInto('vendors').values(vendors).execute()
  const queries = vi.spyOn(site.db.getExecutor(), 'executeQuery')
  const count = async (url: string) => {
    queries.mockClear()
    const answer = await site.call('GET', url)
    return [answer.json(), queries.mock.calls.length]
  }
  const [menu, ofMenu] = await count(`/api/kitchens/${slug}`)
  expect([menu.categories[0].items.length + menu.categories[1].items.length, ofMenu]).toEqual([200, 4])
  const [list, ofList] = await count('/api/kitchens')
  expect([list.kitchens.length, ofList]).toEqual([50, 1])
})

test('pages that watch a kitchen receive an event for a committed change, and no event for a refused change', async () => {
  const site = await createTestSite()
  const { kitchenId: vId, owner } = await createKitchen(site)
  const other = await createKitchen(site)
  const origin = await site.app.listen({ host: '127.0.0.1', port: 0 })
  const page = await connectHubTestClient(origin)
  await page.client.invoke('watchKitchen', vId)
  const pause = (kitchen: string, token: string, until: number | null) =>
    site.call('PUT', `/api/kitchen/${kitchen}/pause`, { token, body: { until } })
  await pause(vId, owner.token, 1)
  await pause(vId, other.owner.token, null)
  await pause(other.kitchenId, other.owner.token, null)
  await pause(vId, owner.token, null)
  await pause(vId, owner.token, Date.now() + 60_000)
  expect(await page.until('kitchenChanged', 2)).toEqual([vId, vId])
})
