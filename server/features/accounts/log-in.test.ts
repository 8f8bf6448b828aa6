import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { DAY_MS } from '#contract/limits.ts'
import type { Mail } from '../../outbox/email-template.ts'
import { createLogRecorder } from '../../testing/app.ts'
import { createTestSite, getLinkSecret, PASSWORD, verificationUrl } from '../../testing/site.ts'

test('S7.06 S7.03 S3.01 a login returns an access token and a refresh token, and the access token identifies the reader', async () => {
  const { call, createWithRole, logIn } = await createTestSite()
  const { userId } = await createWithRole('Admin', 'ada@example.org')
  const tokens = await logIn('ada@example.org')
  expect(Object.keys(tokens).sort()).toEqual(['accessToken', 'refreshToken'])
  const me = await call('GET', '/auth/current-user', { token: tokens.accessToken })
  expect([me.statusCode, me.json()]).toEqual([
    200,
    { id: userId, user: 'Admin Person', email: 'ada@example.org', profilePicture: null, roles: ['Admin'] },
  ])
  expect(me.headers['cache-control']).toBe('no-store')
})

describe('S7.06 S8.02 the refusal of a login is plain text', () => {
  test.each([
    ['a wrong password', { password: 'not the password' }, 'wrong_credentials'],
    ['an unknown address', { email: 'nobody@example.org' }, 'wrong_credentials'],
    ['no address at all', { email: 'nobody' }, 'wrong_credentials'],
    ['an empty password', { password: '' }, 'wrong_credentials'],
    ['the password in capitals', { password: PASSWORD.toUpperCase() }, 'wrong_credentials'],
    ['SQL', { email: "nora@example.org' or '1'='1", password: "' or 1=1 --" }, 'wrong_credentials'],
    ['a header line', { email: 'nora@example.org\r\nX-Evil: 1' }, 'wrong_credentials'],
    ['a number', { password: 12345678901 }, 'bad_request'],
    ['an object', { email: { $ne: null } }, 'bad_request'],
    ['nothing', { email: undefined, password: undefined }, 'bad_request'],
  ] as const)('S7.06 S8.02 the refusal of a login with %s is plain text', async (_, change, code) => {
    const { call, createReader } = await createTestSite()
    await createReader('nora@example.org')
    const body = { email: 'nora@example.org', password: PASSWORD, ...change }
    const answer = await call('POST', '/auth/manual-login', { body })
    expect(answer.statusCode).toBe(errors[code].status)
    expect(answer.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'x-error-code': code })
    expect(answer.headers['x-evil']).toBeUndefined()
  })

  test('S7.06 S8.02 the refusal of a login with a body of 1 MB is plain text', async () => {
    const { call } = await createTestSite()
    const answer = await call('POST', '/auth/manual-login', { body: { email: 'x'.repeat(2 ** 20), password: 'x' } })
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([413, 'payload_too_large'])
  })
})

test('a login with the right password reveals that the account is banned, and tokens of a banned account stop working at once', async () => {
  const { call, db, createReader } = await createTestSite()
  const { accessToken, refreshToken, userId } = await createReader('nora@example.org')
  await db.updateTable('users').set({ banned_at: 1 }).where('id', '=', userId).execute()
  const login = (password: string) =>
    call('POST', '/auth/manual-login', { body: { email: 'nora@example.org', password } })
  expect((await login('not the password')).headers['x-error-code']).toBe('wrong_credentials')
  expect((await login(PASSWORD)).headers['x-error-code']).toBe('account_banned')
  expect((await call('GET', '/auth/current-user', { token: accessToken })).statusCode).toBe(401)
  const refreshed = await call('POST', '/auth/refresh', { body: { refreshToken } })
  expect(refreshed.json().code).toBe('account_banned')
})

test('without a mail server, the refusal of a login with an unconfirmed email address says that the author gives the link to the reader', async () => {
  const { call } = await createTestSite()
  const body = { name: 'Nora', email: 'nora@example.org', password: PASSWORD, isPartner: false, verificationUrl }
  await call('POST', '/auth/signup', { body })
  const refused = await call('POST', '/auth/manual-login', { body })
  expect([refused.statusCode, refused.headers['x-error-code']]).toEqual([403, 'email_unverified'])
  expect(refused.body).toContain('its author passes your link on to you')
})

test('S7.04 logging out ends the session of the call and no other session', async () => {
  const { call, createReader, logIn } = await createTestSite()
  const first = await createReader('nora@example.org')
  const second = await logIn('nora@example.org')
  expect((await call('POST', '/auth/logout', { token: first.accessToken })).statusCode).toBe(204)
  expect((await call('GET', '/auth/current-user', { token: first.accessToken })).statusCode).toBe(401)
  expect((await call('POST', '/auth/refresh', { body: first })).json().code).toBe('session_over')
  expect((await call('GET', '/auth/current-user', { token: second.accessToken })).statusCode).toBe(200)
})

test('S7.04 logging out with an expired access token ends the session of the refresh token', async () => {
  const { call, createReader } = await createTestSite()
  const { accessToken, refreshToken } = await createReader('nora@example.org')
  expect((await call('POST', '/auth/logout', { body: { refreshToken }, token: 'over' })).statusCode).toBe(204)
  expect((await call('GET', '/auth/current-user', { token: accessToken })).statusCode).toBe(401)
  for (const body of [undefined, {}, { refreshToken: 'made up' }]) {
    expect((await call('POST', '/auth/logout', { body })).statusCode).toBe(204)
  }
})

test('every login begins a new session, whatever session the request names', async () => {
  const { call, db, createReader } = await createTestSite()
  const before = await createReader('nora@example.org')
  const body = { email: 'nora@example.org', password: PASSWORD, sessionId: 'mine', refreshToken: before.refreshToken }
  const headers = { cookie: 'session=mine; handoff=mine' }
  const after = (await call('POST', '/auth/manual-login', { body, headers, token: before.accessToken })).json()
  expect(after.refreshToken).not.toBe(before.refreshToken)
  const sessions = await db.selectFrom('sessions').select('id').execute()
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(2)
  expect(sessions.map(({ id }) => id)).not.toContain('mine')
})

test('a successful login as a reader or a guest ends the session that was logged in before', async () => {
  const { call, createReader, logIn } = await createTestSite()
  const nora = { email: 'nora@example.org', password: PASSWORD }
  const [first, second, third] = [await createReader(nora.email), await logIn(nora.email), await logIn(nora.email)]
  const status = async (token: string) => (await call('GET', '/auth/current-user', { token })).statusCode
  await call('POST', '/auth/manual-login', {
    body: { ...nora, password: 'not the password' },
    token: first.accessToken,
  })
  expect(await status(first.accessToken)).toBe(200)
  await call('POST', '/auth/manual-login', { body: nora, token: first.accessToken })
  await call('POST', '/auth/guestcheckout', { body: { name: 'Nora', email: nora.email }, token: second.accessToken })
  expect(await Promise.all([first, second, third].map(({ accessToken }) => status(accessToken)))).toEqual([
    401, 401, 200,
  ])
})

test('compares every character of a password, including capitals and spaces, and accepts the right password years later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { call, createReader, mails, logIn } = await createTestSite()
  await createReader('nora@example.org')
  await call('POST', '/auth/forgot-password', { body: { email: 'nora@example.org' } })
  const password =
    ' A Kettle in a battered Hat, a Kitchen full of odd Noises, and nobody there to eat the Soup that Nora made '
  await call('POST', '/auth/reset-password', {
    body: { token: getLinkSecret((await mails()).at(-1) as Mail), password },
  })
  for (const other of [password.trim(), password.slice(0, -1), `${password} `, password.toLowerCase()]) {
    const answer = await call('POST', '/auth/manual-login', { body: { email: 'nora@example.org', password: other } })
    expect(answer.headers['x-error-code']).toBe('wrong_credentials')
  }
  vi.setSystemTime(Date.now() + 5 * 365 * DAY_MS)
  expect(await logIn('nora@example.org', password)).toHaveProperty('refreshToken')
})

describe('limits', () => {
  test('after 10 wrong passwords for an account, the IP address of the attempts gets 429 with Retry-After for 10 minutes; other addresses can log in', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { call, createReader } = await createTestSite()
    await createReader('nora@example.org')
    const guess = (from: string, password = '') =>
      call('POST', '/auth/manual-login', { body: { email: 'nora@example.org', password }, from })
    for (let i = 0; i < 10; i++) expect((await guess('192.0.2.1')).statusCode).toBe(401)
    const refused = await guess('192.0.2.1', PASSWORD)
    expect([refused.statusCode, refused.headers['x-error-code']]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
    expect(refused.body).toContain('Try again in 10 minutes.')
    // The owner at another IP address is not locked out.
    expect((await guess('192.0.2.99', PASSWORD)).statusCode).toBe(200)
    vi.setSystemTime(Date.now() + 10 * 60_000)
    expect((await guess('192.0.2.1', PASSWORD)).statusCode).toBe(200)
  })

  test('sends at most five mails for a forgotten password to one email address, then answers 429', async () => {
    const { call, createReader, mails } = await createTestSite()
    await createReader('nora@example.org')
    const before = (await mails()).length
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) {
      const body = { email: ' NORA@example.org '.slice(i % 2), verificationUrl }
      statuses.push((await call('POST', '/auth/forgot-password', { body, from: `192.0.2.${i}` })).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect((await mails()).length - before).toBe(5)
  })
})

describe('guests', () => {
  test('S7.07 S3.05 S6.02 a guest login returns tokens with the role Guest, and the refresh token is valid for a day', async () => {
    const { call, db } = await createTestSite()
    const answer = await call('POST', '/auth/guestcheckout', { body: { name: ' Gus ', email: 'gus@example.org' } })
    expect([answer.statusCode, Object.keys(answer.json()).sort()]).toEqual([200, ['refreshToken', 'token']])
    const me = await call('GET', '/auth/current-user', { token: answer.json().token })
    expect(me.json()).toMatchObject({ user: 'Gus', email: 'gus@example.org', roles: ['Guest'] })
    const token = await db.selectFrom('refresh_tokens').select(['created_at', 'expires_at']).executeTakeFirstOrThrow()
    expect(token.expires_at - token.created_at).toBe(24 * 3_600_000)
  })

  test.each([
    [{}],
    [{ name: 'Gus' }],
    [{ email: 'gus@example.org' }],
    [{ name: ' ', email: 'gus@example.org' }],
    [{ name: 'Gus', email: '  ' }],
  ])('S5.01 refuses a guest login with only %j', async (body) => {
    const { call } = await createTestSite()
    const answer = await call('POST', '/auth/guestcheckout', { body })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 'guest_incomplete', message: 'Please provide both name and email.' },
    ])
  })

  test('a guest who gives the email address of a reader stays a guest, and the reader’s account is unchanged', async () => {
    const { call, createReader, logIn } = await createTestSite()
    await createReader('nora@example.org')
    const answer = await call('POST', '/auth/guestcheckout', { body: { name: 'Eve', email: 'nora@example.org' } })
    const me = await call('GET', '/auth/current-user', { token: answer.json().token })
    expect(me.json()).toMatchObject({ user: 'Eve', roles: ['Guest'] })
    const { accessToken } = await logIn('nora@example.org')
    expect((await call('GET', '/auth/current-user', { token: accessToken })).json().user).toBe('Nora Reader')
  })
})

test('no password, token or link is logged, whatever the result of the call', async () => {
  const log = createLogRecorder()
  const { call, signUp, mails } = await createTestSite({ logger: log.logger })
  const { accessToken, refreshToken } = await signUp('nora@example.org', { name: 'Nora Reader' })
  await call('POST', '/auth/forgot-password', { body: { email: 'nora@example.org' } })
  const links = (await mails()).map(({ text }) => /#token=([\w-]+)/.exec(text)?.[1] ?? '')
  await call('POST', '/auth/refresh', { body: { refreshToken } })
  await call('POST', `/auth/refresh?refreshtoken=${refreshToken}&token=${accessToken}`, { body: { refreshToken } })
  await call('POST', '/auth/reset-password', { body: { token: links.at(-1), password: 'short' } })
  await call('POST', '/auth/manual-login', { body: `{"email":"nora@example.org","password":"${PASSWORD}"` })
  await call('GET', `/?token=${accessToken}&refreshtoken=${refreshToken}`)
  await call('GET', `/nowhere?token=${accessToken}&refreshtoken=${refreshToken}`)
  const text = JSON.stringify(log.lines())
  expect(log.lines().length).toBeGreaterThan(6)
  expect(links.filter(Boolean)).toHaveLength(2)
  for (const secret of [PASSWORD, accessToken, refreshToken, ...links.filter(Boolean), 'nora@example.org']) {
    expect(text).not.toContain(secret)
  }
})
