import { expect, test } from 'vitest'
import { createTestSite } from '../../../testing/site.ts'

test('GET /api/account returns exactly the fields that the account page shows', async () => {
  const { call, createReader } = await createTestSite()
  const { accessToken: token } = await createReader('nora@example.org', { name: 'Nora' })
  const answer = await call('GET', '/api/account', { token })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(answer.json()).toEqual({
    name: 'Nora',
    email: 'nora@example.org',
    pendingEmail: null,
    profilePicture: null,
    hasPassword: true,
    providers: [],
    createdAt: expect.any(Number),
  })
})

test('each login provider of an account is listed once, and an account created through a provider has no password', async () => {
  const { call, db, createReader } = await createTestSite()
  const { accessToken: token, userId } = await createReader()
  const identity = { user_id: userId, email: 'nora@example.org', created_at: 1 }
  await db
    .insertInto('identities')
    .values([
      { ...identity, provider: 'microsoft', subject: 'a' },
      { ...identity, provider: 'google', subject: 'b' },
      { ...identity, provider: 'google', subject: 'c' },
    ])
    .execute()
  await db.updateTable('users').set({ password_hash: null }).execute()
  const answer = await call('GET', '/api/account', { token })
  expect(answer.json()).toMatchObject({ hasPassword: false, providers: ['google', 'microsoft'] })
})

test.each([
  ['GET', '/api/account'],
  ['PATCH', '/api/account', { name: 'Eve' }],
  ['PUT', '/api/account/picture', 'bytes'],
  ['DELETE', '/api/account/picture'],
  ['POST', '/api/account/password', { newPassword: 'another good password' }],
  ['POST', '/api/account/email', { email: 'eve@example.org', verificationUrl: 'https://site.test/verify-email' }],
  ['GET', '/api/account/sessions'],
  ['DELETE', '/api/account/sessions'],
  ['DELETE', '/api/account/sessions/01920000-0000-7000-8000-000000000000'],
  ['GET', '/api/account/export'],
  ['POST', '/api/account/delete', { confirmation: 'delete my account' }],
])('S6.01 S6.02 %s %s refuses visitors and guests', async (method, url, body?: unknown) => {
  const { call, db, createGuest } = await createTestSite()
  const { accessToken: token } = await createGuest()
  const before = await db.selectFrom('users').selectAll().execute()
  const answers = [await call(method, url, { body }), await call(method, url, { body, token })]
  expect(answers.map((answer) => answer.json().code)).toEqual(['unauthenticated', 'forbidden'])
  expect(await db.selectFrom('users').selectAll().execute()).toEqual(before)
})

test('changing the name ignores all other fields in the request', async () => {
  const { call, db, createReader } = await createTestSite()
  const { accessToken: token, userId } = await createReader('nora@example.org')
  const body = {
    name: '  Zoë   Ωmega ',
    id: 'x',
    email: 'eve@example.org',
    email_key: 'eve@example.org',
    is_guest: 1,
    banned_at: 1,
    roles: ['Admin'],
    isPartner: true,
    password_hash: 'x',
  }
  const answer = await call('PATCH', '/api/account', { token, body })
  expect(answer.json()).toMatchObject({ name: 'Zoë Ωmega', email: 'nora@example.org', hasPassword: true })
  expect((await call('GET', '/auth/current-user', { token })).json()).toEqual({
    id: userId,
    user: 'Zoë Ωmega',
    email: 'nora@example.org',
    profilePicture: null,
    roles: [],
  })
  expect(await db.selectFrom('partner_applications').selectAll().execute()).toEqual([])
})

test.each([
  ['a direction turned around', 'Ada\u202Enimda', 'Ada nimda'],
  ['isolates', '\u2066Ada\u2069', 'Ada'],
  ['a zero byte and a bell', 'A\0da\u0007', 'A da'],
  ['lines', 'Ada\r\nBcc: eve@example.org', 'Ada Bcc: eve@example.org'],
  ['a zero-width space', 'Ad\u200Ba', 'Ad a'],
  ['an accent apart', 'Zoe\u0308', 'Zoë'],
  ['a filler and a tag', 'A\u3164d\u00ADa\u{E0041}', 'Ada'],
  ['many marks on a letter', `A${'\u0335'.repeat(20)}da`, `A${'\u0335'.repeat(4)}da`],
  ['an emoji of several parts', 'Ada 👩‍🚀 ❤️', 'Ada 👩‍🚀 ❤️'],
  ['HTML, which is text', '<b>Ada</b>', '<b>Ada</b>'],
])('stores a name without invisible characters: %s', async (_, name, clean) => {
  const { call, createReader } = await createTestSite()
  const { accessToken: token } = await createReader()
  expect((await call('PATCH', '/api/account', { token, body: { name } })).json().name).toBe(clean)
})

test.each([
  ['', 'name_missing'],
  [' \u200B\u202E\n ', 'name_missing'],
  ['\u3164', 'name_missing'],
  ['\u2800\u0301\u200D', 'name_missing'],
  ['x'.repeat(81), 'name_too_long'],
  ['x'.repeat(1001), 'bad_request'],
  [['Ada'], 'bad_request'],
  [null, 'bad_request'],
])('refuses the name %j: %s', async (name, code) => {
  const { call, createReader } = await createTestSite()
  const { accessToken: token } = await createReader(undefined, { name: 'Nora' })
  const answer = await call('PATCH', '/api/account', { token, body: { name } })
  expect([answer.statusCode, answer.json().code]).toEqual([400, code])
  expect((await call('GET', '/api/account', { token })).json().name).toBe('Nora')
})

test('a name may have 80 letters outside the Basic Multilingual Plane of Unicode', async () => {
  const { call, createReader } = await createTestSite()
  const { accessToken: token } = await createReader()
  const name = '𐍈'.repeat(80)
  expect((await call('PATCH', '/api/account', { token, body: { name } })).json().name).toBe(name)
})
