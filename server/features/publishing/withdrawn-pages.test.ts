import { expect, test } from 'vitest'
import { emptyEmailKey } from '../../db/email-key.ts'
import type { SitePage } from '../../http/build-output.ts'
import { startPageAnnouncer } from '../../testing/announcer.ts'
import { buildArticleSitePage } from '../../testing/newsletter.ts'
import { createTestSite } from '../../testing/site.ts'

/** Starts a site that has announced two pages, whose mails and push messages wait. */
async function startSite() {
  const { db, app } = await createTestSite()
  const subscriber = { id: 'a', email: 'a@example.org', email_key: emptyEmailKey, unsubscribe_token: 't' }
  await db
    .insertInto('subscribers')
    .values({ ...subscriber, frequency: 'weekly', state: 'active', source: 'form', created_at: 1, changed_at: 1 })
    .execute()
  for (const page of ['boat', 'ship']) {
    const facts = { title: page, description: '', path: `/${page}`, announced_at: 1, sent: 0, failed: 0 }
    await db
      .insertInto('announced_pages')
      .values({ page, id: page, ...facts })
      .execute()
    await db.insertInto('page_mails').values({ page, subscriber_id: 'a', due_at: 1 }).execute()
    const push = { topic: 'pages', title: page, body: '', url: `/${page}`, tag: `page-${page}` } as const
    await db
      .insertInto('push_messages')
      .values({ id: page, ...push, admins_only: 0, expires_at: 1, created_at: 1 })
      .execute()
    const work = { kind: 'push', payload: '{}', push_message_id: page, state: 'waiting' } as const
    await db
      .insertInto('outbox')
      .values({ id: page, ...work, attempts: 0, next_at: 1, created_at: 1 })
      .execute()
  }
  const subscriptions = app.features.flatMap(({ subscriptions = [] }) => subscriptions)
  return {
    start: (pages: SitePage[]) => startPageAnnouncer(db, pages, subscriptions),
    /** Returns what mails say of the announced pages. */
    announced: () => db.selectFrom('announced_pages').select(['page', 'title', 'description', 'path']).execute(),
    /** Returns the pages whose mails wait, and those whose push messages wait. */
    waiting: async () => [
      (await db.selectFrom('page_mails').select('page').orderBy('page').execute()).map(({ page }) => page),
      (await db.selectFrom('outbox').select('id').orderBy('id').execute()).map(({ id }) => id),
    ],
  }
}

const [boat, ship] = [buildArticleSitePage('boat'), buildArticleSitePage('ship')]
const both = [
  ['boat', 'ship'],
  ['boat', 'ship'],
]

test.each([
  ['is missing in the next build', [ship]],
  ['is private in the next build', [{ ...boat, private: true }, ship]],
])(
  'the waiting mails and push messages of a page that %s are dropped, and those of other pages stay',
  async (_, pages) => {
    const { start, waiting } = await startSite()
    const { serve } = await start([boat, ship])
    expect(await waiting()).toEqual(both)
    await serve(pages)
    expect(await waiting()).toEqual([['ship'], ['ship']])
  },
)

test('the start drops the waiting mails and push messages of a page that the build no longer has', async () => {
  const { start, waiting } = await startSite()
  await start([ship])
  expect(await waiting()).toEqual([['ship'], ['ship']])
})

test('when the path of a page has changed, its waiting mails and push messages stay', async () => {
  const { start, waiting } = await startSite()
  const { serve } = await start([boat, ship])
  await serve([buildArticleSitePage('raft', { aliases: ['/boat'] }), ship])
  expect(await waiting()).toEqual(both)
})

test('a page whose title, description or path has changed is announced with the new ones in mails that still wait', async () => {
  const { start, announced } = await startSite()
  const { serve } = await start([boat, ship])
  const raft = buildArticleSitePage('raft', { aliases: ['/boat'], title: 'A raft', description: 'Of wood.' })
  await serve([raft, ship])
  expect(await announced()).toContainEqual({ page: 'boat', title: 'A raft', description: 'Of wood.', path: '/raft' })
})
