import { expect, test } from 'vitest'
import { site } from '#site'
import { runPrepareHooks } from './features/define-feature.ts'
import { createTestSite, type TestSite } from './testing/site.ts'

const off = {
  accounts: false,
  comments: false,
  newsletter: false,
  push: false,
  ordering: false,
  statistics: false,
  run: false,
}
const statusOf = async ({ call }: Pick<TestSite, 'call'>, path: string) => [path, (await call('GET', path)).statusCode]

test('a switched-off feature has no routes, jobs or senders, and the other features keep their own', async () => {
  const optional = await createTestSite({ switches: { ...off, accounts: true } })
  const complete = await createTestSite({ switches: site.features })
  for (const path of [
    '/api/kitchens',
    '/comments/about',
    '/api/push/settings',
    '/api/desk/push',
    '/dish-pictures/x',
    '/api/account/newsletter',
  ]) {
    expect(await statusOf(optional, path)).toEqual([path, 404])
    if (!path.includes('picture')) expect(await statusOf(complete, path)).not.toEqual([path, 404])
  }
  expect(await statusOf(optional, '/notifications')).toEqual(['/notifications', 200])
  const jobs = ({ app }: TestSite) => app.features.flatMap(({ jobs = [] }) => jobs).length
  const senders = ({ app }: TestSite) => app.features.flatMap(({ senders = [] }) => senders).map(({ kind }) => kind)
  expect(jobs(optional)).toBeLessThan(jobs(complete))
  expect([senders(optional), senders(complete)]).toEqual([['link_request'], ['link_request', 'newsletter', 'push']])
})

test('with every feature switched off, the site still serves its pages and its version, and accepts error reports', async () => {
  const bare = await createTestSite({ switches: off })
  expect(bare.app.features.map(({ name }) => name)).toEqual(['reports', 'publishing'])
  for (const path of ['/auth/current-user', '/auth/providers', '/notifications', '/api/account', '/api/desk', '/tools'])
    expect(await statusOf(bare, path)).toEqual([path, 404])
  for (const path of ['/', '/api/version']) expect(await statusOf(bare, path)).toEqual([path, 200])
})

test('the inbox of the desk has only the item kinds of features that are switched on', async () => {
  const { createWithRole, call } = await createTestSite({ switches: { ...off, accounts: true } })
  const { accessToken: token } = await createWithRole('Admin')
  expect((await call('GET', '/api/desk/inbox', { token })).json()).toEqual({
    items: [],
    waiting: { application: 0, error: 0, mail: 0, build: 0, backup: 0 },
  })
})

test('a start prints the link that claims the site, unless accounts are switched off', async () => {
  const messagesOf = async (switches: typeof off) => {
    const { app } = await createTestSite({ switches })
    return (await runPrepareHooks(app.features)).map((message) => message('http://127.0.0.1:3000'))
  }
  expect(await messagesOf({ ...off, accounts: true })).toEqual([
    expect.stringMatching(/^Become the admin, .*: http:\/\/127\.0\.0\.1:3000\/welcome#token=[\w-]{43}$/),
  ])
  expect(await messagesOf(off)).toEqual([])
})
