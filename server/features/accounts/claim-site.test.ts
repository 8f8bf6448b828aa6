import { expect, test, vi } from 'vitest'
import { holdQuery } from '../../testing/hold-query.ts'
import { createKitchen } from '../../testing/kitchens.ts'
import { buildLine } from '../../testing/orders.ts'
import { addPerson } from '../../testing/people.ts'
import { createTestSite, getLinkSecret, PASSWORD, type TestSite } from '../../testing/site.ts'
import { insertClaimLink } from './claim-site.ts'

const owner = { name: 'Otto Owner', email: 'otto@example.org', password: 'a kitchen full of kettles' }

async function claimOf({ db }: TestSite): Promise<string> {
  const token = await insertClaimLink(db)
  if (token === null) throw new Error('There is an admin.')
  return token
}
const rolesOf = async ({ call }: TestSite, token: string) =>
  (await call('GET', '/auth/current-user', { token })).json().roles

test('a new site has no account, role or password, only a link with which the first admin claims it', async () => {
  const { db } = await createTestSite()
  await insertClaimLink(db)
  const tables = ['users', 'user_roles', 'identities', 'sessions', 'refresh_tokens'] as const
  for (const table of tables) expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  const links = await db.selectFrom('mail_links').select(['purpose', 'payload']).execute()
  expect(links).toEqual([{ purpose: 'claim', payload: 'null' }])
})

test('S6.04 the claim link creates one admin account, works once, and the log names this account as the actor', async () => {
  const site = await createTestSite()
  const token = await claimOf(site)
  const answer = await site.call('POST', '/auth/claim', { body: { token, ...owner } })
  expect(answer.statusCode).toBe(200)
  expect(await rolesOf(site, answer.json().accessToken)).toEqual(['Admin'])
  expect(await site.logIn(owner.email, owner.password)).toHaveProperty('accessToken')
  const again = await site.call('POST', '/auth/claim', { body: { token, ...owner, email: 'eve@example.org' } })
  expect([again.statusCode, again.json().code]).toEqual([410, 'link_used'])
  expect(await insertClaimLink(site.db)).toBeNull()
  const { id } = await site.db.selectFrom('users').select('id').where('name', '=', owner.name).executeTakeFirstOrThrow()
  const log = await site.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'actor_name', 'target_id', 'target_name'])
    .execute()
  const [actor_id, actor_name, target_id, target_name] = [id, owner.name, id, owner.name]
  expect(log).toEqual([{ action: 'site claimed', actor_id, actor_name, target_id, target_name }])
})

test('the orders that the first admin has placed as a guest before the claim move to the new account', async () => {
  const site = await createTestSite()
  const kitchen = await createKitchen(site)
  const guest = await addPerson(site.db, { email: owner.email, roles: ['Guest'] })
  const order = { key: crypto.randomUUID(), vId: kitchen.kitchenId, service: 'pickup', slotAt: null, address: null }
  const body = { ...order, lines: [buildLine(kitchen.lemonade)], total: 160, payment: 'cash' }
  expect((await site.call('POST', '/api/orders', { token: guest.token, body })).statusCode).toBe(201)
  const claim = { token: await claimOf(site), ...owner }
  const { accessToken: token } = (await site.call('POST', '/auth/claim', { body: claim })).json()
  expect((await site.call('GET', '/api/orders', { token })).json().orders).toHaveLength(1)
})

test('a logged-in reader who opens the claim link becomes the admin with their account; a guest does not', async () => {
  const site = await createTestSite()
  const [reader, guest] = [await site.createReader(), await site.createGuest()]
  const token = await claimOf(site)
  const refused = await site.call('POST', '/auth/claim', { body: { token }, token: guest.accessToken })
  expect(refused.json().code).toBe('email_invalid')
  const answer = await site.call('POST', '/auth/claim', { body: { token }, token: reader.accessToken })
  expect(answer.statusCode).toBe(200)
  expect(await rolesOf(site, answer.json().accessToken)).toEqual(['Admin'])
  // The reader's session from before the claim has ended.
  expect((await site.call('GET', '/auth/current-user', { token: reader.accessToken })).statusCode).toBe(401)
})

test('a claim with an expired access token is refused with unauthenticated, and the link can still be used', async () => {
  const site = await createTestSite()
  const reader = await site.createReader()
  const token = await claimOf(site)
  const refused = await site.call('POST', '/auth/claim', { body: { token }, token: 'expired' })
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'unauthenticated'])
  const answer = await site.call('POST', '/auth/claim', { body: { token }, token: reader.accessToken })
  expect(answer.statusCode).toBe(200)
})

test('a visitor who enters the email address of an existing account becomes the admin only with the password of that account', async () => {
  const site = await createTestSite()
  await site.createReader(owner.email)
  const token = await claimOf(site)
  const refused = await site.call('POST', '/auth/claim', { body: { token, ...owner } })
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'wrong_credentials'])
  const answer = await site.call('POST', '/auth/claim', { body: { token, ...owner, password: PASSWORD } })
  expect(await rolesOf(site, answer.json().accessToken)).toEqual(['Admin'])
})

test('each start of the server creates a new claim link, and only the newest works', async () => {
  const site = await createTestSite()
  const [first, second] = [await claimOf(site), await claimOf(site)]
  expect((await site.call('POST', '/auth/claim', { body: { token: first, ...owner } })).json().code).toBe('link_used')
  expect((await site.call('POST', '/auth/claim', { body: { token: second, ...owner } })).statusCode).toBe(200)
})

test('when two visitors claim the site at the same time, only one becomes the admin', async () => {
  const site = await createTestSite()
  const token = await claimOf(site)
  const answers = await Promise.all(
    ['a@example.org', 'b@example.org'].map((email) =>
      site.call('POST', '/auth/claim', { body: { token, ...owner, email } }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410])
})

/** Starts a claim of the site, and changes the database by `change` while a row that `matches` is being read. */
async function changeDuringClaim(
  matches: (row: Record<string, unknown>) => boolean,
  { change, body, token }: { change: (site: TestSite) => Promise<unknown>; body: object; token?: string },
  site: TestSite,
) {
  const { slowDb, reached, release } = holdQuery(site.db, matches)
  const slow = await createTestSite({ db: slowDb })
  const claim = slow.call('POST', '/auth/claim', {
    body: { token: await claimOf(site), ...body },
    ...(token && { token }),
  })
  await reached
  await change(site)
  release()
  return { answer: await claim, admins: await site.db.selectFrom('user_roles').select('user_id').execute() }
}

test('when a password changes while a claim verifies the former password, nobody becomes the admin', async () => {
  const site = await createTestSite()
  await site.createReader(owner.email)
  const change = async ({ call, mails }: TestSite) => {
    await call('POST', '/auth/forgot-password', { body: owner })
    const body = { token: getLinkSecret((await mails()).at(-1) as never), password: owner.password }
    expect((await call('POST', '/auth/reset-password', { body })).statusCode).toBe(200)
  }
  const body = { ...owner, password: PASSWORD }
  const { answer, admins } = await changeDuringClaim((row) => Boolean(row.password_hash), { change, body }, site)
  expect([answer.statusCode, answer.json().code, admins]).toEqual([401, 'wrong_credentials', []])
})

test('when the session of a reader ends during their claim, nobody becomes the admin', async () => {
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader(owner.email)
  const change = ({ call }: TestSite) => call('POST', '/auth/logout', { token })
  const { answer, admins } = await changeDuringClaim(
    (row) => row.purpose === 'claim',
    { change, body: {}, token },
    site,
  )
  expect([answer.statusCode, answer.json().code, admins]).toEqual([401, 'unauthenticated', []])
})

test('when an account with the same email address is created during a claim, the claim needs the password of that account', async () => {
  const site = await createTestSite()
  // Computes the hash that all readers of tests share, because the fake below must compute no second hash.
  await site.createReader('other@example.org')
  const argon2 = await import('@node-rs/argon2')
  const { hash } = argon2
  vi.spyOn(argon2, 'hash').mockImplementationOnce(async (password) => {
    await site.createReader(owner.email)
    return hash(password)
  })
  const answer = await site.call('POST', '/auth/claim', { body: { token: await claimOf(site), ...owner } })
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'wrong_credentials'])
})

test.each([
  [{ token: 'made up' }, 'link_expired'],
  [{ name: '' }, 'name_missing'],
  [{ email: 'otto' }, 'email_invalid'],
  [{ password: 'short' }, 'password_too_short'],
])('a claim of the site with %j is refused with %s, and the link stays valid', async (change, code) => {
  const site = await createTestSite()
  const token = await claimOf(site)
  const refused = await site.call('POST', '/auth/claim', { body: { token, ...owner, ...change } })
  expect(refused.json().code).toBe(code)
  expect((await site.call('POST', '/auth/claim', { body: { token, ...owner } })).statusCode).toBe(200)
})
