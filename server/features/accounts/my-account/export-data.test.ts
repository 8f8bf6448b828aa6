import { expect, test } from 'vitest'
import { createFullAccounts, fullAccountSiteOptions } from '../../../testing/full-account.ts'
import { createTestSite, PASSWORD, verificationUrl } from '../../../testing/site.ts'

test('the data export contains all data about the account', async () => {
  const site = await createTestSite(fullAccountSiteOptions)
  const { accessToken: token, userId } = await createFullAccounts(site)
  const answer = await site.call('GET', '/api/account/export', { token })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const data = answer.json()
  expect(data).toMatchObject({
    site: expect.stringMatching(/^https?:/),
    exportedAt: time,
    account: {
      id: userId,
      name: 'Nora',
      email: 'nora@example.org',
      hasPassword: true,
      roles: ['Partner'],
      createdAt: time,
    },
    picture: { type: 'image/webp', base64: expect.stringMatching(/^UklGR/), createdAt: time },
    providers: [{ provider: 'google', subject: 'google-of-nora', email: 'nora@gmail.example', createdAt: time }],
    sessions: [
      { method: 'link', createdAt: time, endedAt: null },
      { method: 'password', createdAt: time, endedAt: null },
      { method: 'password', userAgent: expect.any(String) },
    ],
    partnerApplications: [{ createdAt: time, decidedAt: time, approved: true }],
    comments: [
      {
        page: 'about',
        replyTo: expect.any(String),
        content: 'Nora likes hats',
        createdAt: time,
        editedAt: null,
        state: 'visible',
      },
    ],
    reports: [{ reason: 'Nora minds', createdAt: time, resolvedAt: null }],
    mailPreferences: { replies: false },
    newsletter: [
      { email: 'nora@example.org', frequency: 'weekly', state: 'active', source: 'account', createdAt: time },
    ],
    pushDevices: [{ name: expect.any(String), platform: 'web', registeredAt: time }],
    pushPreferences: {
      topics: { notices: true, pages: true, replies: false, orders: true, errors: true },
      quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
    },
    dismissedNotices: [{ message: 'Hats are in', dismissedAt: time }],
    visitsAsGuest: [{ name: 'Nora as guest', email: 'nora@example.org', createdAt: time }],
    privilegedActions: [
      { at: time, by: 'Nora', action: 'notice posted', target: 'a notice', detail: '' },
      { at: time, by: 'Ada', action: 'ban lifted', target: 'Nora', detail: 'wrote from nora@example.org' },
    ],
  })
  expect(data.links.map(({ purpose, email }: Record<string, string>) => [purpose, email])).toEqual([
    ['signup', 'nora@example.org'],
    ['email', 'pending@example.org'],
    ['reset', 'nora@example.org'],
  ])
  const subjects = data.mails.map(({ subject }: { subject: string }) => subject).join('\n')
  for (const words of ['Confirm your email address', 'Choose a new password']) expect(subjects).toContain(words)
})

test('the data export contains no secrets and no data of other people', async () => {
  const site = await createTestSite(fullAccountSiteOptions)
  const { db, call } = site
  const { accessToken: token, refreshToken } = await createFullAccounts(site)
  // A mail to another reader's address belongs to that reader's data.
  const body = { email: 'other@example.org', verificationUrl }
  expect((await call('POST', '/api/account/email', { token, body })).statusCode).toBe(200)
  const text = (await call('GET', '/api/account/export', { token })).body

  const secrets = [
    PASSWORD,
    token,
    refreshToken,
    ...(await db.selectFrom('users').select('password_hash as secret').execute()),
    ...(await db.selectFrom('sessions').select('rotation_secret as secret').execute()),
    ...(await db.selectFrom('refresh_tokens').select('hash as secret').execute()),
    ...(await db.selectFrom('mail_links').select('hash as secret').execute()),
    ...(await db.selectFrom('mail_preferences').select('unsubscribe_token as secret').execute()),
    ...(await db.selectFrom('push_devices').select('token').execute()).flatMap(({ token }) => {
      const { endpoint, keys } = JSON.parse(token)
      return [endpoint, keys.p256dh, keys.auth] as string[]
    }),
    ...(await db.selectFrom('signing_keys').select('private_jwk as secret').execute()),
    ...(await site.mails()).flatMap(({ text }) => /#token=([\w-]+)/.exec(text)?.[1] ?? []),
  ].flatMap((one) => (typeof one === 'string' ? one : (one.secret ?? [])))
  expect(secrets.length).toBeGreaterThan(15)
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(text).not.toContain('argon2')
  expect(text).not.toContain('Otto')
  expect(text).not.toContain('otto-at-google')
})

test('more than 10 data exports an hour are refused', async () => {
  const { call, createReader } = await createTestSite()
  const { accessToken: token } = await createReader()
  for (let i = 0; i < 10; i++) expect((await call('GET', '/api/account/export', { token })).statusCode).toBe(200)
  expect((await call('GET', '/api/account/export', { token })).statusCode).toBe(429)
})
