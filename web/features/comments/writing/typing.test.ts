import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Comment } from '#contract/comments.ts'
import type { LiveConnectionCallbacks } from '../../../live/live-site.ts'
import { mockHub } from '../../../testing/mock-hub.ts'
import { openComments } from '../../../testing/open-comments.ts'
import { createPageActions } from '../../../testing/page-actions.ts'
import { startFakeSession } from '../../../testing/session.ts'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const id = '01990000-0000-7000-8000-000000000001'
const buildComment = (changes: Partial<Comment> = {}): Comment => ({
  ...{ id, pageUrl: 'ueber-mich', author: 'Nora', authorId: '1', profilePicture: null, byAdmin: false },
  ...{ content: 'Good run', createdAt: Date.now(), editedAt: null, threadId: id, parentId: null, state: 'visible' },
  ...changes,
})
const placeholder = buildComment({ author: '', authorId: null, content: '', state: 'gone' })

/**
 * Opens the comments as Nora. A test can replace `replies.send`, which answers calls that post or edit a comment.
 * @param drafts the stored texts of comments, by the names of their drafts
 * @param shown the number of comments on the page, with the placeholders
 */
async function openAsNora(comments: Comment[] = [], drafts: Record<string, string> = {}, shown = comments.length) {
  const stored = Object.entries(drafts).map(([name, text]) => [name, { text, key: name, at: Date.now() }])
  const replies = { send: (_content: string): Response | Promise<Response> => new Response('', { status: 500 }) }
  const { page } = await openComments(({ path, body, init: { method } }) => {
    if (method !== 'GET') return replies.send(String(body.content))
    if (stored.length > 0) localStorage.setItem('commentDrafts', JSON.stringify(Object.fromEntries(stored)))
    const headers = { etag: '"1"', 'x-total-count': String(comments.length) }
    return Response.json(path.startsWith('/comments/') ? comments : [], { headers })
  })
  page.stored.set('accessToken', `header.${btoa(JSON.stringify({ sub: '1' }))}.signature`)
  await page.until(() => expect(page.findAll('article')).toHaveLength(shown))
  const { type, press, field } = createPageActions(page)
  const sent = () =>
    page.calls.filter(({ init }) => init.method !== 'GET').map(({ body: { content, key } }) => ({ content, key }))
  const send = async (form: HTMLElement | null) => page.fire(form, 'submit')
  return { page, replies, type, press, field, sent, send }
}

test('when the reader changes a comment while it is being posted, the changed text stays in the field as a new comment', async () => {
  const { page, replies, type, field, sent, send } = await openAsNora()
  const posting = Promise.withResolvers<Response>()
  replies.send = () => posting.promise
  await type('Your comment', 'Good')
  await send(page.find('.comment-form'))
  await type('Your comment', 'Good run')
  const posted = buildComment({ content: 'Good' })
  await act(async () => posting.resolve(Response.json(posted, { status: 201 })))
  expect(page.text()).toContain('Your comment is posted.')
  expect(field('Your comment').value).toBe('Good run')
  replies.send = (content) => Response.json(buildComment({ id: `${id}2`, content }), { status: 201 })
  await send(page.find('.comment-form'))
  expect(field('Your comment').value).toBe('')
  const [first, second] = sent()
  expect([first?.content, second?.content]).toEqual(['Good', 'Good run'])
  expect(first?.key).not.toBe(second?.key)
})

test('when the reader changes a reply while it is being posted, the form stays open with the changed text', async () => {
  const { page, replies, type, press, field, send } = await openAsNora([
    buildComment({ author: 'Otto', authorId: '2' }),
  ])
  const posting = Promise.withResolvers<Response>()
  replies.send = () => posting.promise
  await press('Reply')
  await type('Your reply to Otto', 'Thanks')
  await send(field('Your reply to Otto').closest('form'))
  await type('Your reply to Otto', 'Thanks a lot')
  const reply = buildComment({ id: `${id}2`, parentId: id, content: 'Thanks' })
  await act(async () => posting.resolve(Response.json(reply, { status: 201 })))
  expect(field('Your reply to Otto').value).toBe('Thanks a lot')
  replies.send = (content) => Response.json({ ...reply, id: `${id}3`, content }, { status: 201 })
  await send(field('Your reply to Otto').closest('form'))
  expect(page.findAll('.comment-form')).toHaveLength(1)
})

test('the text of an edit is stored until the edit is saved or cancelled, and text that is typed during saving stays in the field', async () => {
  const comment = buildComment()
  const { page, replies, type, press, send } = await openAsNora([comment])
  const edit = () => page.find('article textarea') as HTMLTextAreaElement
  await press('Edit')
  expect(edit().value).toBe('Good run')
  await type('Your comment', 'Great run', page.find('article'))
  expect(page.stored.get('commentDrafts')).toContain('Great run')
  await type('Your comment', '', page.find('article'))
  expect(edit().value).toBe('')
  await type('Your comment', 'Great run', page.find('article'))
  const saving = Promise.withResolvers<Response>()
  replies.send = () => saving.promise
  await send(edit().closest('form'))
  await type('Your comment', 'Great run!', page.find('article'))
  await act(async () => saving.resolve(Response.json({ ...comment, content: 'Great run' })))
  expect(edit().value).toBe('Great run!')
  await press('Cancel')
  expect(page.find('article').textContent).toContain('Great run')
  expect(page.stored.get('commentDrafts')).toBeUndefined()
})

test('the author of an edited comment sees that the comment waits for approval, even after other readers no longer see it', async () => {
  const { hub, startLiveConnection } = mockHub()
  const comments = [buildComment()]
  const { page, replies, type, press, send } = await openAsNora(comments)
  await startLiveConnection()
  await vi.waitFor(() => expect(hub.publish).toBeDefined(), { timeout: 5_000 })
  replies.send = (content) => {
    comments[0] = buildComment({ content, state: 'pending', editedAt: Date.now() })
    return Response.json(comments[0])
  }
  await press('Edit')
  await type('Your comment', 'Great run', page.find('article'))
  await send(page.find('article form'))
  await page.until(() => expect(page.find('article').textContent).toContain('Waits for approval. Only you see it.'))
  await act(async () => hub.publish('commentSaved', { comment: placeholder, total: 0 }))
  expect(page.find('article').textContent).toContain('Waits for approval. Only you see it.Great run')
  await act(async () => hub.publish('commentRemoved', { id, pageUrl: 'ueber-mich', total: 0 }))
  expect(page.find('article').textContent).toContain('Waits for approval. Only you see it.Great run')
})

test('while the author edits a comment that waits for a connection, the comment is not sent; after saving, the new text is sent', async () => {
  const { page, replies, type, press, sent, send } = await openAsNora()
  replies.send = () => Promise.reject(new TypeError('Failed to fetch'))
  vi.useFakeTimers()
  await type('Your comment', 'Good run')
  await send(page.find('.comment-form'))
  const waiting = () => page.find('.comments-waiting')
  await press('Edit', waiting())
  await type('Your comment', 'Great run', waiting())
  replies.send = (content) => Response.json(buildComment({ content }), { status: 201 })
  await page.wait(60_000)
  expect(sent()).toHaveLength(1)
  expect(waiting().querySelector('textarea')?.value).toBe('Great run')
  await send(waiting().querySelector('form'))
  await page.wait(0)
  expect(sent().map(({ content }) => content)).toEqual(['Good run', 'Great run'])
  expect(page.findAll('.comments-waiting')).toEqual([])
  expect(page.stored.get('waitingComments')).toBeUndefined()
})

test('when the author changes a waiting comment while the old text is being sent, the new text is sent too', async () => {
  const { page, replies, type, press, sent, send } = await openAsNora()
  replies.send = () => Promise.reject(new TypeError('Failed to fetch'))
  vi.useFakeTimers()
  await type('Your comment', 'Good run')
  await send(page.find('.comment-form'))
  const posting = Promise.withResolvers<Response>()
  replies.send = () => posting.promise
  await page.wait(10_000)
  const waiting = () => page.find('.comments-waiting')
  await press('Edit', waiting())
  await type('Your comment', 'Great run', waiting())
  await send(waiting().querySelector('form'))
  replies.send = (content) => Response.json(buildComment({ content }))
  await act(async () => posting.resolve(Response.json(buildComment(), { status: 201 })))
  await page.wait(0)
  expect(sent().map(({ content }) => content)).toEqual(['Good run', 'Good run', 'Great run'])
  expect(page.stored.get('waitingComments')).toBeUndefined()
})

/** Sends the waiting comments in a second tab of Nora's. */
async function sendInSecondTab() {
  vi.resetModules()
  await startFakeSession('Nora', { email: '' })
  return (await import('./send-waiting-comments.ts')).sendWaitingComments()
}

test('while one tab edits a waiting comment, another tab does not send the comment until the new text is saved', async () => {
  const { page, replies, type, press, sent, send } = await openAsNora()
  replies.send = () => Promise.reject(new TypeError('Failed to fetch'))
  vi.useFakeTimers()
  await type('Your comment', 'Good run')
  await send(page.find('.comment-form'))
  const waiting = () => page.find('.comments-waiting')
  await press('Edit', waiting())
  await type('Your comment', 'Great run', waiting())
  replies.send = (content) => Response.json(buildComment({ content }), { status: 201 })
  await sendInSecondTab()
  expect(sent()).toHaveLength(1)
  await send(waiting().querySelector('form'))
  await page.wait(0)
  expect(sent().map(({ content }) => content)).toEqual(['Good run', 'Great run'])
  expect(page.stored.get('waitingComments')).toBeUndefined()
})

test('when another tab has sent a waiting comment, the tab that edits the comment still shows it until the new text is saved', async () => {
  const { page, replies, type, press, sent, send } = await openAsNora()
  replies.send = () => Promise.reject(new TypeError('Failed to fetch'))
  vi.useFakeTimers()
  await type('Your comment', 'Good run')
  await send(page.find('.comment-form'))
  const posting = Promise.withResolvers<Response>()
  replies.send = () => posting.promise
  const sending = sendInSecondTab()
  await vi.waitUntil(() => sent().length === 2)
  const waiting = () => page.find('.comments-waiting')
  await press('Edit', waiting())
  await type('Your comment', 'Great run', waiting())
  posting.resolve(Response.json(buildComment(), { status: 201 }))
  await sending
  await act(async () => page.storageChanged('waitingComments'))
  expect(waiting().querySelector('textarea')?.value).toBe('Great run')
  replies.send = (content) => Response.json(buildComment({ content }))
  await send(waiting().querySelector('form'))
  await page.wait(0)
  expect(sent().map(({ content }) => content)).toEqual(['Good run', 'Good run', 'Great run'])
  expect(page.stored.get('waitingComments')).toBeUndefined()
})

test('after a tab that edits a waiting comment is closed, another tab sends the comment within 10 seconds', async () => {
  const { page, replies, type, sent, send } = await openAsNora()
  replies.send = () => Promise.reject(new TypeError('Failed to fetch'))
  vi.useFakeTimers()
  await type('Your comment', 'Good run')
  await send(page.find('.comment-form'))
  const otherTab = Promise.withResolvers<void>()
  const closed = navigator.locks.request(`waiting-comment ${sent()[0]?.key}`, () => otherTab.promise)
  replies.send = (content) => Response.json(buildComment({ content }), { status: 201 })
  await page.wait(60_000)
  expect(sent()).toHaveLength(1)
  otherTab.resolve()
  await closed
  await page.wait(10_000)
  expect(sent()).toHaveLength(2)
  expect(page.stored.get('waitingComments')).toBeUndefined()
})

test('the draft of a reply is shown when the comments load, and takes the focus only after a press on Reply', async () => {
  const others = [1, 2].map((digit) =>
    buildComment({
      id: `${id.slice(0, -1)}${digit}`,
      threadId: `${id.slice(0, -1)}${digit}`,
      author: 'Otto',
      authorId: '2',
    }),
  )
  const { page, press } = await openAsNora(others, { [`ueber-mich#${id}`]: 'Not finished' })
  await page.until(() => expect(page.findAll('article textarea')).toHaveLength(1))
  const reply = page.find('article textarea') as HTMLTextAreaElement
  expect(reply.value).toBe('Not finished')
  expect(page.document.activeElement).toBe(page.document.body)
  await press('Reply')
  expect(page.document.activeElement?.localName).toBe('textarea')
  expect(page.document.activeElement).not.toBe(reply)
})

test.each<[string, (hub: LiveConnectionCallbacks) => void]>([
  ['commentRemoved', (hub) => hub.publish('commentRemoved', { id, pageUrl: 'ueber-mich', total: 0 })],
  ['commentSaved', (hub) => hub.publish('commentSaved', { comment: placeholder, total: 0 })],
  ['commentsChanged', (hub) => hub.publish('commentsChanged', 'ueber-mich')],
])(
  'when a comment is deleted while the reader writes a reply to it, the form keeps its text and the focus: %s',
  async (_, publish) => {
    const { hub, startLiveConnection } = mockHub()
    const comments = [buildComment({ author: 'Otto', authorId: '2' })]
    const { page, replies, type, press, field, send } = await openAsNora(comments)
    await startLiveConnection()
    await vi.waitFor(() => expect(hub.publish).toBeDefined(), { timeout: 5_000 })
    await press('Reply')
    await type('Your reply to Otto', 'A long reply')
    const area = field('Your reply to Otto')
    comments.length = 0
    await act(async () => publish(hub))
    await page.until(() => expect(page.find('article').textContent).toContain('This comment was deleted.'))
    expect(page.document.activeElement).toBe(area)
    expect(field('Your reply').value).toBe('A long reply')
    const message = 'What you reply to is no longer there.'
    replies.send = () => Response.json({ code: 'not_found', message }, { status: 404 })
    await send(area.closest('form'))
    await page.until(() => expect(page.text()).toContain(message))
    expect(field('Your reply').value).toBe('A long reply')
    await press('Cancel')
    expect(page.findAll('article textarea, article button')).toEqual([])
  },
)

test('the draft of a reply to a comment that was deleted meanwhile is shown after a reload, until it is cancelled', async () => {
  const { page, press, field } = await openAsNora([], { [`ueber-mich#${id}`]: 'A long reply' }, 1)
  expect(page.find('article').textContent).toContain('This comment was deleted.')
  expect(page.text()).not.toContain('Nobody has written anything here yet.')
  expect(field('Your reply').value).toBe('A long reply')
  await press('Cancel')
  expect(page.findAll('article textarea')).toEqual([])
  expect(page.stored.get('commentDrafts')).toBeUndefined()
})
