import { describe, expect, test, vi } from 'vitest'
import { COMMENT_EDIT_WINDOW_MS } from '#contract/limits.ts'
import { createCommentSite, extractCommentTexts } from '../../testing/comments.ts'

const unknownId = '01920000-0000-7000-8000-000000000000'

describe('an edit', () => {
  test('an edit changes the text of a comment for everybody and sets the time of the edit', async () => {
    const site = await createCommentSite()
    const { id } = await site.post(site.nora, 'Helo')
    const answer = await site.as(site.nora, 'PATCH', `/comments/${id}`, { content: ' Hello\u202E ' })
    expect(answer).toMatchObject({ status: 200, body: { id, content: 'Hello', editedAt: expect.any(Number) } })
    expect(await site.list()).toEqual([answer.body])
  })

  test('an edit that does not change the text does not set the time of the edit', async () => {
    const site = await createCommentSite()
    const { id } = await site.post(site.nora, 'Hello')
    const answer = await site.as(site.nora, 'PATCH', `/comments/${id}`, { content: 'Hello ' })
    expect(answer).toMatchObject({ status: 200, body: { editedAt: null } })
  })

  test('an edit to the same text succeeds even after ten minutes, because browsers send such an edit after a repeated post', async () => {
    const site = await createCommentSite()
    const { id, createdAt } = await site.post(site.nora, 'One\n\n\n\n\ntwo')
    vi.useFakeTimers({ toFake: ['Date'], now: createdAt + COMMENT_EDIT_WINDOW_MS + 1 })
    const edit = site.as(site.nora, 'PATCH', `/comments/${id}`, { content: 'One\n\n\n\n\ntwo' })
    expect(await edit.finally(vi.useRealTimers)).toMatchObject({ status: 200, body: { editedAt: null } })
  })

  test('a comment can be edited for ten minutes, and then no more', async () => {
    const site = await createCommentSite()
    const { id, createdAt } = await site.post(site.nora, 'Helo')
    vi.useFakeTimers({ toFake: ['Date'], now: createdAt + COMMENT_EDIT_WINDOW_MS })
    try {
      expect((await site.as(site.nora, 'PATCH', `/comments/${id}`, { content: 'Hello' })).status).toBe(200)
      vi.setSystemTime(createdAt + COMMENT_EDIT_WINDOW_MS + 1)
      expect(await site.as(site.nora, 'PATCH', `/comments/${id}`, { content: 'Hallo' })).toMatchObject({
        status: 403,
        body: { code: 'edit_over' },
      })
    } finally {
      vi.useRealTimers()
    }
    expect(extractCommentTexts(await site.list())).toEqual(['Hello'])
  })

  test.each([
    ['', 'comment_empty'],
    ['x'.repeat(5001), 'comment_too_long'],
  ])('refuses an edit to an empty or too long text: %.10j', async (content, code) => {
    const site = await createCommentSite()
    const { id } = await site.post(site.nora, 'Hello')
    expect(await site.as(site.nora, 'PATCH', `/comments/${id}`, { content })).toMatchObject({ body: { code } })
    expect(extractCommentTexts(await site.list())).toEqual(['Hello'])
  })

  test('a visible comment that is edited to look like spam waits for approval again', async () => {
    const site = await createCommentSite()
    const { id } = await site.post(site.nora, 'Hello')
    const content = Array.from({ length: 6 }, (_, i) => `https://spam.example/${i}`).join(' ')
    const answer = await site.as(site.nora, 'PATCH', `/comments/${id}`, { content })
    expect(answer.body.state).toBe('pending')
    expect(await site.list()).toEqual([])
    expect(extractCommentTexts(await site.list(site.nora))).toEqual([content])
  })

  test.each([
    ['all', 'pending'],
    ['first', 'visible'],
  ])('with the policy “%s”, an approved comment is %s after an edit', async (policy, state) => {
    const site = await createCommentSite()
    await site.setPolicy(policy)
    const { id } = await site.post(site.nora, 'Hello')
    await site.judge(id, 'visible')
    const answer = await site.as(site.nora, 'PATCH', `/comments/${id}`, { content: 'Buy hats' })
    expect(answer.body).toMatchObject({ content: 'Buy hats', state })
    expect(extractCommentTexts(await site.list())).toEqual(state === 'visible' ? ['Buy hats'] : [])
  })

  test('with the policy “all”, an edit by an admin stays visible', async () => {
    const site = await createCommentSite()
    await site.setPolicy('all')
    const { id } = await site.post(site.ada, 'Helo')
    expect((await site.as(site.ada, 'PATCH', `/comments/${id}`, { content: 'Hello' })).body.state).toBe('visible')
  })
})

describe('deleting', () => {
  test('deleting a comment without replies deletes its row and its reports', async () => {
    const site = await createCommentSite()
    const { id } = await site.post(site.nora, 'Hello')
    await site.as(site.otto, 'POST', `/comments/${id}/report`, { reason: 'rude' })
    expect((await site.as(site.nora, 'DELETE', `/comments/${id}`)).status).toBe(204)
    expect(await site.list()).toEqual([])
    expect(await site.db.selectFrom('comments').selectAll().execute()).toEqual([])
    expect(await site.db.selectFrom('comment_reports').selectAll().execute()).toEqual([])
    expect((await site.as(site.nora, 'DELETE', `/comments/${id}`)).status).toBe(404)
  })

  test('deleting a comment with replies leaves a placeholder in its thread until the last reply is deleted', async () => {
    const site = await createCommentSite()
    const root = await site.post(site.nora, 'root')
    const replies = [
      await site.post(site.otto, 'one', { parentId: root.id }),
      await site.post(site.nora, 'two', { parentId: root.id }),
    ]
    await site.as(site.nora, 'DELETE', `/comments/${root.id}`)
    const [place] = await site.list()
    expect(place).toEqual({
      ...root,
      author: '',
      authorId: null,
      profilePicture: null,
      content: '',
      state: 'gone',
    })
    expect(
      JSON.stringify(await site.db.selectFrom('comments').selectAll().where('id', '=', root.id).execute()),
    ).not.toMatch(new RegExp(`root|${site.nora.id}`))
    await site.as(site.nora, 'DELETE', `/comments/${replies[1]?.id}`)
    expect(extractCommentTexts(await site.list())).toEqual(['(gone)', 'one'])
    await site.as(site.otto, 'DELETE', `/comments/${replies[0]?.id}`)
    expect(await site.list()).toEqual([])
    expect(await site.db.selectFrom('comments').selectAll().execute()).toEqual([])
  })
})

test('refuses to edit or delete a comment of another author (403), or a comment that the reader cannot see (404)', async () => {
  const site = await createCommentSite()
  const { id } = await site.post(site.nora, 'Nora’s')
  for (const who of [site.otto, site.ada]) {
    expect(await site.as(who, 'PATCH', `/comments/${id}`, { content: 'Mine' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect(await site.as(who, 'DELETE', `/comments/${id}`)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  }
  expect(extractCommentTexts(await site.list())).toEqual(['Nora’s'])
  await site.judge(id, 'pending')
  for (const one of [id, unknownId]) {
    for (const [method, url, body] of [
      ['PATCH', `/comments/${one}`, { content: 'Mine' }],
      ['DELETE', `/comments/${one}`],
      ['POST', `/comments/${one}/report`, {}],
      ['GET', `/comments/about?thread=${one}`],
    ] as const) {
      expect(await site.as(site.otto, method, url, body)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  }
  await site.judge(id, 'hidden')
  expect((await site.as(site.nora, 'DELETE', `/comments/${id}`)).status).toBe(404)
})

test('a comment that is approved and deleted at the same time is deleted', async () => {
  const site = await createCommentSite()
  for (let round = 0; round < 5; round++) {
    const { id } = await site.post(site.nora, `Hello ${round}`, { pageUrl: 'home' })
    await site.judge(id, 'pending')
    const [judged, deleted] = await Promise.all([
      site.judge(id, 'visible'),
      site.as(site.nora, 'DELETE', `/comments/${id}`),
    ])
    expect([200, 404]).toContain(judged.status)
    expect(deleted.status).toBe(204)
  }
  expect(await site.list(null, '/comments/home')).toEqual([])
  expect(await site.db.selectFrom('comment_pages').select('count').where('page', '=', 'home').execute()).toEqual([
    { count: 0 },
  ])
})
