import { expect, test } from 'vitest'
import { DELETE_CONFIRMATION_TEXT } from '#contract/limits.ts'
import { createDeskSite } from '../../../testing/desk.ts'
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

test('a ban of the last owner who is not banned suspends the kitchen and is logged; a kitchen that an admin opens again stays open when the reason of the ban changes', async () => {
  const { db, ask, call, logged } = await createDeskSite()
  const [olive, other] = [await addPerson(db, { name: 'Olive' }), await addPerson(db, { name: 'Otto' })]
  const kitchen = await createKitchen({ db }, { owner: olive, name: 'Shared' })
  await db
    .insertInto('vendor_members')
    .values({ vendor_id: kitchen.kitchenId, user_id: other.id, role: 'owner', created_at: 1 })
    .execute()
  const ban = ({ id }: { id: string }, reason = '') => ask('PUT', `/people/${id}/ban`, { reason })
  const page = async () => (await call('GET', `/api/kitchens/${kitchen.slug}`)).statusCode

  await ban(olive)
  expect(await page()).toBe(200)
  await ban(other)
  expect(await page()).toBe(404)
  expect(await logged()).toEqual([
    'Ada Admin | kitchen suspended | Shared | Its last owner who was not banned is banned now.',
    'Ada Admin | banned | Otto | ',
    'Ada Admin | banned | Olive | ',
  ])
  await ask('PUT', `/kitchens/${kitchen.kitchenId}/status`, { status: 'active', reason: '' })
  expect(await page()).toBe(200)
  await ban(other, 'sells hats')
  expect(await page()).toBe(200)
})
