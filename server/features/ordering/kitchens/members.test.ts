import { expect, test } from 'vitest'
import type { EmailKey } from '../../../db/email-key.ts'
import { connectHubTestClient } from '../../../testing/hub-test-client.ts'
import { createOrderSite, type TestUser } from '../../../testing/orders.ts'
import { addPerson } from '../../../testing/people.ts'

async function memberSite() {
  const site = await createOrderSite()
  const { olive, kitchen, as } = site
  const add = (email: string, role = 'staff') =>
    as(olive, 'POST', `/api/kitchen/${kitchen.kitchenId}/members`, { email, role })
  const remove = (userId: string, who = olive) =>
    as(who, 'DELETE', `/api/kitchen/${kitchen.kitchenId}/members/${userId}`)
  const join = (who: TestUser) => as(who, 'POST', `/api/kitchen/${kitchen.kitchenId}/join`)
  /** Invites a user and accepts the invitation. */
  const addAndJoin = async (who: TestUser, email: string, role = 'staff') => {
    await add(email, role)
    return join(who)
  }
  return { ...site, add, join, addAndJoin, remove }
}

test('a reader joins a kitchen by an invitation to any spelling of their email address, and may work in the kitchen at once', async () => {
  const { add, join, remove, as, nora, olive, kitchen, mails } = await memberSite()
  const at = `/api/kitchen/${kitchen.kitchenId}`
  expect((await as(nora, 'GET', at)).body.code).toBe('not_found')
  const { status, body } = await add(' NORA@Example.org ')
  expect([status, body.members.length, body.invitations]).toMatchObject([
    200,
    1,
    [{ email: 'NORA@Example.org', role: 'staff' }],
  ])
  const [mail] = (await mails()).filter(({ to }) => to === 'NORA@Example.org')
  expect([mail?.subject, mail?.text]).toEqual([
    'Test Kitchen invites you to work there',
    expect.stringContaining('https://site.test/kitchen\n'),
  ])
  expect((await as(nora, 'GET', at)).body.code).toBe('not_found')
  expect((await as(nora, 'GET', '/api/kitchen')).body.invitations).toEqual([
    { vId: kitchen.kitchenId, name: 'Test Kitchen', role: 'staff' },
  ])
  expect((await join(nora)).body).toMatchObject({ vId: kitchen.kitchenId, role: 'staff' })
  expect((await join(nora)).body.code).toBe('not_found')
  const now = (await as(olive, 'GET', at)).body
  expect(now.invitations).toEqual([])
  expect(now.members).toMatchObject([
    { userId: olive.id, role: 'owner' },
    { userId: nora.id, name: 'Nora', email: 'nora@example.org', role: 'staff' },
  ])
  expect((await as(nora, 'GET', at)).body.role).toBe('staff')
  expect((await as(nora, 'PUT', `${at}/hours`, { weekly: [], special: [] })).body.code).toBe('forbidden')
  // The role of a member changes without an invitation, because owners already see the email address of a member.
  await add('nora@example.org', 'owner')
  expect((await as(nora, 'PUT', `${at}/hours`, { weekly: [], special: [] })).status).toBe(200)
  expect((await remove(nora.id)).body.members).toHaveLength(1)
  expect((await as(nora, 'GET', at)).body.code).toBe('not_found')
})

test('an invitation gets the same reply whether the email address belongs to a reader, a guest, a banned reader or nobody', async () => {
  const { add, db, gus, join, mails } = await memberSite()
  const banned = await addPerson(db, { email: 'banned@example.org' })
  await db.updateTable('users').set({ banned_at: 1 }).where('id', '=', banned.id).execute()
  const addresses = ['nora@example.org', 'stranger@example.org', 'gus@example.org', 'banned@example.org']
  for (const [at, email] of addresses.entries()) {
    const { status, body } = await add(email)
    expect([email, status, body.members.length]).toEqual([email, 200, 1])
    expect(body.invitations[at]).toEqual({ invitationId: expect.any(String), email, role: 'staff' })
  }
  const sent = (await mails()).filter(({ subject }) => subject === 'Test Kitchen invites you to work there')
  expect(sent.map(({ to }) => to)).toEqual(addresses)
  expect((await join(gus)).status).toBe(403)
  for (const email of ['nora', 'nora@example.org\u0000', ''])
    expect([email, (await add(email)).body.code]).toEqual([email, 'email_invalid'])
  expect((await add('nora@example.org', 'chef')).body.code).toBe('bad_request')
})

test('a withdrawn invitation cannot be accepted', async () => {
  const { add, as, join, nora, olive, kitchen } = await memberSite()
  const [{ invitationId }] = (await add('nora@example.org')).body.invitations
  const at = `/api/kitchen/${kitchen.kitchenId}/invitations/${invitationId}`
  expect((await as(olive, 'DELETE', at)).body.invitations).toEqual([])
  expect((await as(olive, 'DELETE', at)).body.code).toBe('not_found')
  expect((await join(nora)).body.code).toBe('not_found')
})

test('the last owner cannot be removed or made staff, and two owners who remove each other at the same time cannot both succeed', async () => {
  const { add, addAndJoin, remove, olive, nora, as, kitchen, ada } = await memberSite()
  const { email } = (await as(olive, 'GET', `/api/kitchen/${kitchen.kitchenId}`)).body.members[0]
  expect((await add(email, 'staff')).body.code).toBe('last_owner')
  for (const who of [olive, ada]) expect((await remove(olive.id, who)).body.code).toBe('last_owner')
  await addAndJoin(nora, 'nora@example.org', 'owner')
  const answers = await Promise.all([remove(nora.id, olive), remove(olive.id, nora)])
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  const { members } = (await as(ada, 'GET', `/api/kitchen/${kitchen.kitchenId}`)).body
  expect(members).toMatchObject([{ role: 'owner' }])
})

test('the last owner who is not banned cannot be removed or made staff, and a banned owner can', async () => {
  const { add, addAndJoin, remove, olive, nora, as, kitchen, ada, db } = await memberSite()
  await addAndJoin(nora, 'nora@example.org', 'owner')
  await db.updateTable('users').set({ banned_at: 1 }).where('id', '=', nora.id).execute()
  const { members } = (await as(olive, 'GET', `/api/kitchen/${kitchen.kitchenId}`)).body
  const { email } = members.find(({ userId }: { userId: string }) => userId === olive.id)
  expect((await add(email, 'staff')).body.code).toBe('last_owner')
  for (const who of [olive, ada]) expect((await remove(olive.id, who)).body.code).toBe('last_owner')
  expect((await remove(nora.id)).status).toBe(200)
})

test('the only owner stays an owner after accepting an invitation as staff that was sent to their new email address', async () => {
  const { add, join, olive, as, db, kitchen } = await memberSite()
  await add('later@example.org', 'staff')
  await db
    .updateTable('users')
    .set({ email: 'later@example.org', email_key: 'later@example.org' as EmailKey })
    .where('id', '=', olive.id)
    .execute()
  expect((await join(olive)).status).toBe(200)
  const { members, invitations } = (await as(olive, 'GET', `/api/kitchen/${kitchen.kitchenId}`)).body
  expect([members, invitations]).toMatchObject([[{ userId: olive.id, role: 'owner' }], []])
})

test('a kitchen has at most fifty members', async () => {
  const { add, db, kitchen } = await memberSite()
  for (let count = 1; count < 50; count++) {
    const { id } = await addPerson(db)
    const row = { vendor_id: kitchen.kitchenId, user_id: id, role: 'staff' as const, created_at: count }
    await db.insertInto('vendor_members').values(row).execute()
  }
  expect((await add('nora@example.org')).body.code).toBe('too_many_entries')
})

test('removing a member of a kitchen ends the live connection of their page', async () => {
  const { app, addAndJoin, remove, nora, kitchen } = await memberSite()
  await addAndJoin(nora, 'nora@example.org')
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const page = await connectHubTestClient(origin, { token: nora.token })
  await page.client.invoke('watchKitchen', kitchen.kitchenId)
  expect((await remove(nora.id)).status).toBe(200)
  await page.ended
  expect(page.client.state).toBe('Disconnected')
})
