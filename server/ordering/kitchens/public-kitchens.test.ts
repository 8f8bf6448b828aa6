import { expect, test } from 'vitest'
import type { Kitchen, Terms } from '#contract/menu.ts'
import { createKitchen } from '../../testing/kitchens.ts'
import { createTestSite } from '../../testing/site.ts'

test('anyone sees the kitchens that are open to customers, with their menus, and no others', async () => {
  const site = await createTestSite()
  const shown = await createKitchen(site, { name: 'Bagel bar' })
  const other = await createKitchen(site, { name: 'Arepa house' })
  const hidden = await Promise.all((['pending', 'suspended'] as const).map((status) => createKitchen(site, { status })))
  const { kitchens } = (await site.call('GET', '/api/kitchens')).json() as { kitchens: Terms[] }
  expect(kitchens.map(({ slug }) => slug)).toEqual([other.slug, shown.slug])
  const answer = await site.call('GET', `/api/kitchens/${shown.slug}`)
  expect(answer.statusCode).toBe(200)
  const kitchen = answer.json() as Kitchen & { status?: string }
  expect(kitchen.terms).toMatchObject({ vId: shown.vId, deliveryFee: 250, deliveryFreeOrdersOver: 2500, picture: null })
  expect(kitchen.status).toBeUndefined()
  expect(kitchen.categories.map(({ name, items }) => [name, items])).toEqual([
    ['Mains', [shown.burger, shown.fries]],
    ['Drinks', [shown.lemonade]],
  ])
  for (const slug of [...hidden.map(({ slug }) => slug), 'nothing', '%00', 'a%2Fb'])
    expect((await site.call('GET', `/api/kitchens/${slug}`)).json().code).toBe('not_found')
})
