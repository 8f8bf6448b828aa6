import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { origins } from '../../testing/origins.ts'
import { createTestSite, getLinkSecret, PASSWORD, verificationUrl } from '../../testing/site.ts'

const nora = { name: 'Nora Reader', email: 'nora@example.org', password: PASSWORD, isPartner: false, verificationUrl }

test('S7.05 S3.05 S8.01 a signup answers with a message and mails a link, which creates the account', async () => {
  const { call, mails, db } = await createTestSite({ smtp: true })
  const answer = await call('POST', '/auth/signup', { body: nora })
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { message: 'Signup successful! Please check your email to verify your account.' },
  ])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: 'nora@example.org', subject: 'Confirm your email address for Nebelhorn' })
  expect(mail?.text).toContain(`${verificationUrl}#token=`)
  expect(mail?.html).toContain(`href="${verificationUrl}#token=`)
  expect(await db.selectFrom('users').selectAll().execute()).toEqual([])

  const early = await call('POST', '/auth/manual-login', { body: nora })
  const refusal = `${errors.email_unverified.message} Open the link in the mail we sent you.`
  expect([early.statusCode, early.body]).toEqual([403, refusal])

  const verified = await call('POST', '/auth/verify-email', { body: { token: getLinkSecret(mail as never) } })
  expect([verified.statusCode, verified.json()]).toMatchObject([200, { email: 'nora@example.org' }])
  const login = await call('POST', '/auth/manual-login', { body: nora })
  expect(login.statusCode).toBe(200)
})

test('S2.13 using the link of a signup begins a session of the new account, which replaces the session of a guest', async () => {
  const { call, mails } = await createTestSite()
  const guest = await call('POST', '/auth/guestcheckout', { body: { name: 'Nora', email: nora.email } })
  const { token: guestToken } = guest.json()
  await call('POST', '/auth/signup', { body: nora })
  const body = { token: getLinkSecret((await mails())[0] as never) }
  const { session } = (await call('POST', '/auth/verify-email', { body, token: guestToken })).json()
  const user = await call('GET', '/auth/current-user', { token: session.accessToken })
  expect(user.json()).toMatchObject({ user: 'Nora Reader', email: nora.email, roles: [] })
  expect((await call('POST', '/auth/refresh', { body: { refreshToken: session.refreshToken } })).statusCode).toBe(200)
  expect((await call('GET', '/auth/current-user', { token: guestToken })).statusCode).toBe(401)
})

test('S2.13 when a reader is logged in, using the link of a signup creates the account but begins no session', async () => {
  const { call, mails, createReader } = await createTestSite()
  const other = await createReader('other@example.org')
  await call('POST', '/auth/signup', { body: nora })
  const body = { token: getLinkSecret((await mails()).at(-1) as never) }
  const verified = await call('POST', '/auth/verify-email', { body, token: other.accessToken })
  expect([verified.statusCode, verified.json()]).toEqual([200, { email: nora.email }])
  expect((await call('GET', '/auth/current-user', { token: other.accessToken })).statusCode).toBe(200)
})

test('S2.13 with an invalid access token, the call that uses a signup link is refused, and the link stays valid', async () => {
  const { call, mails } = await createTestSite()
  await call('POST', '/auth/signup', { body: nora })
  const body = { token: getLinkSecret((await mails())[0] as never) }
  const refused = await call('POST', '/auth/verify-email', { body, token: 'expired' })
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'unauthenticated'])
  expect((await call('POST', '/auth/verify-email', { body })).json()).toHaveProperty('session')
})

test('the links in mails about a signup keep the page to return to, also for an email address with an account', async () => {
  const { call, mails } = await createTestSite()
  const body = { ...nora, verificationUrl: `${verificationUrl}?returnTo=%2Fseefunk%23comments` }
  await call('POST', '/auth/signup', { body })
  const [mail] = await mails()
  expect(mail?.text).toContain(`${body.verificationUrl}#token=`)
  await call('POST', '/auth/verify-email', { body: { token: getLinkSecret(mail as never) } })
  await call('POST', '/auth/signup', { body })
  expect((await mails()).at(-1)?.text).toContain('/login?returnTo=%2Fseefunk%23comments')
})

test('on a site without a mail server, the reply to a signup says that the author gives the link to the reader', async () => {
  for (const smtp of [true, false]) {
    const { call } = await createTestSite({ smtp })
    expect((await call('GET', '/auth/providers')).json()).toEqual({ providers: [], mail: smtp })
    const { message } = (await call('POST', '/auth/signup', { body: nora })).json()
    expect(message.includes('its author passes your link on to you')).toBe(!smtp)
  }
})

test('S2.13 a GET request by a mail scanner does not use up a link; the POST call of the link’s page does, and a second call is refused', async () => {
  const { call, mails } = await createTestSite()
  await call('POST', '/auth/signup', { body: nora })
  const token = getLinkSecret((await mails())[0] as never)
  for (const method of ['GET', 'HEAD']) {
    for (const url of [`/verify-email?token=${token}`, '/auth/verify-email', `/auth/verify-email?token=${token}`]) {
      await call(method, url)
    }
  }
  expect((await call('POST', '/auth/verify-email', { body: { token } })).statusCode).toBe(200)
  const again = await call('POST', '/auth/verify-email', { body: { token } })
  expect([again.statusCode, again.json().code]).toEqual([410, 'link_used'])
})

test('S2.13 a confirmation link expires after a day; a new link can be requested for the same signup', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { call, mails } = await createTestSite()
  await call('POST', '/auth/signup', { body: nora })
  vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
  const late = await call('POST', '/auth/verify-email', { body: { token: getLinkSecret((await mails())[0] as never) } })
  expect([late.statusCode, late.json().code]).toEqual([410, 'link_expired'])
  await call('POST', '/auth/resend-verification', { body: { email: ' NORA@example.org', verificationUrl } })
  const [, second] = await mails()
  expect(second?.to).toBe('nora@example.org')
  expect(
    (await call('POST', '/auth/verify-email', { body: { token: getLinkSecret(second as never) } })).statusCode,
  ).toBe(200)
  expect((await call('POST', '/auth/manual-login', { body: nora })).statusCode).toBe(200)
})

test('after two signups with one email address, the link that is used first creates the account', async () => {
  const { call, mails } = await createTestSite()
  await call('POST', '/auth/signup', { body: { ...nora, name: 'Mallory', password: 'password of mallory' } })
  await call('POST', '/auth/signup', { body: nora })
  const [first, second] = await mails()
  expect(
    (await call('POST', '/auth/verify-email', { body: { token: getLinkSecret(second as never) } })).statusCode,
  ).toBe(200)
  const other = await call('POST', '/auth/verify-email', { body: { token: getLinkSecret(first as never) } })
  expect(other.json().code).toBe('link_used')
  const mallory = await call('POST', '/auth/manual-login', { body: { ...nora, password: 'password of mallory' } })
  expect([mallory.statusCode, mallory.body]).toEqual([401, errors.wrong_credentials.message])
})

test('the calls for a signup, a new link and a forgotten password answer the same for email addresses with and without an account', async () => {
  const { call, createReader, mails } = await createTestSite()
  await createReader('known@example.org')
  const calls = [
    ['/auth/signup', (email: string) => ({ ...nora, email })],
    ['/auth/resend-verification', (email: string) => ({ email, verificationUrl })],
    ['/auth/forgot-password', (email: string) => ({ email })],
  ] as const
  for (const [url, body] of calls) {
    const known = await call('POST', url, { body: body('known@example.org') })
    const unknown = await call('POST', url, { body: body(`unknown-${url.length}@example.org`) })
    expect(known.statusCode).toBe(200)
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    const names = (answer: typeof known) => Object.keys(answer.headers).sort()
    expect(names(known)).toEqual(names(unknown))
  }
  const subjects = (await mails()).filter(({ to }) => to === 'known@example.org').map(({ subject }) => subject)
  // The requests for a link are handled at the same time, so their mails have no order.
  expect(subjects.sort()).toEqual([
    'Choose a new password for Nebelhorn',
    'You already have an account at Nebelhorn',
    'You already have an account at Nebelhorn',
  ])
})

describe('S5.02 S7.05 the refusal of a signup is plain text', () => {
  test.each([
    ['name', '', 'name_missing'],
    ['name', ' \u200b\u202e ', 'name_missing'],
    ['name', 'x'.repeat(81), 'name_too_long'],
    ['email', '', 'email_invalid'],
    ['email', 'nora', 'email_invalid'],
    ['email', 'nora@localhost', 'email_invalid'],
    ['email', 'nora@@example.org', 'email_invalid'],
    ['email', 'nora@example.org, eve@example.org', 'email_invalid'],
    ['email', 'nora@example.org\r\nBcc: eve@example.org', 'email_invalid'],
    ['email', '"nora"@example.org', 'email_invalid'],
    ['email', 'nora@exam\nple.org', 'email_invalid'],
    ['email', 'nora@exam\u00adple.org/x', 'email_invalid'],
    ['email', 'nora@example.org/evil', 'email_invalid'],
    ['email', 'nora@example.org?x', 'email_invalid'],
    ['email', 'nora@example.org\\x', 'email_invalid'],
    ['email', 'nora@example.org:25', 'email_invalid'],
    ['email', 'nora@[127.0.0.1]', 'email_invalid'],
    ['email', `${'n'.repeat(65)}@example.org`, 'email_invalid'],
    ['email', `n@${'a.'.repeat(130)}org`, 'email_invalid'],
    ['password', '', 'password_too_short'],
    ['password', 'nine char', 'password_too_short'],
    ['password', 'ab cd ef 1'.repeat(13), 'password_too_long'],
    ['password', 'NORA@example.org', 'password_is_email'],
    ['password', 'qwertyuiop', 'password_guessable'],
    ['password', 'Password123', 'password_guessable'],
    ['password', 'password2026', 'password_guessable'],
    ['password', 'ababababababab', 'password_guessable'],
    ['password', 'nebelhorn12345', 'password_guessable'],
    ['password', 'vytytcrexy', 'password_leaked'],
    ['password', 'Jets714417ny', 'password_leaked'],
    ['verificationUrl', 'https://evil.test/verify-email', 'foreign_address'],
    ['verificationUrl', '//evil.test/verify-email', 'foreign_address'],
    ['verificationUrl', 'javascript:alert(1)', 'foreign_address'],
    ['verificationUrl', `${origins[0]}@evil.test/`, 'foreign_address'],
    ['verificationUrl', `https://user:word@site.test/`, 'foreign_address'],
    ['verificationUrl', `${origins[0]}\\@evil.test/`, 'foreign_address'],
    ['verificationUrl', `${origins[0]}.evil.test/`, 'foreign_address'],
    ['name', 7, 'bad_request'],
    ['name', null, 'bad_request'],
    ['email', ['nora@example.org'], 'bad_request'],
    ['password', { length: 12 }, 'bad_request'],
    ['password', 'x'.repeat(1001), 'bad_request'],
    ['isPartner', 'yes', 'bad_request'],
  ] as const)('S5.02 S7.05 the refusal of a signup with the %s %.40j is plain text: %s', async (field, value, code) => {
    const { call, mails } = await createTestSite()
    const answer = await call('POST', '/auth/signup', { body: { ...nora, [field]: value } })
    expect(answer.statusCode).toBe(errors[code].status)
    expect(answer.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'x-error-code': code })
    expect(answer.body).toContain(errors[code].message)
    expect(await mails()).toEqual([])
  })
})

test('accepts a password of exactly 10, and of exactly 128 characters of any script', async () => {
  const { call } = await createTestSite()
  for (const [email, password] of [
    ['a@example.org', 'zeĥn Zeich'],
    ['b@example.org', '🜁🜂🜃🜄'.repeat(32)],
  ] as const) {
    const answer = await call('POST', '/auth/signup', { body: { ...nora, email, password } })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('successful')])
  }
})

test('S6.01 a signup grants no role, even when its body requests one; with isPartner, it files an application to become a partner', async () => {
  const { call, mails, db, logIn } = await createTestSite()
  const grab = { roles: ['Admin'], role: 'Admin', id: 'me', is_guest: 0, emailVerified: true, password_hash: 'x' }
  await call('POST', '/auth/signup', { body: { ...nora, ...grab, isPartner: true } })
  await call('POST', '/auth/verify-email', {
    body: { token: getLinkSecret((await mails())[0] as never), roles: ['Admin'] },
  })
  const { accessToken } = await logIn(nora.email)
  const me = (await call('GET', '/auth/current-user', { token: accessToken })).json()
  expect(me).toEqual({ id: me.id, user: 'Nora Reader', email: nora.email, profilePicture: null, roles: [] })
  const applications = await db.selectFrom('partner_applications').select(['user_id', 'decided_at']).execute()
  expect(applications).toEqual([{ user_id: me.id, decided_at: null }])
})

test('S3.05 a signup without isPartner files no application', async () => {
  const { call, mails, db } = await createTestSite()
  const { isPartner: _, ...signup } = nora
  await call('POST', '/auth/signup', { body: signup })
  await call('POST', '/auth/verify-email', { body: { token: getLinkSecret((await mails())[0] as never) } })
  expect(await db.selectFrom('users').select('name').where('is_guest', '=', 0).execute()).toContainEqual({
    name: 'Nora Reader',
  })
  expect(await db.selectFrom('partner_applications').select('user_id').execute()).toEqual([])
})

test('the name of a signup is stored without invisible characters, and no mail contains it before the email address is confirmed', async () => {
  const { call, mails, logIn } = await createTestSite()
  const name = '  Nora \u202eevil\u0007  <b>Reader</b> '
  await call('POST', '/auth/signup', { body: { ...nora, name } })
  const [mail] = await mails()
  expect(`${mail?.text}${mail?.html}`).not.toContain('Nora')
  await call('POST', '/auth/verify-email', { body: { token: getLinkSecret(mail as never) } })
  const { accessToken } = await logIn(nora.email)
  expect((await call('GET', '/auth/current-user', { token: accessToken })).json().user).toBe('Nora evil <b>Reader</b>')
})

test('links in mails lead to the site’s own origin, whatever Host, Origin or Forwarded header the request has', async () => {
  const { call, mails } = await createTestSite()
  const headers = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    origin: 'https://evil.test',
    forwarded: 'host=evil.test',
  }
  await call('POST', '/auth/signup', { body: nora, headers })
  await call('POST', '/auth/verify-email', { body: { token: getLinkSecret((await mails())[0] as never) }, headers })
  await call('POST', '/auth/forgot-password', { body: nora, headers })
  await call('POST', '/auth/signup', { body: nora, headers })
  const all = await mails()
  expect(all).toHaveLength(3)
  for (const { text, html } of all) {
    expect(text).toContain(origins[0])
    expect(text + html).not.toContain('evil')
  }
})

test('email addresses in any script can sign up; capitals or a Unicode domain create no second account', async () => {
  const { call, mails, logIn } = await createTestSite()
  const email = 'Πέτρος@bücher.example'
  await call('POST', '/auth/signup', { body: { ...nora, email } })
  const [mail] = await mails()
  expect(mail?.to).toBe(email)
  await call('POST', '/auth/verify-email', { body: { token: getLinkSecret(mail as never) } })
  expect(await logIn('πέτρος@xn--bcher-kva.example')).toHaveProperty('accessToken')
  await call('POST', '/auth/signup', { body: { ...nora, email: ' ΠΈΤΡΟΣ@BÜCHER.example' } })
  const last = (await mails()).at(-1)
  // The mail goes to the address as its owner has confirmed it, not to the spelling in the request.
  expect(last).toMatchObject({ to: email, subject: 'You already have an account at Nebelhorn' })
})
