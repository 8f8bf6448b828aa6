import { expect, test } from 'vitest'
import type { DeskKitchen } from '#contract/desk-kitchens.ts'
import type { Kitchen } from '#contract/menu.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { createDeskSite } from '../../../testing/desk.ts'
import { addPerson } from '../../../testing/people.ts'
import { addSampleKitchen } from './sample.ts'

test('a new database gets one sample kitchen, admins can manage it, and it does not return after it is deleted', async () => {
  const db = await createTestDatabase()
  await Promise.all([addSampleKitchen(db), addSampleKitchen(db)])
  const { ask, call, ada } = await createDeskSite({ db })
  const list = async (): Promise<DeskKitchen[]> => (await ask('GET', '/kitchens')).body.kitchens
  const [sample, ...others] = await list()
  expect([sample, others]).toMatchObject([
    { name: 'Nebelhorn Kitchen', slug: 'sample-kitchen', sample: true, status: 'active', owners: [] },
    [],
  ])
  const kitchen = (await call('GET', '/api/kitchens/sample-kitchen')).json() as Kitchen
  expect(kitchen.terms).toMatchObject({ deliveryFee: 250, deliveryFreeOrdersOver: 2500, minimumOrder: 1200 })
  expect(kitchen.categories.map(({ name }) => name)).toEqual(['Burgers', 'Sides', 'Drinks'])
  const [smash] = kitchen.categories[0]?.items ?? []
  expect(smash).toMatchObject({ name: 'Double smash', price: 950, allergens: ['gluten', 'milk', 'mustard'] })
  const at = `/api/kitchen/${sample?.vId}`
  const hours = await call('PUT', `${at}/hours`, { token: ada.token, body: kitchen.terms.hours })
  expect([hours.statusCode, hours.json().terms.hours]).toEqual([200, kitchen.terms.hours])
  expect((await ask('DELETE', `/kitchens/${sample?.vId}`)).status).toBe(204)
  await db.deleteFrom('users').execute()
  await addSampleKitchen(db)
  expect((await call('GET', '/api/kitchens')).json().kitchens).toEqual([])
})

test('a site that already has accounts gets no sample kitchen', async () => {
  const { db, call } = await createDeskSite()
  await addPerson(db)
  await addSampleKitchen(db)
  expect((await call('GET', '/api/kitchens')).json().kitchens).toEqual([])
})
