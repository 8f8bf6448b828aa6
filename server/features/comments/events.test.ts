import { expect, test } from 'vitest'
import type { Role } from '#contract/accounts.ts'
import { createSubscription } from '../../events/events.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createRethrowingEventBus } from '../../testing/events.ts'
import { addPerson } from '../../testing/people.ts'
import { recordQueries } from '../../testing/query-plans.ts'
import { buildSitePage } from '../../testing/site-page.ts'
import type { CommentContext } from './comment-context.ts'
import { createCommentPageLookup } from './comment-pages.ts'
import { changeSiteApprovalPolicy, reportComment, setCommentStateAndReports } from './moderation.ts'
import { deleteComment, editComment, postComment } from './own-comments.ts'
import { createProfileChangedSubscription } from './recompute-visibility.ts'

/** Creates a context for the functions of comments, and records the published events as text. */
async function createCommentEvents() {
  const db = await createTestDatabase()
  const published: string[] = []
  const events = createRethrowingEventBus()
  events.subscribe([
    createProfileChangedSubscription(events),
    createSubscription('comment.saved', ({ comment: { content, state }, total }) =>
      published.push(`saved ${state} “${content}”, ${total}`),
    ),
    createSubscription('comment.removed', ({ id, pageUrl, total }) =>
      published.push(`removed ${names.get(id)} of ${pageUrl}, ${total}`),
    ),
    createSubscription('comments.changed', ({ pageUrl }) => published.push(`changed ${pageUrl}`)),
    createSubscription('moderation.changed', () => published.push('moderation')),
  ])
  const context: CommentContext = {
    db,
    pages: createCommentPageLookup({ version: '1', pages: [buildSitePage('/about', { title: 'About' })] }),
    build: { version: '1' },
    origin: 'https://site.test',
    pictureAddress: () => null,
    hasCompletedOrder: async () => false,
    events,
  }
  const names = new Map<string, string>()
  const actor = async (name: string, roles: Role[] = []) => {
    const { id } = await addPerson(db, { name, roles })
    return { userId: id, sessionId: '', name, email: '', roles, loggedInAt: 0 }
  }
  const [ada, nora, otto] = [await actor('Ada', ['Admin']), await actor('Nora'), await actor('Otto')]
  await changeSiteApprovalPolicy(db, ada, 'none')
  return {
    context,
    ada,
    nora,
    otto,
    post: async (who: typeof nora, content: string, parentId?: string) => {
      const { comment } = await postComment(context, who, { pageUrl: 'about', content, parentId, openMs: 20_000 })
      names.set(comment.id, content)
      return comment.id
    },
    judge: (id: string, state: 'visible' | 'hidden' | 'pending') =>
      setCommentStateAndReports(context, ada, { id, state, reportsResolved: true }),
    /** Returns the events published since the last call. */
    published: () => published.splice(0),
  }
}

test('open pages get an event for each new, edited or deleted public comment, with the number of comments', async () => {
  const { context, nora, otto, post, published } = await createCommentEvents()
  const root = await post(nora, 'root')
  const reply = await post(otto, 'reply', root)
  expect(published()).toEqual(['saved visible “root”, 1', 'saved visible “reply”, 2'])
  await editComment(context, otto, reply, 'better')
  await editComment(context, otto, reply, 'better')
  expect(published()).toEqual(['saved visible “better”, 2'])
  await deleteComment(context, nora, root)
  expect(published()).toEqual(['saved gone “”, 1'])
  await deleteComment(context, otto, reply)
  expect(published()).toEqual(['removed root of about, 0', 'removed reply of about, 0'])
})

test('a comment that waits for approval is announced to admins only, without its text', async () => {
  const { context, ada, nora, post, judge, published } = await createCommentEvents()
  await changeSiteApprovalPolicy(context.db, ada, 'all')
  const id = await post(nora, 'waiting')
  await editComment(context, nora, id, 'still waiting')
  expect(published()).toEqual(['moderation', 'moderation'])
  await judge(id, 'visible')
  expect(published()).toEqual(['saved visible “still waiting”, 1', 'moderation'])
  await judge(id, 'pending')
  expect(published()).toEqual(['removed waiting of about, 0', 'moderation'])
  await deleteComment(context, nora, id)
  expect(published()).toEqual(['moderation'])
})

test('when a reply under a hidden comment is approved, open pages get a placeholder for the hidden comment', async () => {
  const { nora, otto, post, judge, published } = await createCommentEvents()
  const root = await post(nora, 'root')
  const reply = await post(otto, 'reply', root)
  await judge(reply, 'pending')
  await judge(root, 'hidden')
  published()
  await judge(reply, 'visible')
  expect(published()).toEqual(['saved gone “”, 1', 'saved visible “reply”, 1', 'moderation'])
})

test('a report of a comment is announced to admins; a changed profile is announced to open pages after the commit', async () => {
  const { context, nora, otto, post, published } = await createCommentEvents()
  const id = await post(nora, 'Hello')
  published()
  await reportComment(context, otto, id, '')
  expect(published()).toEqual(['moderation'])
  await reportComment(context, nora, id, '')
  expect(published()).toEqual([])

  await context.db.transaction().execute(async (tx) => {
    await context.events.publish(tx, 'profile.changed', { userId: nora.userId })
    expect(published()).toEqual([])
  })
  expect(published()).toEqual(['changed about', 'moderation'])
})

test('when a reported comment is edited or deleted by its author, admins get an event', async () => {
  const { context, nora, otto, post, published } = await createCommentEvents()
  const id = await post(nora, 'Hello')
  await reportComment(context, otto, id, '')
  published()
  await editComment(context, nora, id, 'Goodbye')
  expect(published()).toEqual(['saved visible “Goodbye”, 1', 'moderation'])
  await deleteComment(context, nora, id)
  expect(published()).toEqual(['removed Hello of about, 0', 'moderation'])
})

test('a new comment is posted without a query for its reports, which it cannot have', async () => {
  const { context, nora } = await createCommentEvents()
  const draft = { pageUrl: 'about', content: 'Hello', openMs: 20_000 }
  const queries = await recordQueries(context.db, (db) => postComment({ ...context, db }, nora, draft))
  expect(queries.length).toBeGreaterThan(5)
  expect(queries.filter(({ sql }) => sql.includes('comment_reports'))).toEqual([])
})
