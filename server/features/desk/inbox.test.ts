import { expect, test } from 'vitest'
import type { InboxItem } from '#contract/desk-inbox.ts'
import { createId } from '../../db/ids.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import { createCommentSite } from '../../testing/comments.ts'

/** Creates a site where comments wait, with calls of its admin. */
async function createInboxSite() {
  const site = await createCommentSite()
  await site.setPolicy('all')
  const inbox = async (query = '') => {
    const { body } = await site.as(site.ada, 'GET', `/api/desk/inbox${query}`)
    return body as { items: InboxItem[]; waiting: Record<string, number> }
  }
  const titles = async (query?: string) => (await inbox(query)).items.map(({ kind, title }) => `${kind} ${title}`)
  /** Adds an open error. */
  const addError = async (title: string, at: number) => {
    const id = createId()
    await site.db
      .insertInto('error_groups')
      .values({
        ...{ id, fingerprint: id, title, place: 'web/menu.tsx in open', side: 'browser', state: 'open', count: 1 },
        ...{ first_seen_at: at, last_seen_at: at, touched_at: at, first_release: '', last_release: '' },
      })
      .execute()
    return id
  }
  return { ...site, inbox, titles, addError }
}

test('the inbox lists the waiting items of all kinds, or of one requested kind, the latest first', async () => {
  const { post, nora, otto, addError, titles, inbox, db } = await createInboxSite()
  const { createdAt } = await post(nora, 'Hello')
  await post(otto, 'And hello')
  await addError('Old error', createdAt - 10)
  await addError('New error', createdAt + 60_000)
  await enqueueMail(db, { to: 'p@example.org', subject: 'Failed', text: '', html: '' })
  await db.updateTable('outbox').set({ state: 'failed', last_error: 'No such host', created_at: 1 }).execute()
  expect(await titles()).toEqual(['error New error', 'comment Otto', 'comment Nora', 'error Old error', 'mail Failed'])
  expect(await titles('?kind=error')).toEqual(['error New error', 'error Old error'])
  expect(await titles('?kind=kitchen')).toEqual([])
  const { items, waiting } = await inbox('?kind=mail')
  expect(items).toMatchObject([{ text: 'To p@example.org: No such host', to: expect.stringMatching(/^\/desk\/mail/) }])
  expect(waiting).toEqual({
    ...{ comment: 2, application: 0, error: 2, mail: 1, payment: 0, kitchen: 0, build: 0, backup: 0 },
  })
})

test('a waiting comment that was also reported is one inbox item until an admin decides on the comment and resolves its report', async () => {
  const { post, nora, otto, ada, as, judge, inbox } = await createInboxSite()
  const { id } = await post(nora, 'Hello')
  await judge(id, 'visible')
  expect((await inbox()).items).toEqual([])
  await as(otto, 'POST', `/comments/${id}/report`, { reason: 'spam' })
  await as(ada, 'PUT', `/api/desk/comments/${id}/state`, { state: 'pending', reportsResolved: false })
  const { items, waiting } = await inbox()
  expect(items.map(({ comment }) => [comment?.comment.content, comment?.reports.length])).toEqual([['Hello', 1]])
  expect(waiting.comment).toBe(1)
  await judge(id, 'hidden', false)
  expect((await inbox()).waiting.comment).toBe(1)
  await judge(id, 'hidden')
  expect((await inbox()).waiting.comment).toBe(0)
})

test('the inbox lists the latest 50 items of all kinds together, and counts all items', async () => {
  const { addError, inbox } = await createInboxSite()
  for (let at = 1; at <= 55; at++) await addError(`Error ${at}`, at)
  const { items, waiting } = await inbox()
  expect([items.length, items[0]?.title, items.at(-1)?.title]).toEqual([50, 'Error 55', 'Error 6'])
  expect(waiting.error).toBe(55)
})
