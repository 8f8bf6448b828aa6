import { expect, test } from 'vitest'
import { DELETE_CONFIRMATION_TEXT } from '#contract/limits.ts'
import { createKitchen } from '../../../testing/kitchens.ts'
import { addPerson } from '../../../testing/people.ts'
import { createTestSite } from '../../../testing/site.ts'

test('deleting the account of the only owner who is not banned suspends the kitchen and is logged; a kitchen with another owner stays open', async () => {
  const site = await createTestSite()
  const { accessToken: token, userId: id } = await site.createReader('olive@example.org', {
    name: 'Olive Owner',
    isProved: true,
  })
  const owner = { id, token }
  const alone = await createKitchen(site, { owner, name: 'Alone' })
  const shared = await createKitchen(site, { owner, name: 'Shared' })
  const left = await createKitchen(site, { owner, name: 'With a banned owner' })
  const [other, banned] = [await addPerson(site.db), await addPerson(site.db)]
  await site.db.updateTable('users').set({ banned_at: 1 }).where('id', '=', banned.id).execute()
  for (const [{ kitchenId }, { id: user_id }] of [
    [shared, other],
    [left, banned],
  ] as const)
    await site.db
      .insertInto('vendor_members')
      .values({ vendor_id: kitchenId, user_id, role: 'owner', created_at: 1 })
      .execute()
  const exported = (await site.call('GET', '/api/account/export', { token })).json()
  expect(exported.kitchens).toMatchObject([
    { name: 'Alone', slug: alone.slug, role: 'owner', since: expect.stringMatching(/^20.*Z$/) },
    { name: 'Shared', slug: shared.slug, role: 'owner' },
    { name: 'With a banned owner', role: 'owner' },
  ])

  const body = { confirmation: DELETE_CONFIRMATION_TEXT }
  expect((await site.call('POST', '/api/account/delete', { token, body })).statusCode).toBe(204)
  const kitchens = await site.db.selectFrom('vendors').select(['name', 'status']).orderBy('name').execute()
  expect(kitchens).toEqual([
    { name: 'Alone', status: 'suspended' },
    { name: 'Shared', status: 'active' },
    { name: 'With a banned owner', status: 'suspended' },
  ])
  const log = await site.db
    .selectFrom('audit_log')
    .select(['actor_name', 'target_name', 'detail'])
    .where('action', '=', 'kitchen suspended')
    .orderBy('target_name')
    .execute()
  const entry = {
    actor_name: 'a deleted account',
    detail: 'Its last owner who is not banned has deleted their account.',
  }
  expect(log).toEqual([
    { ...entry, target_name: 'Alone' },
    { ...entry, target_name: 'With a banned owner' },
  ])
})
