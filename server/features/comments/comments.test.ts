import { describe, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { createCommentSite, extractCommentTexts } from '../../testing/comments.ts'

const unknownId = '01920000-0000-7000-8000-000000000000'

test('S3.04 S7.09 a new comment has the specified fields, and its author is the logged-in account', async () => {
  const site = await createCommentSite()
  await site.db.updateTable('users').set({ picture_id: 'p1' }).where('id', '=', site.nora.id).execute()
  const before = Date.now()
  const posted = await site.post(site.nora, 'First!', { author: 'Ada', profilePicture: '/x', authorId: site.ada.id })
  expect(posted).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    pageUrl: 'about',
    author: 'Nora',
    authorId: site.nora.id,
    profilePicture: '/pictures/p1',
    byAdmin: false,
    content: 'First!',
    createdAt: expect.any(Number),
    editedAt: null,
    threadId: posted.id,
    parentId: null,
    state: 'visible',
  })
  expect(posted.createdAt).toBeGreaterThanOrEqual(before)
  expect(posted.createdAt).toBeLessThanOrEqual(Date.now())
  expect(await site.list()).toEqual([posted])
  const byAda = await site.post(site.ada, 'Welcome')
  expect([byAda.author, byAda.byAdmin]).toEqual(['Ada', true])
})

test('S2.40 comments are stored under the path of the page without leading slashes (`home` for `/`), and an alias of the page also lists them', async () => {
  const site = await createCommentSite()
  await site.post(site.nora, 'at home', { pageUrl: '/' })
  await site.post(site.nora, 'about', { pageUrl: '//about' })
  await site.post(site.nora, 'about by its former name', { pageUrl: 'who' })
  expect(extractCommentTexts(await site.list(null, '/comments/home'))).toEqual(['at home'])
  expect(extractCommentTexts(await site.list(null, '/comments/%2F'))).toEqual(['at home'])
  expect(extractCommentTexts(await site.list(null, '/comments/'))).toEqual(['at home'])
  const both = ['about by its former name', 'about']
  for (const url of ['/comments/about', '/comments/%2Fabout', '/comments/who']) {
    expect(extractCommentTexts(await site.list(null, url))).toEqual(both)
  }
  expect((await site.list()).map(({ pageUrl }) => pageUrl)).toEqual(['about', 'about'])
  expect(await site.list(null, '/comments/bootsbau')).toEqual([])
})

test.each(['nowhere', 'About', 'about/', 'about.html', '__proto__', 'constructor', '%00', "'--", '..%2fabout'])(
  'reading or writing comments of an unknown page is answered 404: %s',
  async (name) => {
    const site = await createCommentSite()
    expect(await site.as(null, 'GET', `/comments/${name}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const body = { pageUrl: decodeURIComponent(name), content: 'Hello' }
    expect(await site.as(site.nora, 'POST', '/comments', body)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await site.db.selectFrom('comments').selectAll().execute()).toEqual([])
  },
)

test('S6.01 S6.03 everyone can read comments; visitors (401) and guests (403) cannot write, edit, delete or report them', async () => {
  const site = await createCommentSite()
  const gus = await site.person('Gus', ['Guest'])
  const { id } = await site.post(site.nora, 'Hello')
  for (const who of [null, gus, site.otto]) expect(extractCommentTexts(await site.list(who))).toEqual(['Hello'])
  for (const [method, url, body] of [
    ['POST', '/comments', { pageUrl: 'about', content: 'Hi' }],
    ['PATCH', `/comments/${id}`, { content: 'Hi' }],
    ['DELETE', `/comments/${id}`],
    ['POST', `/comments/${id}/report`, {}],
  ] as const) {
    expect(await site.as(null, method, url, body)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(await site.as(gus, method, url, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  }
  expect(extractCommentTexts(await site.list())).toEqual(['Hello'])
})

test('comments of a private page are shown to readers, but not to visitors (401) or guests (403)', async () => {
  const site = await createCommentSite()
  const gus = await site.person('Gus', ['Guest'])
  await site.post(site.nora, 'between us', { pageUrl: 'secret' })
  expect(extractCommentTexts(await site.list(site.otto, '/comments/secret'))).toEqual(['between us'])
  const visitor = await site.call('GET', '/comments/secret')
  expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'unauthenticated'])
  expect(visitor.headers['x-total-count']).toBeUndefined()
  expect(await site.as(gus, 'GET', '/comments/secret')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})

describe('S5.03 the text', () => {
  test.each(['', '   \n\t ', '\u200B\u202E\u2066', '\u200D', '\u0301\u0301', '\u3164', '\u2800', '\0'])(
    'S5.03 refuses a comment without visible characters: %j',
    async (content) => {
      const site = await createCommentSite()
      const answer = await site.as(site.nora, 'POST', '/comments', { pageUrl: 'about', content })
      expect(answer).toEqual({ status: 400, body: { code: 'comment_empty', message: errors.comment_empty.message } })
    },
  )

  test('S5.03 a comment may have 5,000 characters, however many bytes each character has', async () => {
    const site = await createCommentSite()
    const content = '🎩'.repeat(5_000)
    expect((await site.post(site.nora, content)).content).toBe(content)
    const longer = await site.as(site.otto, 'POST', '/comments', { pageUrl: 'about', content: `${content}!` })
    expect(longer).toMatchObject({ status: 400, body: { code: 'comment_too_long' } })
  })

  test('S5.03 a comment of one megabyte is refused with 413', async () => {
    const site = await createCommentSite()
    const body = { pageUrl: 'about', content: 'x'.repeat(1024 * 1024) }
    expect(await site.as(site.nora, 'POST', '/comments', body)).toMatchObject({ status: 413 })
  })

  test.each([
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '[click](javascript:alert(1)) and data:text/html,<script>',
    "'); drop table comments; --",
    '{{constructor.constructor("alert(1)")()}} %s %00 #{7*7}',
  ])('S5.03 a comment that looks like code is stored as plain text: %s', async (content) => {
    const site = await createCommentSite()
    await site.post(site.ada, content)
    expect((await site.list())[0]?.content).toBe(content)
    expect((await site.call('GET', '/comments/about')).headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test.each([
    { pageUrl: 'about' },
    { pageUrl: 'about', content: null },
    { pageUrl: 'about', content: ['Hello'] },
    { pageUrl: 'about', content: { toString: 'Hello' } },
    { pageUrl: ['about'], content: 'Hello' },
    { pageUrl: 'x'.repeat(201), content: 'Hello' },
    { pageUrl: 'about', content: 'Hello', parentId: "' or 1=1" },
    { pageUrl: 'about', content: 'Hello', parentId: 7 },
    { pageUrl: 'about', content: 'Hello', key: 'again' },
    { pageUrl: 'about', content: 'Hello', openMs: -1 },
    { pageUrl: 'about', content: 'Hello', openMs: '7' },
    [],
    null,
    'Hello',
  ])('S5.03 refuses a comment when the request body has a wrong shape: %j', async (body) => {
    const site = await createCommentSite()
    expect(await site.as(site.nora, 'POST', '/comments', body)).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    })
    expect(await site.list()).toEqual([])
  })
})

test('a reply joins the thread of the parent comment, also when that comment is a reply', async () => {
  const site = await createCommentSite()
  const root = await site.post(site.nora, 'root')
  const reply = await site.post(site.otto, 'reply', { parentId: root.id })
  const deeper = await site.post(site.ada, 'deeper', { parentId: reply.id })
  expect([reply.threadId, reply.parentId]).toEqual([root.id, root.id])
  expect([deeper.threadId, deeper.parentId]).toEqual([root.id, reply.id])
  const newer = await site.post(site.nora, 'newer')
  expect(await site.list()).toEqual([newer, root, reply, deeper])
})

test('a reply is refused with 404 when the parent comment is unknown, on another page or not public', async () => {
  const site = await createCommentSite()
  const elsewhere = await site.post(site.nora, 'elsewhere', { pageUrl: 'bootsbau' })
  const hidden = await site.post(site.nora, 'hidden')
  await site.judge(hidden.id, 'hidden')
  const pending = await site.post(site.nora, 'pending')
  await site.judge(pending.id, 'pending')
  const gone = await site.post(site.nora, 'gone')
  await site.post(site.otto, 'reply', { parentId: gone.id })
  await site.as(site.nora, 'DELETE', `/comments/${gone.id}`)
  for (const parentId of [unknownId, elsewhere.id, hidden.id, pending.id, gone.id]) {
    const body = { pageUrl: 'about', content: 'What?', parentId }
    expect(await site.as(site.nora, 'POST', '/comments', body)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  }
})

describe('posting again with the same key', () => {
  const key = 'b5a3f0de-0d0f-4c3f-9b59-3f4f5e0d6a11'

  test('posting a comment again with the same key returns the first comment, also when both are posted at the same time', async () => {
    const site = await createCommentSite()
    const body = { pageUrl: 'about', content: 'Once', key, openMs: 20_000 }
    const both = await Promise.all([1, 2].map(() => site.as(site.nora, 'POST', '/comments', body)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(both[0]?.body).toEqual(both[1]?.body)
    const later = await site.as(site.nora, 'POST', '/comments', { ...body, content: 'Other words' })
    expect(later).toEqual({ status: 200, body: both[0]?.body })
    expect(extractCommentTexts(await site.list())).toEqual(['Once'])
  })

  test('posting with the same key to several pages at the same time creates one comment', async () => {
    const site = await createCommentSite()
    const pages = ['about', 'home', 'bootsbau']
    const answers = await Promise.all(
      pages.map((pageUrl) => site.as(site.nora, 'POST', '/comments', { pageUrl, content: 'Once', key })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    expect(await site.db.selectFrom('comments').select('id').execute()).toHaveLength(1)
  })

  test('posting with the key of another account’s comment creates a separate comment', async () => {
    const site = await createCommentSite()
    await site.post(site.nora, 'Nora', { key })
    await site.post(site.otto, 'Otto', { key })
    expect(extractCommentTexts(await site.list())).toEqual(['Otto', 'Nora'])
  })
})
