import { expect, test } from 'vitest'
import { buildArticleSitePage, createNewsletterSite } from '../../testing/newsletter.ts'

async function start() {
  const site = await createNewsletterSite()
  const { accessToken: token } = await site.createReader('ada@example.org', { roles: ['Admin'], isProved: true })
  const desk = async (method: string, path: string, body?: unknown) => site.call(method, path, { token, body })
  const importList = async (csv: string) =>
    (await desk('POST', '/api/desk/subscribers/import', { csv, haveAgreed: true })).json()
  return { ...site, token, desk, importList }
}

test('an import adds new email addresses, and does not change unsubscribed and bounced ones', async () => {
  const { importList, subscribeAddress, states, db } = await start()
  for (const name of ['known', 'ended', 'gone']) await subscribeAddress(`${name}@example.org`)
  await db.updateTable('subscribers').set({ state: 'unsubscribed' }).where('email', 'like', 'ended%').execute()
  await db.updateTable('subscribers').set({ state: 'bounced' }).where('email', 'like', 'gone%').execute()
  const lines = [
    'email',
    'new@example.org',
    'NEW@example.org',
    'known@example.org',
    'ended@example.org',
    'gone@example.org',
    'x',
  ]
  expect(await importList(lines.join('\n'))).toEqual({
    added: 1,
    known: 2,
    unsubscribed: 1,
    bounced: 1,
    invalid: 1,
    invalidLines: [{ line: 7, text: 'x' }],
  })
  expect(await states()).toEqual({
    'ended@example.org': 'unsubscribed',
    'gone@example.org': 'bounced',
    'known@example.org': 'active',
    'new@example.org': 'active',
  })
})

test('the addresses of an exported list keep their states when another site imports the list', async () => {
  const { importList, states } = await start()
  const lines = [
    'email,frequency,state,source,subscribed,changed',
    'active@example.org,instant,active,form,,',
    'ended@example.org,weekly,unsubscribed,form,,',
    'gone@example.org,instant,bounced,import,,',
  ]
  expect(await importList(lines.join('\r\n'))).toMatchObject({ added: 1, known: 0, unsubscribed: 1, bounced: 1 })
  expect(await states()).toEqual({
    'active@example.org': 'active',
    'ended@example.org': 'unsubscribed',
    'gone@example.org': 'bounced',
  })
})

test('an import is refused unless the admin confirms that the people in the list have agreed', async () => {
  const { desk, states } = await start()
  const answer = await desk('POST', '/api/desk/subscribers/import', { csv: 'a@example.org', haveAgreed: false })
  expect(answer.statusCode).toBe(400)
  expect(await states()).toEqual({})
})

test('the desk lists, searches, removes and exports subscribers, and logs these actions without email addresses', async () => {
  const { desk, importList } = await start()
  await importList('a@example.org\nb@example.com')
  const all = (await desk('GET', '/api/desk/subscribers')).json()
  expect(all).toMatchObject({ counts: { active: 2, unsubscribed: 0, bounced: 0 }, smtp: true, next: null })
  const { subscribers } = (await desk('GET', '/api/desk/subscribers?search=EXAMPLE.com')).json()
  expect(subscribers.map(({ email }: { email: string }) => email)).toEqual(['b@example.com'])
  expect((await desk('DELETE', `/api/desk/subscribers/${subscribers[0].id}`)).statusCode).toBe(204)
  expect((await desk('DELETE', `/api/desk/subscribers/${subscribers[0].id}`)).statusCode).toBe(404)
  expect((await desk('POST', '/api/desk/subscribers/export')).json().csv).toMatch(
    /^email,frequency,state,source,subscribed,changed\r\na@example\.org,instant,active,import,[^\n]*\r\n$/,
  )
  const log = (await desk('GET', '/api/desk/log')).body
  for (const action of ['subscribers imported', 'subscriber removed', 'subscribers exported'])
    expect(log).toContain(action)
  expect(log).toContain('"1 address"')
  expect(log).not.toMatch(/[ab]@example/)
})

test('the desk shows for each announced page how many of its mails were sent, have failed and remain', async () => {
  const { desk, importList, startProcess, mailServer } = await start()
  await importList('a@example.org\nb@example.org\nc@example.org')
  const { serve, job, work, sender } = await startProcess()
  const figures = async () => (await desk('GET', '/api/desk/announced-pages')).json().pages
  await serve([buildArticleSitePage('anchors')])
  expect(await figures()).toMatchObject([{ title: 'About anchors', path: '/anchors', sent: 0, failed: 0, left: 3 }])
  await job.run()
  expect(sender.batch).toBe(1)
  mailServer.error = { responseCode: 550, command: 'RCPT TO', message: 'no such user' }
  await work()
  expect(await figures()).toMatchObject([{ sent: 0, failed: 3, left: 0 }])
})

test('only admins see and change the subscribers', async () => {
  const { call, createReader } = await start()
  const { accessToken: token } = await createReader('reader@example.org')
  for (const [method, path] of [
    ['GET', '/api/desk/subscribers'],
    ['GET', '/api/desk/announced-pages'],
    ['POST', '/api/desk/subscribers/import'],
    ['POST', '/api/desk/subscribers/export'],
  ] as const) {
    expect((await call(method, path, { token })).statusCode, path).toBe(403)
    expect((await call(method, path)).statusCode, path).toBe(401)
  }
})
