import { expect, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { DELETE_CONFIRMATION_TEXT } from '#contract/limits.ts'
import { DatabaseUnavailableError } from '../../db/unavailable.ts'
import { createNewsletterSite } from '../../testing/newsletter.ts'
import { getLinkSecret, verificationUrl } from '../../testing/site.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('a subscribed, an unsubscribed and an unknown email address get the same reply and the same mail', async () => {
  const { call, mails, subscribeAddress, db } = await createNewsletterSite()
  await subscribeAddress('known@example.org')
  await subscribeAddress('ended@example.org')
  await db.updateTable('subscribers').set({ state: 'unsubscribed' }).where('email', '=', 'ended@example.org').execute()
  await db.deleteFrom('subscription_requests').execute()
  await db.deleteFrom('outbox').execute()
  const answers = []
  for (const email of ['known@example.org', 'ended@example.org', 'new@example.org']) {
    const { statusCode, body } = await call('POST', '/api/newsletter', { body: { email } })
    answers.push(`${statusCode} ${body}`)
  }
  expect(new Set(answers).size).toBe(1)
  const texts = (await mails()).map(({ text }) => text.replace(/token=[\w-]+/, ''))
  expect(texts).toHaveLength(3)
  expect(new Set(texts).size).toBe(1)
})

test('a subscription begins only when the button on the page of the mailed link is pressed; a second press changes nothing', async () => {
  const { call, mails, states } = await createNewsletterSite()
  await call('POST', '/api/newsletter', { body: { email: 'a@example.org', frequency: 'weekly' } })
  const [, path = ''] = /(\/newsletter\/confirm\?token=[\w-]{43})/.exec((await mails())[0]?.text ?? '') ?? []
  await call('GET', path)
  expect(await states()).toEqual({})
  for (const _ of [1, 2]) {
    const { statusCode, headers } = await call('POST', path, { body: '', headers: form })
    expect([statusCode, headers.location]).toEqual([303, expect.stringMatching(/\/newsletter\/confirmed$/)])
  }
  expect(await states()).toEqual({ 'a@example.org': 'active' })
})

test('an expired or invented confirmation link leads to a page that says so', async () => {
  const { call, mails, states } = await createNewsletterSite()
  vi.setSystemTime(Date.parse('2026-11-26T12:00:00Z'))
  await call('POST', '/api/newsletter', { body: { email: 'a@example.org' } })
  const [, path = ''] = /(\/newsletter\/confirm\?token=[\w-]+)/.exec((await mails())[0]?.text ?? '') ?? []
  vi.setSystemTime(Date.parse('2026-11-29T12:00:01Z'))
  for (const link of [
    path,
    '/newsletter/confirm?token=invented',
    '/newsletter/confirm',
    '/newsletter/confirm?token=%00',
  ])
    expect((await call('POST', link)).headers.location).toMatch(/\/newsletter\/link-expired$/)
  expect(await states()).toEqual({})
})

test('an email address gets at most one confirmation mail an hour and three a day, and the last chosen frequency counts', async () => {
  const { call, mails, db } = await createNewsletterSite()
  for (let hour = 0; hour < 10; hour += 1) {
    vi.setSystemTime(Date.parse('2026-11-26T00:00:00Z') + hour * 3_600_001)
    await call('POST', '/api/newsletter', { body: { email: 'a@example.org' }, from: `192.0.2.${hour}` })
    const body = { email: 'A@example.org', frequency: 'weekly' }
    expect((await call('POST', '/api/newsletter', { body, from: `192.0.2.${hour}` })).statusCode).toBe(202)
  }
  expect(await mails()).toHaveLength(3)
  const requests = await db.selectFrom('subscription_requests').select('frequency').execute()
  expect(new Set(requests.map(({ frequency }) => frequency))).toEqual(new Set(['weekly']))
})

test('a sixth subscription request for an email address within an hour is refused', async () => {
  const { call } = await createNewsletterSite()
  const statuses = []
  for (let at = 0; at < 6; at += 1)
    statuses.push(
      (await call('POST', '/api/newsletter', { body: { email: 'a@example.org' }, from: `192.0.2.${at}` })).statusCode,
    )
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
})

test('the subscription form without scripts leads to a page with the result', async () => {
  const { call, mails } = await createNewsletterSite()
  const post = async (body: string) =>
    new URL(String((await call('POST', '/api/newsletter/form', { body, headers: form })).headers.location)).pathname
  expect(await post('email=a%40example.org&frequency=weekly')).toBe('/newsletter/sent')
  expect(await post('email=nobody')).toBe('/newsletter/invalid-address')
  expect(await mails()).toHaveLength(1)
})

test.each([
  ['/api/newsletter/form', 'email=a%40example.org'],
  ['/newsletter/confirm?token=x', 'by=page'],
  ['/newsletter/unsubscribe?token=x', 'by=page'],
])('while the database is away, the browser shows a sentence after the form of %s, and no JSON', async (path, body) => {
  const { call, db } = await createNewsletterSite()
  vi.spyOn(db, 'transaction').mockImplementation(() => {
    throw new DatabaseUnavailableError('away')
  })
  const answer = await call('POST', path, { body, headers: form })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8'])
  expect(answer.body).toBe(errors.database_unavailable.message)
})

const withoutMailServer = { smtp: false, newsletter: { send: null, perMinute: 20 } }

test('without a mail server, a reader can switch mails about new pages off, but not on', async () => {
  const { call, createReader, db } = await createNewsletterSite(withoutMailServer)
  const { accessToken: token } = await createReader('nora@example.org')
  const choose = (frequency: string | null) => call('PUT', '/api/account/newsletter', { token, body: { frequency } })
  const answer = await choose('instant')
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'newsletter_unavailable'])
  expect(await db.selectFrom('subscribers').selectAll().execute()).toEqual([])
  expect((await choose(null)).statusCode).toBe(200)
})

test('without a mail server, both subscription forms say that nobody can subscribe', async () => {
  const { call, mails } = await createNewsletterSite(withoutMailServer)
  const answer = await call('POST', '/api/newsletter', { body: { email: 'a@example.org' } })
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'newsletter_unavailable'])
  const page = await call('POST', '/api/newsletter/form', { body: 'email=a%40example.org', headers: form })
  expect(page.headers.location).toMatch(/\/newsletter\/unavailable$/)
  expect(await mails()).toEqual([])
})

test.each([
  ['urlencoded', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
  [
    'multipart',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    'multipart/form-data; boundary=x',
  ],
])(
  'a mail program unsubscribes its user by one %s request without a login and without a redirect',
  async (_, body, type) => {
    const { call, subscribeAddress, states, db } = await createNewsletterSite()
    await subscribeAddress('a@example.org')
    const { unsubscribe_token: token } = await db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()
    const path = `/newsletter/unsubscribe?token=${token}`
    await call('GET', path)
    expect(await states()).toEqual({ 'a@example.org': 'active' })
    expect((await call('POST', path, { body, headers: { 'content-type': type } })).statusCode).toBe(204)
    expect(await states()).toEqual({ 'a@example.org': 'unsubscribed' })
  },
)

test('the button of the unsubscribe page ends the subscription and leads to the result, also for an unknown link', async () => {
  const { call, subscribeAddress, states, db } = await createNewsletterSite()
  await subscribeAddress('a@example.org')
  const { unsubscribe_token: token } = await db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()
  for (const secret of ['unknown', '%00', token]) {
    const answer = await call('POST', `/newsletter/unsubscribe?token=${secret}`, { body: 'by=page', headers: form })
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      expect.stringMatching(/\/newsletter\/unsubscribed$/),
    ])
  }
  expect(await states()).toEqual({ 'a@example.org': 'unsubscribed' })
})

test('a reader can switch mails about new pages on and off, and the subscription moves to their changed email address', async () => {
  const { call, createReader, mails, states } = await createNewsletterSite()
  const { accessToken: token } = await createReader('nora@example.org', { isProved: true })
  const choose = (frequency: string | null) => call('PUT', '/api/account/newsletter', { token, body: { frequency } })
  expect((await call('GET', '/api/account/newsletter', { token })).json()).toEqual({
    frequency: null,
    hasBounced: false,
  })
  expect((await choose('weekly')).json()).toEqual({ frequency: 'weekly', hasBounced: false })
  const change = { email: 'nora@example.com', verificationUrl }
  await call('POST', '/api/account/email', { token, body: change })
  const mail = (await mails()).find(({ to }) => to === 'nora@example.com')
  await call('POST', '/auth/verify-email', { body: { token: mail && getLinkSecret(mail) } })
  expect(await states()).toEqual({ 'nora@example.com': 'active' })
  expect((await choose(null)).json()).toEqual({ frequency: null, hasBounced: false })
  expect(await states()).toEqual({ 'nora@example.com': 'unsubscribed' })
})

test('a link that confirms a subscription no longer works after the reader has switched off the mails in the account', async () => {
  const { call, createReader, mails, states } = await createNewsletterSite()
  const { accessToken: token } = await createReader('nora@example.org', { isProved: true })
  await call('POST', '/api/newsletter', { body: { email: 'nora@example.org' } })
  const mail = (await mails()).find(({ text }) => text.includes('/newsletter/confirm'))
  const [path = ''] = /\/newsletter\/confirm\?token=[\w-]{43}/.exec(mail?.text ?? '') ?? []
  await call('PUT', '/api/account/newsletter', { token, body: { frequency: null } })
  const { headers } = await call('POST', path, { body: '', headers: form })
  expect(headers.location).not.toMatch(/confirmed/)
  expect(await states()).toEqual({})
})

test('a subscription by the form belongs to the account with the same email address, and is exported and erased with the account', async () => {
  const { call, createReader, subscribeAddress, db } = await createNewsletterSite()
  await subscribeAddress('nora@example.org')
  await subscribeAddress('other@example.org')
  const { accessToken: token } = await createReader('nora@example.org', { isProved: true })
  expect((await call('GET', '/api/account/newsletter', { token })).json().frequency).toBe('instant')
  const exported = (await call('GET', '/api/account/export', { token })).json()
  expect(exported.newsletter).toMatchObject([{ email: 'nora@example.org', frequency: 'instant', state: 'active' }])
  expect(JSON.stringify(exported.newsletter)).not.toContain('token')
  const body = { confirmation: DELETE_CONFIRMATION_TEXT }
  expect((await call('POST', '/api/account/delete', { token, body })).statusCode).toBe(204)
  const rows = await db.selectFrom('subscribers').select('email').execute()
  const requests = await db.selectFrom('subscription_requests').select('email').execute()
  expect([...rows, ...requests].map(({ email }) => email)).toEqual(['other@example.org', 'other@example.org'])
})
