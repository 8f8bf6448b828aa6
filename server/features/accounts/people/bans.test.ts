import { expect, test } from 'vitest'
import { createSubscription } from '../../../events/events.ts'
import { createDeskSite } from '../../../testing/desk.ts'
import { createRethrowingEventBus } from '../../../testing/events.ts'
import { addPerson } from '../../../testing/people.ts'
import { createTestSite } from '../../../testing/site.ts'
import { banPerson } from './change-person.ts'

test('a ban ends every session of the account, stores its reason, is logged, and can be lifted', async () => {
  const { db, ask, call, logged } = await createDeskSite()
  const nora = await addPerson(db, { name: 'Nora' })
  const me = async () => (await call('GET', '/auth/current-user', { token: nora.token })).statusCode
  expect(await me()).toBe(200)
  const { body } = await ask('PUT', `/people/${nora.id}/ban`, { reason: '  sells\n\nhats\0 ' })
  expect(body).toMatchObject({ bannedAt: expect.any(Number), banReason: 'sells hats' })
  expect(await me()).toBe(401)
  expect((await ask('GET', `/people/${nora.id}`)).body.sessions).toBe(0)
  const lifted = await ask('DELETE', `/people/${nora.id}/ban`)
  expect(lifted.body).toMatchObject({ bannedAt: null, banReason: null })
  await ask('DELETE', `/people/${nora.id}/ban`)
  expect(await me()).toBe(401)
  expect(await logged()).toEqual(['Ada Admin | ban lifted | Nora | ', 'Ada Admin | banned | Nora | sells hats'])
})

test('a banned guest cannot begin another session with the same email address until the ban is lifted', async () => {
  const { ask, call, db } = await createDeskSite()
  const gus = await addPerson(db, { name: 'Gus', email: 'gus@example.org', roles: ['Guest'] })
  const enter = async () => {
    const answer = await call('POST', '/auth/guestcheckout', { body: { name: 'Gus', email: 'Gus@example.org' } })
    return answer.statusCode === 200 ? 200 : answer.json().code
  }
  await ask('PUT', `/people/${gus.id}/ban`, { reason: '' })
  expect(await enter()).toBe('account_banned')
  await ask('DELETE', `/people/${gus.id}/ban`)
  expect(await enter()).toBe(200)
})

test('a ban of a guest also ends the sessions that began with the same email address in other browsers, and no other sessions', async () => {
  const { ask, call, db } = await createDeskSite()
  const enter = (email: string) => addPerson(db, { email, roles: ['Guest'] })
  const [gus, elsewhere, other] = [
    await enter('gus@example.org'),
    await enter('Gus@example.org'),
    await enter('other@example.org'),
  ]
  const reader = await addPerson(db, { email: 'gus@example.org' })
  await ask('PUT', `/people/${gus.id}/ban`, { reason: '' })
  const status = async ({ token }: { token: string }) => (await call('GET', '/auth/current-user', { token })).statusCode
  expect([await status(elsewhere), await status(other), await status(reader)]).toEqual([401, 200, 200])
})

test.each([['Guest'], []] as const)('a ban publishes `access.changed` once for each account: %j', async (...roles) => {
  const { db } = await createTestSite()
  await addPerson(db, { roles: ['Admin'] })
  const accounts = [await addPerson(db, { email: 'gus@example.org', roles })]
  if (roles.length > 0) accounts.push(await addPerson(db, { email: 'Gus@example.org', roles }))
  const events = createRethrowingEventBus()
  const published: string[] = []
  events.subscribe([createSubscription('access.changed', ({ userId }) => published.push(userId))])
  await db.transaction().execute((tx) => banPerson(tx, events, null, accounts[0]?.id ?? '', ''))
  expect(published.sort()).toEqual(accounts.map(({ id }) => id).sort())
})

test('a ban of a guest bans all guests with the same email address, and lifting it for any of them lifts it for all', async () => {
  const { ask, call, db, logged } = await createDeskSite()
  const gus = await addPerson(db, { name: 'Gus', email: 'gus@example.org', roles: ['Guest'] })
  const again = await addPerson(db, { name: 'Gus G', email: 'Gus@example.org', roles: ['Guest'] })
  const reader = await addPerson(db, { email: 'gus@example.org' })
  await ask('PUT', `/people/${gus.id}/ban`, { reason: 'spam' })
  const reasonOf = async ({ id }: { id: string }) => (await ask('GET', `/people/${id}`)).body.person.banReason
  expect([await reasonOf(gus), await reasonOf(again), await reasonOf(reader)]).toEqual(['spam', 'spam', null])
  await ask('DELETE', `/people/${again.id}/ban`)
  expect([await reasonOf(gus), await reasonOf(again)]).toEqual([null, null])
  const body = { name: 'Gus', email: 'gus@example.org' }
  expect((await call('POST', '/auth/guestcheckout', { body })).statusCode).toBe(200)
  expect(await logged()).toEqual(['Ada Admin | ban lifted | Gus G | ', 'Ada Admin | banned | Gus | spam'])
})

test('an admin cannot ban their own account', async () => {
  const { db, ask, ada, logged } = await createDeskSite()
  await addPerson(db, { roles: ['Admin'] })
  const { status, body } = await ask('PUT', `/people/${ada.id}/ban`, { reason: '' })
  expect([status, body.code]).toEqual([403, 'forbidden'])
  expect(await logged()).toEqual([])
})

test('when an admin signs a person out, only the sessions of this person end, and the action is logged', async () => {
  const { db, ask, call, logged } = await createDeskSite()
  const nora = await addPerson(db, { name: 'Nora' })
  const sam = await addPerson(db, { name: 'Sam' })
  const status = async ({ token }: { token: string }) => (await call('GET', '/auth/current-user', { token })).statusCode
  expect((await ask('DELETE', `/people/${nora.id}/sessions`)).status).toBe(204)
  expect([await status(nora), await status(sam)]).toEqual([401, 200])
  expect(await logged()).toEqual(['Ada Admin | signed out everywhere | Nora | '])
})
