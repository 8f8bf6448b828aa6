import { expect, test } from 'vitest'
import { openLivePage } from '../../testing/live-page.ts'
import { createOrderSite } from '../../testing/orders.ts'
import { addPerson } from '../../testing/people.ts'

async function memberSite() {
  const site = await createOrderSite()
  const { olive, kitchen, as } = site
  const add = (email: string, role = 'staff') =>
    as(olive, 'POST', `/api/kitchen/${kitchen.vId}/members`, { email, role })
  const remove = (userId: string, who = olive) => as(who, 'DELETE', `/api/kitchen/${kitchen.vId}/members/${userId}`)
  return { ...site, add, remove }
}

test('a reader becomes a member by their address, however it is written, and may work there at once', async () => {
  const { add, remove, as, nora, olive, kitchen } = await memberSite()
  const at = `/api/kitchen/${kitchen.vId}`
  expect((await as(nora, 'GET', at)).body.code).toBe('not_found')
  const { status, body } = await add(' NORA@Example.org ')
  expect([status, body.members]).toMatchObject([
    200,
    [
      { userId: olive.id, role: 'owner' },
      { userId: nora.id, name: 'Nora', email: 'nora@example.org', role: 'staff' },
    ],
  ])
  expect((await as(nora, 'GET', at)).body.role).toBe('staff')
  expect((await as(nora, 'PUT', `${at}/hours`, { weekly: [], special: [] })).body.code).toBe('forbidden')
  await add('nora@example.org', 'owner')
  expect((await as(nora, 'PUT', `${at}/hours`, { weekly: [], special: [] })).status).toBe(200)
  expect((await remove(nora.id)).body.members).toHaveLength(1)
  expect((await as(nora, 'GET', at)).body.code).toBe('not_found')
})

test('who has no account, is a guest or banned becomes no member', async () => {
  const { add, db } = await memberSite()
  const banned = await addPerson(db, { email: 'banned@example.org' })
  await db.updateTable('users').set({ banned_at: 1 }).where('id', '=', banned.id).execute()
  for (const [email, code] of [
    ['stranger@example.org', 'no_such_reader'],
    ['gus@example.org', 'no_such_reader'],
    ['banned@example.org', 'no_such_reader'],
    ['nora', 'email_invalid'],
    ['nora@example.org\u0000', 'email_invalid'],
    ['', 'email_invalid'],
  ] as const)
    expect([email, (await add(email)).body.code]).toEqual([email, code])
  expect((await add('nora@example.org', 'chef')).body.code).toBe('bad_request')
})

test('nobody takes the last owner away, nor makes them staff, not even two owners each other at once', async () => {
  const { add, remove, olive, nora, as, kitchen, ada } = await memberSite()
  const { email } = (await as(olive, 'GET', `/api/kitchen/${kitchen.vId}`)).body.members[0]
  expect((await add(email, 'staff')).body.code).toBe('last_owner')
  for (const who of [olive, ada]) expect((await remove(olive.id, who)).body.code).toBe('last_owner')
  await add('nora@example.org', 'owner')
  const answers = await Promise.all([remove(nora.id, olive), remove(olive.id, nora)])
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  const { members } = (await as(ada, 'GET', `/api/kitchen/${kitchen.vId}`)).body
  expect(members).toMatchObject([{ role: 'owner' }])
})

test('a kitchen has at most fifty members', async () => {
  const { add, db, kitchen } = await memberSite()
  for (let count = 1; count < 50; count++) {
    const { id } = await addPerson(db)
    const row = { vendor_id: kitchen.vId, user_id: id, role: 'staff' as const, created_at: count }
    await db.insertInto('vendor_members').values(row).execute()
  }
  expect((await add('nora@example.org')).body.code).toBe('too_many_entries')
})

test('who is no member any more hears no more of its orders: the page has to connect anew, as a stranger', async () => {
  const { app, add, remove, nora, kitchen } = await memberSite()
  await add('nora@example.org')
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const page = await openLivePage(origin, { token: nora.token })
  await page.client.invoke('watchKitchen', kitchen.vId)
  expect((await remove(nora.id)).status).toBe(200)
  await page.ended
  expect(page.client.state).toBe('Disconnected')
})
