import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import type { Comment } from '#contract/comments.ts'
import { COMMENTS_PER_PAGE } from '#contract/limits.ts'
import { createId } from '../../db/ids.ts'
import { type CommentSite, createCommentSite, extractCommentTexts } from '../../testing/comments.ts'
import { createTestSite } from '../../testing/site.ts'
import { recomputeVisibility } from './recompute-visibility.ts'

/** Inserts the comments “1”, “2” …; each starts a thread and has a number of replies. */
async function fill({ db, nora }: CommentSite, threads: number, replies: number): Promise<void> {
  const rows = Array.from({ length: threads }, (_, thread) => {
    const root = createId()
    const ids = [root, ...Array.from({ length: replies }, createId)]
    return ids.map((id, n) => ({
      id,
      page: 'about',
      thread_id: root,
      parent_id: n === 0 ? null : root,
      user_id: nora.id,
      content: n === 0 ? `${thread + 1}` : `${thread + 1}.${n}`,
      content_hash: id,
      created_at: Date.now(),
      state: 'visible' as const,
      readable: 0 as const,
      listed: 0 as const,
      spam_score: 0,
      spam_reasons: '[]',
    }))
  }).flat()
  await db.insertInto('comment_pages').values({ page: 'about', count: 0, version: 0 }).execute()
  for (let at = 0; at < rows.length; at += 100)
    await db
      .insertInto('comments')
      .values(rows.slice(at, at + 100))
      .execute()
  await db.transaction().execute((tx) => recomputeVisibility(tx, { page: 'about' }))
}

/** Returns the URL of the next page of the list. */
const nextOf = (link: unknown) => /^<(.*)>; rel="next"$/.exec(String(link))?.[1]

/** Fetches all pages of a list by following their links, as a browser does. */
async function readAll({ call }: CommentSite, first: string, token?: string): Promise<Comment[][]> {
  const lists: Comment[][] = []
  let url: string | undefined = first
  while (url && lists.length < 20) {
    const answer = await call('GET', url, token === undefined ? {} : { token })
    expect(answer.statusCode).toBe(200)
    lists.push(answer.json())
    url = nextOf(answer.headers.link)
  }
  return lists
}

describe('S7.09 the list', () => {
  test('S7.09 lists the newest thread first, and the oldest comment of a thread first, in pages of fifty without repeats', async () => {
    const site = await createCommentSite()
    await fill(site, 41, 2)
    const lists = await readAll(site, '/comments/about')
    expect(lists.map(({ length }) => length)).toEqual([COMMENTS_PER_PAGE, COMMENTS_PER_PAGE, 23])
    const expected = Array.from({ length: 41 }, (_, i) => [`${41 - i}`, `${41 - i}.1`, `${41 - i}.2`]).flat()
    expect(extractCommentTexts(lists.flat())).toEqual(expected)
  })

  test('S7.09 the next page of the list continues at its cursor after comments have been added and deleted', async () => {
    const site = await createCommentSite()
    await fill(site, 60, 0)
    const first = await site.call('GET', '/comments/about')
    const url = nextOf(first.headers.link) ?? ''
    await site.post(site.otto, 'newer')
    await site.as(site.nora, 'DELETE', `/comments/${first.json().at(-1).id}`)
    const second = await site.list(null, url)
    expect(extractCommentTexts(second)).toEqual(['10', '9', '8', '7', '6', '5', '4', '3', '2', '1'])
  })

  test('S7.09 the list returns the number of readable comments, and its last page has no link to a next page', async () => {
    const site = await createCommentSite()
    const root = await site.post(site.nora, 'root')
    await site.post(site.otto, 'reply', { parentId: root.id })
    await site.post(site.otto, 'another')
    await site.as(site.nora, 'DELETE', `/comments/${root.id}`)
    const answer = await site.call('GET', '/comments/about')
    expect(answer.headers['x-total-count']).toBe('2')
    expect(answer.headers.link).toBeUndefined()
    expect(answer.json()).toHaveLength(3)
    expect((await site.call('GET', '/comments/home')).headers['x-total-count']).toBe('0')
  })

  test('S7.09 a request with the id of any comment of a thread returns the comments of the whole thread', async () => {
    const site = await createCommentSite()
    await fill(site, 2, 60)
    const all = (await readAll(site, '/comments/about')).flat()
    const some = all.find(({ content }) => content === '1.40')
    const thread = await readAll(site, `/comments/about?thread=${some?.id}`)
    expect(thread.map(({ length }) => length)).toEqual([50, 11])
    expect(thread.flat()).toEqual(all.filter(({ threadId }) => threadId === some?.threadId))
    expect((await site.as(null, 'GET', `/comments/home?thread=${some?.id}`)).status).toBe(404)
  })

  test.each([
    'after=x',
    'after=',
    'after=%00',
    "after=' or 1=1",
    `after=${createId()}`,
    'after=a&after=b',
    'thread=x',
    'thread=%00',
  ])('S7.09 refuses a list with an invalid cursor or thread id: %s', async (query) => {
    const site = await createCommentSite()
    expect(await site.as(null, 'GET', `/comments/about?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    })
  })
})

describe('a list that was requested before', () => {
  test('a request with the entity tag of an earlier list is answered 304 until a comment in the list has changed', async () => {
    const site = await createCommentSite()
    const { id } = await site.post(site.nora, 'Hello')
    const ask = async (tag: string) => {
      const { statusCode, body } = await site.call('GET', '/comments/about', { headers: { 'if-none-match': tag } })
      return [statusCode, body === '' ? '' : extractCommentTexts(JSON.parse(body)).join()]
    }
    const tagOf = async () => (await site.call('GET', '/comments/about')).headers.etag as string
    const first = await site.call('GET', '/comments/about')
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[^"]+"$/),
      'cache-control': 'no-cache',
      vary: 'origin, authorization, accept-encoding',
    })
    let tag = first.headers.etag as string
    expect(await ask(tag)).toEqual([304, ''])
    expect(await ask(`"other", ${tag}`)).toEqual([304, ''])
    expect(await ask('"other"')).toEqual([200, 'Hello'])

    for (const [change, words] of [
      [() => site.as(site.nora, 'PATCH', `/comments/${id}`, { content: 'Hi' }), 'Hi'],
      [() => site.post(site.otto, 'Reply', { parentId: id }), 'Hi,Reply'],
      [() => site.judge(id, 'hidden'), '(gone),Reply'],
      [() => site.judge(id, 'visible'), 'Hi,Reply'],
      [() => site.call('PATCH', '/api/account', { token: site.nora.token, body: { name: 'Eleonora' } }), 'Hi,Reply'],
      [() => site.call('PUT', `/api/desk/people/${site.nora.id}/roles/Admin`, { token: site.ada.token }), 'Hi,Reply'],
      [() => site.as(site.nora, 'DELETE', `/comments/${id}`), '(gone),Reply'],
    ] as const) {
      await change()
      expect(await ask(tag)).toEqual([200, words])
      const next = await tagOf()
      expect(next).not.toBe(tag)
      tag = next
    }
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)(
    'a list of comments is compressed with %s for clients that accept this, and has the same content',
    async (encoding, decompress) => {
      const site = await createCommentSite()
      await site.post(site.nora, 'Hello, hello, hello, hello, hello')
      const plain = await site.call('GET', '/comments/about')
      expect(plain.headers['content-encoding']).toBeUndefined()
      for (let time = 0; time < 2; time++) {
        const answer = await site.call('GET', '/comments/about', { headers: { 'accept-encoding': encoding } })
        expect(answer.headers['content-encoding']).toBe(encoding)
        expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length)
        expect(decompress(answer.rawPayload)).toEqual(plain.rawPayload)
      }
    },
  )

  test('a process returns the new list after another process has changed the comments of the page', async () => {
    const site = await createCommentSite()
    await site.post(site.nora, 'Hello')
    const elsewhere = await createTestSite({ db: site.db })
    const list = async () => extractCommentTexts((await elsewhere.call('GET', '/comments/about')).json())
    expect(await list()).toEqual(['Hello'])
    await site.post(site.nora, 'Again')
    expect(await list()).toEqual(['Again', 'Hello'])
  })

  test('simultaneous requests that follow a new comment all return the list with this comment', async () => {
    const site = await createCommentSite()
    await site.post(site.nora, 'One')
    for (let round = 0; round < 3; round++) {
      const before = Array.from({ length: 10 }, () => site.list())
      await site.post(site.nora, `Round ${round}`)
      const after = await Promise.all(Array.from({ length: 10 }, () => site.list()))
      for (const list of after) expect(list[0]?.content).toBe(`Round ${round}`)
      await Promise.all(before)
    }
  })

  test('the entity tag of a list of comments changes with every new comment, even within the same millisecond', async () => {
    const site = await createCommentSite()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const tags = new Set()
      for (const words of ['One', 'Two', 'Three']) {
        await site.post(site.ada, words)
        tags.add((await site.call('GET', '/comments/about')).headers.etag)
      }
      expect(tags.size).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a comment that waits', () => {
  test('a comment that waits for approval is shown only to its author, and is not counted', async () => {
    const site = await createCommentSite()
    const old = await site.post(site.otto, 'old')
    await site.setPolicy('all')
    const reply = await site.post(site.nora, 'reply', { parentId: old.id })
    const own = await site.post(site.nora, 'own')
    await site.post(site.ada, 'newest')
    expect([reply.state, own.state]).toEqual(['pending', 'pending'])
    for (const who of [null, site.otto, site.ada])
      expect(extractCommentTexts(await site.list(who))).toEqual(['newest', 'old'])
    expect(extractCommentTexts(await site.list(site.nora))).toEqual(['newest', 'own', 'old', 'reply'])
    expect(extractCommentTexts(await site.list(site.nora, `/comments/about?thread=${own.id}`))).toEqual(['own'])
    const mine = await site.call('GET', '/comments/about', { token: site.nora.token })
    expect([mine.headers['x-total-count'], mine.headers.etag]).toEqual(['2', undefined])
    expect(
      (await site.call('GET', '/comments/about', { token: site.nora.token, headers: { 'if-none-match': '*' } }))
        .statusCode,
    ).toBe(200)
  })

  test('a comment that waits for approval appears once in its author’s list, at the place where it will be when it is visible', async () => {
    const site = await createCommentSite()
    await fill(site, 120, 0)
    const all = (await readAll(site, '/comments/about')).flat()
    await site.setPolicy('all')
    const reply = await site.post(site.nora, 'reply', { parentId: all[70]?.id })
    await site.post(site.nora, 'newest')
    const lists = await readAll(site, '/comments/about', site.nora.token)
    expect(lists.map(({ length }) => length)).toEqual([51, 51, 20])
    const words = extractCommentTexts(lists.flat())
    expect(words.indexOf('newest')).toBe(0)
    expect(words.indexOf('reply')).toBe(72)
    expect(new Set(words).size).toBe(122)
    expect(lists[1]?.some(({ id }) => id === reply.id)).toBe(true)
  })

  test('a waiting comment with replies is shown to its author; other readers see a placeholder', async () => {
    const site = await createCommentSite()
    const root = await site.post(site.nora, 'root')
    await site.post(site.otto, 'reply', { parentId: root.id })
    await site.judge(root.id, 'pending')
    expect(extractCommentTexts(await site.list(site.otto))).toEqual(['(gone)', 'reply'])
    expect(extractCommentTexts(await site.list(site.nora))).toEqual(['root', 'reply'])
  })

  test('the author of a comment that waits for approval may edit and delete it', async () => {
    const site = await createCommentSite()
    await site.setPolicy('all')
    const { id } = await site.post(site.nora, 'Helo')
    const edited = await site.as(site.nora, 'PATCH', `/comments/${id}`, { content: 'Hello' })
    expect(edited).toMatchObject({ status: 200, body: { content: 'Hello', state: 'pending' } })
    expect((await site.as(site.nora, 'DELETE', `/comments/${id}`)).status).toBe(204)
    expect(await site.list(site.nora)).toEqual([])
  })
})

test('a request for a list with an invalid access token is answered 401, so that the browser refreshes its token', async () => {
  const site = await createCommentSite()
  expect(await site.as({ token: 'old' }, 'GET', '/comments/about')).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
})
