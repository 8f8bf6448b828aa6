import { describe, expect, test } from 'vitest'
import { createCommentSite, extractCommentTexts } from '../../testing/comments.ts'
import { addPerson } from '../../testing/people.ts'

const unknownId = '01920000-0000-7000-8000-000000000000'

type Site = Awaited<ReturnType<typeof createCommentSite>>

const desk = async ({ as, ada }: Site, filter = 'waiting') =>
  (await as(ada, 'GET', `/api/desk/comments?filter=${filter}`)).body
const listed = async (site: Site, filter?: string) =>
  (await desk(site, filter)).comments.map(({ comment }: { comment: { content: string } }) => comment.content)
/** Returns the audit log, newest first. */
const logged = async ({ db }: Site) => {
  const rows = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').execute()
  return rows.map(({ actor_name, action, target_name, detail }) =>
    [actor_name, action, target_name, detail].join(' | '),
  )
}

describe('the comments that wait', () => {
  const states = async (site: Site) => {
    const partner = await site.person('Paula', ['Partner'])
    const posted = []
    for (const who of [site.nora, partner, site.ada]) posted.push((await site.post(who, `Hello from ${who.id}`)).state)
    return posted
  }

  test('with the policy “first”, the comments of a reader wait for approval until one of them has been visible', async () => {
    const site = await createCommentSite()
    await site.setPolicy('first')
    expect(await states(site)).toEqual(['pending', 'visible', 'visible'])
    const second = await site.post(site.nora, 'And another thing')
    expect(second.state).toBe('pending')
    await site.judge(second.id, 'visible')
    expect((await site.post(site.nora, 'And a third')).state).toBe('visible')
  })

  test('readers can fetch which of their comments will wait for approval (the first, all or none); visitors get 401', async () => {
    const site = await createCommentSite()
    const waits = async (who: { token: string }) => (await site.call('GET', '/api/comment-approval', who)).json().waits
    const partner = await site.person('Paula', ['Partner'])
    await site.setPolicy('first')
    const first = await site.post(site.nora, 'Hello')
    expect([await waits(site.nora), await waits(partner), await waits(site.ada)]).toEqual(['first', 'none', 'none'])
    await site.judge(first.id, 'visible')
    expect(await waits(site.nora)).toBe('none')
    await site.setPolicy('all')
    expect([await waits(site.nora), await waits(partner), await waits(site.ada)]).toEqual(['all', 'all', 'none'])
    await site.setPolicy('none')
    expect(await waits(site.nora)).toBe('none')
    expect((await site.call('GET', '/api/comment-approval')).statusCode).toBe(401)
  })

  test('with the policy “all”, all comments wait for approval except those of admins', async () => {
    const site = await createCommentSite()
    await site.setPolicy('all')
    expect(await states(site)).toEqual(['pending', 'pending', 'visible'])
  })

  test('with the policy “none”, only comments that look like spam wait for approval, but never those of admins', async () => {
    const site = await createCommentSite()
    expect(await states(site)).toEqual(['visible', 'visible', 'visible'])
    const spam = { website: 'https://hats.example' }
    const waiting = await site.post(site.otto, 'Buy hats', spam)
    expect(waiting.state).toBe('pending')
    expect((await site.post(site.ada, 'Buy my hats', spam)).state).toBe('visible')
    const { comments } = await desk(site)
    expect(comments[0].spam).toEqual({ score: 5, reasons: ['Filled in a field that people do not see.'] })
    expect(JSON.stringify(waiting)).not.toContain('spam')
  })

  test('a new site has the policy “first”; a change of the policy is logged once', async () => {
    const site = await createCommentSite()
    await site.db.deleteFrom('settings').execute()
    await site.db.deleteFrom('audit_log').execute()
    expect((await desk(site)).policy).toBe('first')
    await site.setPolicy('first')
    expect((await site.setPolicy('all')).json()).toEqual({ policy: 'all' })
    await site.setPolicy('all')
    expect((await desk(site)).policy).toBe('all')
    expect(await logged(site)).toEqual(['Ada | comment policy changed | Comments | every comment waits'])
    expect((await site.setPolicy('some')).statusCode).toBe(400)
  })

  test('a comment waits for approval when it repeats any text of its author or a long text of another author', async () => {
    const site = await createCommentSite()
    await site.post(site.nora, 'Thank you!')
    expect((await site.post(site.otto, 'thank  YOU!')).state).toBe('visible')
    expect((await site.post(site.nora, 'Thank you!', { pageUrl: 'home' })).state).toBe('pending')
    await site.post(site.nora, 'The best battered hats are at my shop')
    expect((await site.post(site.otto, 'the best battered hats are at my shop')).state).toBe('pending')
  })
})

test('only admins can see the details of a comment for moderation and decide on the comment', async () => {
  const site = await createCommentSite()
  const root = await site.post(site.otto, 'root')
  const { id } = await site.post(site.nora, 'reply', { parentId: root.id })
  await site.as(site.otto, 'POST', `/comments/${id}/report`, { reason: ' rude\0 ' })
  const { comments, ...rest } = await desk(site, 'reported')
  expect(rest).toEqual({ next: null, waiting: 0, reported: 1, policy: 'none' })
  expect(comments).toEqual([
    {
      comment: expect.objectContaining({ id, content: 'reply', author: 'Nora', parentId: root.id }),
      state: 'visible',
      page: { title: 'About', path: '/about' },
      spam: { score: 0, reasons: [] },
      reports: [{ by: 'Otto', reason: 'rude', at: expect.any(Number), resolved: false }],
      author: {
        id: site.nora.id,
        email: 'nora@example.org',
        joinedAt: expect.any(Number),
        comments: 1,
        bannedAt: null,
      },
      inReplyTo: { author: 'Otto', content: 'root' },
    },
  ])
  expect((await site.as(site.ada, 'GET', '/api/desk/inbox/counts')).body.waiting.comment).toBe(1)
  const partner = await site.person('Paula', ['Partner'])
  for (const [method, url, body] of [
    ['GET', '/api/desk/comments'],
    ['PUT', `/api/desk/comments/${id}/state`, { state: 'hidden', reportsResolved: true }],
    ['PUT', '/api/desk/comment-policy', { policy: 'none' }],
  ] as const) {
    expect((await site.as(null, method, url, body)).body.code).toBe('unauthenticated')
    expect((await site.as(partner, method, url, body)).body.code).toBe('forbidden')
  }
})

test('a decision on a comment changes the public list, is logged, and can be reversed', async () => {
  const site = await createCommentSite()
  await site.setPolicy('all')
  const { id } = await site.post(site.nora, 'Hello')
  await site.db.deleteFrom('audit_log').execute()
  const seen = async () => extractCommentTexts(await site.list()).join()
  const steps = [
    ['visible', 'Hello', 'all'],
    ['hidden', '', 'hidden'],
    ['pending', '', 'waiting'],
    ['visible', 'Hello', 'all'],
  ] as const
  for (const [state, words, filter] of steps) {
    expect(await site.judge(id, state)).toMatchObject({ status: 200, body: { state, comment: { id } } })
    await site.judge(id, state)
    expect([await seen(), await listed(site, filter)]).toEqual([words, ['Hello']])
  }
  expect(await logged(site)).toEqual(
    ['comment approved', 'comment put back', 'comment hidden', 'comment approved'].map(
      (action) => `Ada | ${action} | Nora on About | `,
    ),
  )
  await site.as(site.nora, 'DELETE', `/comments/${id}`)
  expect((await logged(site)).join()).not.toContain('Nora')
  expect((await site.judge(id, 'visible')).status).toBe(404)
  expect((await site.judge(unknownId, 'visible')).status).toBe(404)
})

test('an approval of a text that its author has edited meanwhile is answered 409, and the comment still waits', async () => {
  const site = await createCommentSite()
  await site.setPolicy('all')
  const { id } = await site.post(site.nora, 'Hello')
  const approve = (editedAt: number | null) =>
    site.as(site.ada, 'PUT', `/api/desk/comments/${id}/state`, { state: 'visible', reportsResolved: true, editedAt })
  const edit = await site.as(site.nora, 'PATCH', `/comments/${id}`, { content: 'Buy hats' })
  expect(await approve(null)).toMatchObject({ status: 409, body: { code: 'comment_changed' } })
  expect(await listed(site)).toEqual(['Buy hats'])
  expect(await approve(edit.body.editedAt)).toMatchObject({ status: 200, body: { state: 'visible' } })
})

test('the moderation list has pages of fifty comments, newest first', async () => {
  const site = await createCommentSite()
  await site.setPolicy('all')
  for (let i = 0; i < 6; i++) {
    const reader = await addPerson(site.db)
    for (let j = 0; j < 9; j++) await site.post(reader, `${i * 9 + j}`)
  }
  const first = await desk(site)
  expect(first.comments).toHaveLength(50)
  expect([first.comments[0].comment.content, first.waiting]).toEqual(['53', 54])
  const second = (await site.as(site.ada, 'GET', `/api/desk/comments?cursor=${first.next}`)).body
  expect(second.comments.map(({ comment }: { comment: { content: string } }) => comment.content)).toEqual([
    '3',
    '2',
    '1',
    '0',
  ])
  expect(second.next).toBeNull()
  expect((await site.as(site.ada, 'GET', "/api/desk/comments?cursor=' or 1=1")).status).toBe(400)
})

describe('a report', () => {
  test('a reader’s report of a comment counts once, the text of the report can be changed, and reports of one’s own comment are ignored', async () => {
    const site = await createCommentSite()
    const { id } = await site.post(site.nora, 'Hello')
    const report = (who: { token: string }, reason?: string) =>
      site.as(who, 'POST', `/comments/${id}/report`, reason === undefined ? {} : { reason })
    for (const [who, reason] of [
      [site.otto, 'rude'],
      [site.otto, 'very rude'],
      [site.ada, undefined],
      [site.nora, 'me'],
    ] as const) {
      expect(await report(who, reason)).toEqual({ status: 204, body: undefined })
    }
    const [{ reports }] = (await desk(site, 'reported')).comments
    expect(reports.map(({ by, reason }: Record<string, string>) => [by, reason])).toEqual([
      ['Otto', 'very rude'],
      ['Ada', ''],
    ])
    expect((await report(site.otto, 'x'.repeat(501))).status).toBe(400)
  })

  test('keeping a reported comment resolves its report; this can be reversed, and both actions are logged', async () => {
    const site = await createCommentSite()
    const { id } = await site.post(site.nora, 'Hello')
    await site.as(site.otto, 'POST', `/comments/${id}/report`, {})
    await site.db.deleteFrom('audit_log').execute()
    expect((await site.judge(id, 'visible')).body.reports[0].resolved).toBe(true)
    expect(await listed(site, 'reported')).toEqual([])
    expect((await site.judge(id, 'visible', false)).body.reports[0].resolved).toBe(false)
    expect(await listed(site, 'reported')).toEqual(['Hello'])
    expect(await logged(site)).toEqual([
      'Ada | reports opened again | Nora on About | ',
      'Ada | reports dealt with | Nora on About | ',
    ])
  })

  test('keeping a reported comment that was edited after the admin read it is answered 409, and its reports stay', async () => {
    const site = await createCommentSite()
    const { id } = await site.post(site.nora, 'Hello')
    await site.as(site.otto, 'POST', `/comments/${id}/report`, {})
    const keep = (editedAt: number | null) =>
      site.as(site.ada, 'PUT', `/api/desk/comments/${id}/state`, { state: 'visible', reportsResolved: true, editedAt })
    const { body: edited } = await site.as(site.nora, 'PATCH', `/comments/${id}`, { content: 'Go away' })
    expect(await keep(null)).toMatchObject({ status: 409, body: { code: 'comment_changed' } })
    expect(await listed(site, 'reported')).toEqual(['Go away'])
    expect((await keep(edited.editedAt)).status).toBe(200)
    expect(await listed(site, 'reported')).toEqual([])
  })

  test('after an admin has kept a comment, a repeated report counts only when the comment has been edited since', async () => {
    const site = await createCommentSite()
    const { id } = await site.post(site.nora, 'Hello')
    const report = () => site.as(site.otto, 'POST', `/comments/${id}/report`, { reason: 'rude' })
    await report()
    await site.judge(id, 'visible')
    await report()
    expect(await listed(site, 'reported')).toEqual([])
    await site.as(site.nora, 'PATCH', `/comments/${id}`, { content: 'Go away' })
    expect(await listed(site, 'reported')).toEqual([])
    await report()
    expect(await listed(site, 'reported')).toEqual(['Go away'])
  })
})

test('when the first comment of a thread is hidden, its replies stay visible below a placeholder', async () => {
  const site = await createCommentSite()
  const root = await site.post(site.nora, 'root')
  const reply = await site.post(site.otto, 'reply', { parentId: root.id })
  await site.judge(root.id, 'hidden')
  expect(extractCommentTexts(await site.list())).toEqual(['(gone)', 'reply'])
  expect(JSON.stringify(await site.list())).not.toContain(site.nora.id)
  await site.judge(reply.id, 'hidden')
  expect(await site.list()).toEqual([])
  await site.judge(root.id, 'visible')
  expect(extractCommentTexts(await site.list())).toEqual(['root'])
})
