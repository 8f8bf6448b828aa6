import { expect, test } from 'vitest'
import { DELETE_CONFIRMATION_TEXT } from '#contract/limits.ts'
import { createKitchen } from '../../../testing/kitchens.ts'
import { addPerson } from '../../../testing/people.ts'
import { createTestSite } from '../../../testing/site.ts'

test('deleting the account of the only owner suspends the kitchen and is logged; a kitchen with another owner stays open', async () => {
  const site = await createTestSite()
  const { accessToken: token, userId: id } = await site.createReader('olive@example.org', {
    name: 'Olive Owner',
    isProved: true,
  })
  const owner = { id, token }
  const alone = await createKitchen(site, { owner, name: 'Alone' })
  const shared = await createKitchen(site, { owner, name: 'Shared' })
  const other = await addPerson(site.db)
  const partner = { vendor_id: shared.kitchenId, user_id: other.id, role: 'owner' as const, created_at: 1 }
  await site.db.insertInto('vendor_members').values(partner).execute()
  const exported = (await site.call('GET', '/api/account/export', { token })).json()
  expect(exported.kitchens).toMatchObject([
    { name: 'Alone', slug: alone.slug, role: 'owner', since: expect.stringMatching(/^20.*Z$/) },
    { name: 'Shared', slug: shared.slug, role: 'owner' },
  ])

  const body = { confirmation: DELETE_CONFIRMATION_TEXT }
  expect((await site.call('POST', '/api/account/delete', { token, body })).statusCode).toBe(204)
  const kitchens = await site.db.selectFrom('vendors').select(['name', 'status']).orderBy('name').execute()
  expect(kitchens).toEqual([
    { name: 'Alone', status: 'suspended' },
    { name: 'Shared', status: 'active' },
  ])
  const log = await site.db
    .selectFrom('audit_log')
    .select(['actor_name', 'target_name', 'detail'])
    .where('action', '=', 'kitchen suspended')
    .execute()
  expect(log).toEqual([
    { actor_name: 'a deleted account', target_name: 'Alone', detail: 'Its only owner has deleted their account.' },
  ])
})
