import { describe, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { createCommentSite, listTexts } from '../../testing/comments.ts'

const unknownId = '01920000-0000-7000-8000-000000000000'

test('S3.04 S7.09 a comment has its fields and the account of its author', async () => {
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

test('S2.40 comments belong to the path without leading slashes, `home` for /, and are found by former paths', async () => {
  const site = await createCommentSite()
  await site.post(site.nora, 'at home', { pageUrl: '/' })
  await site.post(site.nora, 'about', { pageUrl: '//about' })
  await site.post(site.nora, 'about by its former name', { pageUrl: 'who' })
  expect(listTexts(await site.list(null, '/comments/home'))).toEqual(['at home'])
  expect(listTexts(await site.list(null, '/comments/%2F'))).toEqual(['at home'])
  expect(listTexts(await site.list(null, '/comments/'))).toEqual(['at home'])
  const both = ['about by its former name', 'about']
  for (const url of ['/comments/about', '/comments/%2Fabout', '/comments/who']) {
    expect(listTexts(await site.list(null, url))).toEqual(both)
  }
  expect((await site.list()).map(({ pageUrl }) => pageUrl)).toEqual(['about', 'about'])
  expect(await site.list(null, '/comments/bootsbau')).toEqual([])
})

test.each(['nowhere', 'About', 'about/', 'about.html', '__proto__', 'constructor', '%00', "'--", '..%2fabout'])(
  'an unknown page has no comments: %s',
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

test('S6.01 S6.03 anyone reads comments; only readers write them, neither visitors nor guests', async () => {
  const site = await createCommentSite()
  const gus = await site.person('Gus', ['Guest'])
  const { id } = await site.post(site.nora, 'Hello')
  for (const who of [null, gus, site.otto]) expect(listTexts(await site.list(who))).toEqual(['Hello'])
  for (const [method, url, body] of [
    ['POST', '/comments', { pageUrl: 'about', content: 'Hi' }],
    ['PATCH', `/comments/${id}`, { content: 'Hi' }],
    ['DELETE', `/comments/${id}`],
    ['POST', `/comments/${id}/report`, {}],
  ] as const) {
    expect(await site.as(null, method, url, body)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(await site.as(gus, method, url, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  }
  expect(listTexts(await site.list())).toEqual(['Hello'])
})

test('comments of a private page are for readers only', async () => {
  const site = await createCommentSite()
  const gus = await site.person('Gus', ['Guest'])
  await site.post(site.nora, 'between us', { pageUrl: 'secret' })
  expect(listTexts(await site.list(site.otto, '/comments/secret'))).toEqual(['between us'])
  const visitor = await site.call('GET', '/comments/secret')
  expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'unauthenticated'])
  expect(visitor.headers['x-total-count']).toBeUndefined()
  expect(await site.as(gus, 'GET', '/comments/secret')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})

describe('S5.03 the text', () => {
  test.each(['', '   \n\t ', '\u200B\u202E\u2066', '\u200D', '\u0301\u0301', '\u3164', '\u2800', '\0'])(
    'without visible characters is refused: %j',
    async (content) => {
      const site = await createCommentSite()
      const answer = await site.as(site.nora, 'POST', '/comments', { pageUrl: 'about', content })
      expect(answer).toEqual({ status: 400, body: { code: 'comment_empty', message: errors.comment_empty.message } })
    },
  )

  test('has at most 5,000 characters, however many bytes each has', async () => {
    const site = await createCommentSite()
    const content = '🎩'.repeat(5_000)
    expect((await site.post(site.nora, content)).content).toBe(content)
    const longer = await site.as(site.otto, 'POST', '/comments', { pageUrl: 'about', content: `${content}!` })
    expect(longer).toMatchObject({ status: 400, body: { code: 'comment_too_long' } })
  })

  test('is refused before it is read when it has a megabyte', async () => {
    const site = await createCommentSite()
    const body = { pageUrl: 'about', content: 'x'.repeat(1024 * 1024) }
    expect(await site.as(site.nora, 'POST', '/comments', body)).toMatchObject({ status: 413 })
  })

  test.each([
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '[click](javascript:alert(1)) and data:text/html,<script>',
    "'); drop table comments; --",
    '{{constructor.constructor("alert(1)")()}} %s %00 #{7*7}',
  ])('are text, whatever they look like: %s', async (content) => {
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
  ])('in a body of another shape are refused: %j', async (body) => {
    const site = await createCommentSite()
    expect(await site.as(site.nora, 'POST', '/comments', body)).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    })
    expect(await site.list()).toEqual([])
  })
})

test('an answer joins the thread of the comment that it answers, at any depth', async () => {
  const site = await createCommentSite()
  const root = await site.post(site.nora, 'root')
  const answer = await site.post(site.otto, 'answer', { parentId: root.id })
  const deeper = await site.post(site.ada, 'deeper', { parentId: answer.id })
  expect([answer.threadId, answer.parentId]).toEqual([root.id, root.id])
  expect([deeper.threadId, deeper.parentId]).toEqual([root.id, answer.id])
  const newer = await site.post(site.nora, 'newer')
  expect(await site.list()).toEqual([newer, root, answer, deeper])
})

test('the answered comment must exist, on this page, and be public', async () => {
  const site = await createCommentSite()
  const elsewhere = await site.post(site.nora, 'elsewhere', { pageUrl: 'bootsbau' })
  const hidden = await site.post(site.nora, 'hidden')
  await site.judge(hidden.id, 'hidden')
  const pending = await site.post(site.nora, 'pending')
  await site.judge(pending.id, 'pending')
  const gone = await site.post(site.nora, 'gone')
  await site.post(site.otto, 'answer', { parentId: gone.id })
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

  test('returns the same comment, also at the same moment', async () => {
    const site = await createCommentSite()
    const body = { pageUrl: 'about', content: 'Once', key, openMs: 20_000 }
    const both = await Promise.all([1, 2].map(() => site.as(site.nora, 'POST', '/comments', body)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(both[0]?.body).toEqual(both[1]?.body)
    const later = await site.as(site.nora, 'POST', '/comments', { ...body, content: 'Other words' })
    expect(later).toEqual({ status: 200, body: both[0]?.body })
    expect(listTexts(await site.list())).toEqual(['Once'])
  })

  test('returns the same comment when several pages are posted to at the same moment', async () => {
    const site = await createCommentSite()
    const pages = ['about', 'home', 'bootsbau']
    const answers = await Promise.all(
      pages.map((pageUrl) => site.as(site.nora, 'POST', '/comments', { pageUrl, content: 'Once', key })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    expect(await site.db.selectFrom('comments').select('id').execute()).toHaveLength(1)
  })

  test('by another account creates a comment of that account', async () => {
    const site = await createCommentSite()
    await site.post(site.nora, 'Nora', { key })
    await site.post(site.otto, 'Otto', { key })
    expect(listTexts(await site.list())).toEqual(['Otto', 'Nora'])
  })
})
