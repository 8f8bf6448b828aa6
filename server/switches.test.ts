import { expect, test } from 'vitest'
import { DELETE_CONFIRMATION_TEXT } from '#contract/limits.ts'
import { site } from '#site'
import { runPrepareHooks } from './features/define-feature.ts'
import { createCardSiteWithHeldEvents } from './testing/card-site.ts'
import { createOrderSite } from './testing/orders.ts'
import { addPerson } from './testing/people.ts'
import { createTestSite, getLinkSecret, type TestSite, verificationUrl } from './testing/site.ts'

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
  expect(bare.app.features.flatMap(({ name, routes }) => (routes ? name : []))).toEqual(['reports', 'publishing'])
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

test('the jobs still delete the old rows of a switched-off feature', async () => {
  const { app, db } = await createTestSite({ switches: off })
  await db.insertInto('statistics_salts').values({ day: '2026-01-01', salt: 'x' }).execute()
  const reader = { day: '2026-01-01', page: '/', reader: 1 }
  await db.insertInto('statistics_readers').values(reader).execute()
  for (const { leaderJobs = [] } of app.features) for (const { run } of leaderJobs) await run()
  expect(await db.selectFrom('statistics_salts').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('statistics_readers').selectAll().execute()).toEqual([])
})

test('an account can export and delete its rows of features that have been switched off since', async () => {
  // Readers can subscribe while the site has a mail server.
  const newsletter = { send: async () => {}, perMinute: 20 }
  const { createReader, pay, ask, moveOn, reconcileDuePayments, call, db } = await createCardSiteWithHeldEvents({
    newsletter,
  })
  const nora = await createReader('me@example.org', { name: 'Mia Miller', isProved: true })
  const order = await pay({ id: nora.userId, token: nora.accessToken })
  await ask(order)
  await moveOn(order.orderId, 'accepted', 'preparing', 'ready', 'collected')
  await reconcileDuePayments()
  const body = { pageUrl: 'about', content: 'I like hats' }
  expect((await call('POST', '/comments', { token: nora.accessToken, body })).statusCode).toBe(201)
  const choice = { token: nora.accessToken, body: { frequency: 'weekly' } }
  expect((await call('PUT', '/api/account/newsletter', choice)).statusCode).toBe(200)
  await db.updateTable('subscribers').set({ user_id: null }).execute()

  const optional = await createTestSite({ db, switches: { ...off, accounts: true } })
  const token = nora.accessToken
  expect((await optional.call('GET', '/api/account/export', { token })).json()).toMatchObject({
    comments: [{ content: 'I like hats' }],
    newsletter: [{ email: 'me@example.org' }],
    orders: [{ customer: { name: 'Mia Miller' } }],
  })
  const confirmation = { confirmation: DELETE_CONFIRMATION_TEXT }
  expect((await optional.call('POST', '/api/account/delete', { token, body: confirmation })).statusCode).toBe(204)
  expect(await db.selectFrom('comments').select('content').execute()).toEqual([])
  expect(await db.selectFrom('subscribers').select('email').execute()).toEqual([])
  expect(await db.selectFrom('orders').select(['customer_name', 'customer_email', 'user_id']).execute()).toEqual([
    { customer_name: '', customer_email: '', user_id: null },
  ])
  expect(await db.selectFrom('payments').select(['card', 'address']).execute()).toEqual([{ card: '', address: '' }])
})

test('with ordering switched off, the card data of a deleted account is still erased from an order that its kitchen never ends', async () => {
  const { createReader, pay, ask, moveOn, reconcileDuePayments, db } = await createCardSiteWithHeldEvents()
  const { accessToken: token, userId: id } = await createReader('me@example.org', { isProved: true })
  const order = await pay({ id, token })
  await ask(order)
  await moveOn(order.orderId, 'accepted')
  await reconcileDuePayments()

  const optional = await createTestSite({ db, switches: { ...off, accounts: true } })
  const body = { confirmation: DELETE_CONFIRMATION_TEXT }
  expect((await optional.call('POST', '/api/account/delete', { token, body })).statusCode).toBe(204)
  const cards = () => db.selectFrom('payments').select('card').execute()
  expect(await cards()).toEqual([{ card: 'Visa ending in 4242' }])
  await db.updateTable('orders').set({ promised_at: 0 }).execute()
  for (const { leaderJobs = [] } of optional.app.features) for (const { run } of leaderJobs) await run()
  expect(await cards()).toEqual([{ card: '' }])
})

test('bans and confirmed email addresses also change the stored rows of switched-off features', async () => {
  // Readers can subscribe while the site has a mail server.
  const newsletter = { send: async () => {}, perMinute: 20 }
  const { db, ada, nora, gus, olive, place, as } = await createOrderSite({ newsletter })
  await place(gus)
  await as(nora, 'POST', '/comments', { pageUrl: 'about', content: 'I like hats' })
  await db.updateTable('comments').set({ state: 'visible', readable: 1 }).execute()
  const otto = await addPerson(db, { name: 'Otto', isProved: true })
  await as(otto, 'PUT', '/api/account/newsletter', { frequency: 'weekly' })

  const optional = await createTestSite({ db, switches: { ...off, accounts: true } })
  for (const { id } of [nora, olive])
    await optional.call('PUT', `/api/desk/people/${id}/ban`, { token: ada.token, body: { reason: '' } })
  expect(await db.selectFrom('comments').select('readable').execute()).toEqual([{ readable: 0 }])
  expect(await db.selectFrom('vendors').select('status').execute()).toEqual([{ status: 'suspended' }])

  const { userId } = await optional.signUp('gus@example.org', { name: 'Gus' })
  expect(await db.selectFrom('orders').select('user_id').execute()).toEqual([{ user_id: userId }])

  const change = { email: 'otto@example.org', verificationUrl }
  await optional.call('POST', '/api/account/email', { token: otto.token, body: change })
  const link = (await optional.mails()).findLast(({ to }) => to === change.email)
  await optional.call('POST', '/auth/verify-email', { body: { token: link && getLinkSecret(link) } })
  expect(await db.selectFrom('subscribers').select('email').execute()).toEqual([{ email: change.email }])
})
