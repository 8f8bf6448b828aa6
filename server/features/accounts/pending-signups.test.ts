import { expect, onTestFinished, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { VERIFICATION_LINK_MS } from '#contract/limits.ts'
import { createTestSiteWithProviders } from '../../testing/provider-site.ts'
import { createTestSite, getLinkSecret, PASSWORD, type TestSite, verificationUrl } from '../../testing/site.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

const email = 'nora@example.org'
const NEW_PASSWORD = 'another hat for a kettle'
const owner = { name: 'Nora Reader', email, password: PASSWORD, verificationUrl }
const stranger = { name: 'Mallory', email, password: 'the password of mallory', verificationUrl }

const signUp = ({ call }: TestSite, body: typeof owner & { isPartner?: boolean }) =>
  call('POST', '/auth/signup', { body })
const sendLinkAgain = ({ call }: TestSite) =>
  call('POST', '/auth/resend-verification', { body: { email, verificationUrl } })

/** Uses the link of a mail, by default of the last one. @returns the status and the body of the reply */
async function useLink({ call, mails }: TestSite, at = -1, token?: string) {
  const mail = (await mails()).at(at)
  if (!mail) throw new Error('There is no mail.')
  const reply = await call('POST', '/auth/verify-email', {
    body: { token: getLinkSecret(mail) },
    ...(token && { token }),
  })
  return { status: reply.statusCode, body: reply.json() }
}

async function expectNoPassword({ call, db }: TestSite) {
  for (const { password } of [owner, stranger]) {
    const login = await call('POST', '/auth/manual-login', { body: { email, password } })
    expect([login.statusCode, login.body]).toEqual([401, errors.wrong_credentials.message])
  }
  const accounts = await db.selectFrom('users').select('password_hash').execute()
  expect(accounts).toEqual([{ password_hash: null }])
}

test.each([
  ['the link of the first signup', 0],
  ['the link of the second signup', 1],
  ['the link that was sent again', 2],
])('after signups with two passwords, %s creates an account without a password', async (_, at) => {
  const site = await createTestSite()
  await signUp(site, owner)
  await signUp(site, stranger)
  await sendLinkAgain(site)
  const { status, body } = await useLink(site, at)
  expect([status, body]).toMatchObject([200, { email, needsPassword: true }])
  await expectNoPassword(site)
  // The holder of the link is logged in, and sets a password.
  const token = body.session.accessToken
  expect((await site.call('GET', '/api/account', { token })).json()).toMatchObject({ hasPassword: false })
  const change = await site.call('POST', '/api/account/password', { body: { newPassword: NEW_PASSWORD }, token })
  expect(change.statusCode).toBe(204)
  expect(await site.logIn(email, NEW_PASSWORD)).toHaveProperty('accessToken')
})

test('when the owner’s signup has expired and a stranger has signed up since, a newly sent link creates an account without a password', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const site = await createTestSite()
  await signUp(site, owner)
  vi.setSystemTime(Date.now() + VERIFICATION_LINK_MS)
  await signUp(site, stranger)
  await sendLinkAgain(site)
  expect((await useLink(site)).body).toMatchObject({ needsPassword: true })
  await expectNoPassword(site)
})

test.each([
  ['once', 0],
  ['twice with the same password', 1],
  ['twice with the same password, and its link is sent again', 2],
])('when somebody signs up %s, the account has the password of the signup', async (_, last) => {
  const site = await createTestSite()
  await signUp(site, owner)
  if (last > 0) await signUp(site, { ...owner, name: 'Nora' })
  if (last > 1) await sendLinkAgain(site)
  const { body } = await useLink(site, last)
  expect(body).toEqual({ email, session: expect.anything() })
  expect(await site.logIn(email)).toHaveProperty('accessToken')
})

test('signups with other email addresses do not remove the password of an account', async () => {
  const site = await createTestSite()
  await signUp(site, { ...stranger, email: 'mallory@example.org' })
  await signUp(site, owner)
  expect((await useLink(site)).body).not.toHaveProperty('needsPassword')
  expect(await site.logIn(email)).toHaveProperty('accessToken')
})

test('the owner of an account without a password sets one by the link for a forgotten password', async () => {
  const site = await createTestSite()
  await signUp(site, stranger)
  await signUp(site, owner)
  await useLink(site)
  await site.call('POST', '/auth/forgot-password', { body: { email } })
  const mail = (await site.mails()).at(-1)
  expect(mail?.subject).toBe('Choose a new password for Nebelhorn')
  const body = { token: getLinkSecret(mail as never), password: NEW_PASSWORD }
  expect((await site.call('POST', '/auth/reset-password', { body })).statusCode).toBe(200)
  expect(await site.logIn(email, NEW_PASSWORD)).toHaveProperty('accessToken')
})

test('a reader who confirms an email address after signups with two passwords learns that the account has no password', async () => {
  const site = await createTestSite()
  const { accessToken } = await site.createReader('other@example.org')
  await signUp(site, stranger)
  await signUp(site, owner)
  expect((await useLink(site, -1, accessToken)).body).toEqual({ email, needsPassword: true })
})

test('after signups with two passwords, the link of a signup as a partner files no application', async () => {
  const site = await createTestSite()
  await signUp(site, owner)
  await signUp(site, { ...stranger, isPartner: true })
  expect((await useLink(site)).body).toMatchObject({ needsPassword: true })
  expect(await site.db.selectFrom('partner_applications').selectAll().execute()).toEqual([])
})

test('when a stranger has logged in with a provider since the signup, a newly sent link creates an account without a password and without the provider', async () => {
  const site = await createTestSiteWithProviders()
  await signUp(site, owner)
  site.google.claims.set('mallory', { email, email_verified: false })
  await site.browser().logIn('google', 'mallory')
  await sendLinkAgain(site)
  expect((await useLink(site)).body).toMatchObject({ needsPassword: true })
  await expectNoPassword(site)
  expect(await site.db.selectFrom('identities').selectAll().execute()).toEqual([])
})

test('while 300 passwords wait to be hashed, a signup is refused with 503, and later signups succeed', async () => {
  const site = await createTestSite()
  // Computes the hash that stands for missing passwords, because the fake below holds all hashes.
  await verifyPassword(null, PASSWORD)
  const argon2 = await import('@node-rs/argon2')
  const { hash } = argon2
  const held = Promise.withResolvers<void>()
  vi.spyOn(argon2, 'hash').mockImplementation((password) => held.promise.then(() => hash(password)))
  const fillQueue = () => Promise.allSettled(Array.from({ length: 300 }, () => hashPassword(PASSWORD)))
  const first = fillQueue()
  // The queue begins some of these hashes, so their places are filled again.
  await new Promise(setImmediate)
  const second = fillQueue()
  const refused = await signUp(site, owner)
  held.resolve()
  await Promise.all([first, second])
  expect([refused.statusCode, refused.body]).toEqual([503, errors.busy.message])
  expect((await signUp(site, owner)).statusCode).toBe(200)
})
