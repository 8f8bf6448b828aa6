import { expect, onTestFinished, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { RESET_LINK_MS } from '#contract/limits.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { holdQuery } from '../../testing/hold-query.ts'
import { origins } from '../../testing/origins.ts'
import { createTestSite, getLinkSecret, PASSWORD, type TestSite, verificationUrl } from '../../testing/site.ts'

const NEW_PASSWORD = 'another hat for a kettle'

async function askForLink({ call, mails }: TestSite, email = 'nora@example.org') {
  expect((await call('POST', '/auth/forgot-password', { body: { email } })).statusCode).toBe(200)
  const mail = (await mails()).at(-1)
  if (!mail) throw new Error('There is no mail.')
  return mail
}

test('the mailed link sets a new password, ends all sessions, begins a new session, and notifies the owner', async () => {
  const site = await createTestSite()
  const { accessToken, refreshToken } = await site.createReader('nora@example.org')
  const mail = await askForLink(site)
  expect(mail).toMatchObject({ to: 'nora@example.org', subject: 'Choose a new password for Nebelhorn' })
  expect(mail.text).toContain(`${origins[0]}/reset-password#token=`)
  const body = { token: getLinkSecret(mail), password: NEW_PASSWORD }
  const answer = await site.call('POST', '/auth/reset-password', { body })
  expect(answer.statusCode).toBe(200)
  expect((await site.call('GET', '/auth/current-user', { token: answer.json().accessToken })).statusCode).toBe(200)
  expect((await site.call('GET', '/auth/current-user', { token: accessToken })).statusCode).toBe(401)
  expect((await site.call('POST', '/auth/refresh', { body: { refreshToken } })).statusCode).toBe(401)
  await expect(site.logIn('nora@example.org', PASSWORD)).rejects.toThrow(errors.wrong_credentials.message)
  expect(await site.logIn('nora@example.org', NEW_PASSWORD)).toHaveProperty('accessToken')
  expect((await site.mails()).at(-1)?.subject).toBe('Your Nebelhorn password was changed')
  const again = await site.call('POST', '/auth/reset-password', { body })
  expect([again.statusCode, again.json().code]).toEqual([410, 'link_used'])
})

test('a login with the former password begins no session when the password is reset during its verification', async () => {
  const db = await createTestDatabase()
  const { slowDb, reached, release } = holdQuery(db, (row) => Boolean(row.password_hash))
  const site = await createTestSite({ db })
  const slow = await createTestSite({ db: slowDb })
  await site.createReader('nora@example.org')
  const token = getLinkSecret(await askForLink(site))
  const login = slow.call('POST', '/auth/manual-login', { body: { email: 'nora@example.org', password: PASSWORD } })
  await reached
  await site.call('POST', '/auth/reset-password', { body: { token, password: NEW_PASSWORD } })
  release()
  expect((await login).headers['x-error-code']).toBe('wrong_credentials')
  const sessions = await db.selectFrom('sessions').select('method').where('revoked_at', 'is', null).execute()
  expect(sessions).toEqual([{ method: 'link' }])
})

test('a reset link is valid for an hour, even after a refused password; setting the password invalidates the other reset links', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const site = await createTestSite()
  await site.createReader('nora@example.org')
  const stale = getLinkSecret(await askForLink(site))
  vi.setSystemTime(Date.now() + RESET_LINK_MS)
  const [first, second] = [getLinkSecret(await askForLink(site)), getLinkSecret(await askForLink(site))]
  const reset = async (token: string, password = NEW_PASSWORD) =>
    (await site.call('POST', '/auth/reset-password', { body: { token, password } })).json().code
  expect(await reset(stale)).toBe('link_expired')
  expect(await reset(first, 'short')).toBe('password_too_short')
  expect(await reset(first, 'nora@example.org')).toBe('password_is_email')
  expect(await reset(first)).toBeUndefined()
  expect(await reset(second)).toBe('link_used')
})

test('when two reset links are used at the same time, one sets the password and the other one is refused', async () => {
  const site = await createTestSite()
  for (const email of ['nora@example.org', 'otto@example.org', 'pia@example.org', 'ruth@example.org']) {
    await site.createReader(email)
    const tokens = [getLinkSecret(await askForLink(site, email)), getLinkSecret(await askForLink(site, email))]
    const reset = (token: string) =>
      site.call('POST', '/auth/reset-password', { body: { token, password: NEW_PASSWORD } })
    const answers = await Promise.all(tokens.map(reset))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410])
  }
})

test.each([['made up'], ["' or 1=1 --"], ['../../../..']])(
  'a reset with the invalid token %j is answered 410',
  async (token) => {
    const { call } = await createTestSite()
    const answer = await call('POST', '/auth/reset-password', { body: { token, password: NEW_PASSWORD } })
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'link_expired'])
  },
)

test('a confirmation link cannot reset a password, and a reset link cannot confirm an email address', async () => {
  const site = await createTestSite()
  await site.call('POST', '/auth/signup', {
    body: { name: 'Nora', email: 'nora@example.org', password: PASSWORD, verificationUrl },
  })
  const token = getLinkSecret((await site.mails())[0] as never)
  const reset = await site.call('POST', '/auth/reset-password', { body: { token, password: NEW_PASSWORD } })
  expect(reset.json().code).toBe('link_expired')
  await site.createReader('ada@example.org')
  const verify = await site.call('POST', '/auth/verify-email', {
    body: { token: getLinkSecret(await askForLink(site, 'ada@example.org')) },
  })
  expect(verify.json().code).toBe('link_expired')
})

test('an unconfirmed signup gets its confirmation link again instead of a reset link, and an unknown email address gets no mail', async () => {
  const site = await createTestSite()
  await site.call('POST', '/auth/signup', {
    body: { name: 'Nora', email: 'nora@example.org', password: PASSWORD, verificationUrl },
  })
  expect((await askForLink(site)).subject).toBe('Confirm your email address for Nebelhorn')
  const before = (await site.mails()).length
  await site.call('POST', '/auth/forgot-password', { body: { email: 'nobody@example.org' } })
  expect(await site.mails()).toHaveLength(before)
})

test('a reset link leads to the origin of its request when this origin belongs to the site, and otherwise to the main origin', async () => {
  const site = await createTestSite()
  await site.createReader('nora@example.org')
  for (const [origin, expected] of [
    [origins[1] ?? '', origins[1]],
    ['https://evil.test', origins[0]],
  ] as const) {
    await site.call('POST', '/auth/forgot-password', { body: { email: 'nora@example.org' }, headers: { origin } })
    expect((await site.mails()).at(-1)?.text).toContain(`${expected}/reset-password#token=`)
  }
})

test('when a reset link is used twice at the same time, one use is refused', async () => {
  const site = await createTestSite()
  await site.createReader('nora@example.org')
  const token = getLinkSecret(await askForLink(site))
  const passwords = [NEW_PASSWORD, `${NEW_PASSWORD} too`]
  const answers = await Promise.all(
    passwords.map((password) => site.call('POST', '/auth/reset-password', { body: { token, password } })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410])
})

test('on a site without a mail server, every reply to a request for a link says that the author gives the link to the reader', async () => {
  for (const smtp of [true, false]) {
    const site = await createTestSite({ smtp })
    const { accessToken: token } = await site.createReader('nora@example.org', { isProved: true })
    const answers = [
      await site.call('POST', '/auth/forgot-password', { body: { email: 'nora@example.org' } }),
      await site.call('POST', '/auth/resend-verification', { body: { email: 'sam@example.org', verificationUrl } }),
      await site.call('POST', '/api/account/email', { body: { email: 'ada@example.org', verificationUrl }, token }),
    ]
    const messages = answers.map((answer) => String(answer.json().message))
    expect(messages.map((message) => message.includes('its author passes your link on to you'))).toEqual([
      !smtp,
      !smtp,
      !smtp,
    ])
    expect(messages.map((message) => message.includes('on its way'))).toEqual([smtp, smtp, smtp])
  }
})
