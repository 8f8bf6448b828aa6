import { expect, test } from 'vitest'
import { DELETE_CONFIRMATION_TEXT } from '#contract/limits.ts'
import { createCommentSite, extractCommentTexts } from '../../testing/comments.ts'
import { moveCommentsOfRenamedPages } from './comment-pages.ts'

test('comments of a banned author are hidden until the ban is lifted', async () => {
  const site = await createCommentSite()
  const root = await site.post(site.nora, 'root')
  await site.post(site.otto, 'reply', { parentId: root.id })
  await site.post(site.nora, 'another', { pageUrl: 'home' })
  const seen = async () => [
    extractCommentTexts(await site.list()),
    extractCommentTexts(await site.list(null, '/comments/home')),
  ]
  const ban = `/api/desk/people/${site.nora.id}/ban`
  await site.as(site.ada, 'PUT', ban, { reason: 'rude' })
  expect(await seen()).toEqual([['(gone)', 'reply'], []])
  expect((await site.call('GET', '/comments/about')).headers['x-total-count']).toBe('1')
  await site.as(site.ada, 'DELETE', ban)
  expect(await seen()).toEqual([['root', 'reply'], ['another']])
  expect((await site.call('GET', '/comments/about')).headers['x-total-count']).toBe('2')
})

test('a comment shows the current name, picture and role of its author', async () => {
  const site = await createCommentSite()
  await site.post(site.nora, 'Hello')
  await site.list()
  await site.as(site.nora, 'PATCH', '/api/account', { name: 'Eleonora' })
  expect(await site.list()).toMatchObject([{ author: 'Eleonora', byAdmin: false }])
  await site.as(site.ada, 'PUT', `/api/desk/people/${site.nora.id}/roles/Admin`)
  expect(await site.list()).toMatchObject([{ byAdmin: true }])
  await site.as(site.ada, 'DELETE', `/api/desk/people/${site.nora.id}/roles/Admin`)
  expect(await site.list()).toMatchObject([{ byAdmin: false }])
})

test('deleting an account deletes its comments and reports, and leaves a placeholder for a comment with replies', async () => {
  const site = await createCommentSite()
  const root = await site.post(site.nora, 'root')
  const reply = await site.post(site.otto, 'reply', { parentId: root.id })
  await site.post(site.nora, 'reply to the reply', { parentId: reply.id })
  const ottos = await site.post(site.otto, 'Otto’s')
  await site.post(site.nora, 'Nora under Otto', { parentId: ottos.id })
  await site.as(site.otto, 'DELETE', `/comments/${ottos.id}`)
  await site.post(site.nora, 'another', { pageUrl: 'home' })
  await site.as(site.nora, 'POST', `/comments/${reply.id}/report`, {})
  await site.setPolicy('all')
  await site.post(site.nora, 'waiting')

  const body = { confirmation: DELETE_CONFIRMATION_TEXT }
  expect((await site.as(site.nora, 'POST', '/api/account/delete', body)).status).toBe(204)
  expect(extractCommentTexts(await site.list())).toEqual(['(gone)', 'reply'])
  expect(await site.list(null, '/comments/home')).toEqual([])
  const rows = await site.db.selectFrom('comments').selectAll().execute()
  expect(rows.map(({ content }) => content).sort()).toEqual(['', 'reply'])
  expect(JSON.stringify(rows)).not.toContain(site.nora.id)
  expect(await site.db.selectFrom('comment_reports').selectAll().execute()).toEqual([])
  // Unsent mails to other people, which quoted the author's text, are deleted too.
  expect(JSON.stringify(await site.mails())).not.toContain('reply to the reply')
  const counts = await site.db.selectFrom('comment_pages').select(['page', 'count']).orderBy('page').execute()
  expect(counts).toEqual([
    { page: 'about', count: 1 },
    { page: 'home', count: 0 },
  ])
})

test('deleting an account deletes the mails about replies to its comments that are not sent yet', async () => {
  const site = await createCommentSite()
  const root = await site.post(site.nora, 'root')
  await site.post(site.otto, 'reply', { parentId: root.id })
  const subjects = async () => (await site.mails()).map(({ to, subject }) => `${to}: ${subject}`)
  const replyMail = 'nora@example.org: Otto replied to your comment on About'
  expect(await subjects()).toEqual([replyMail])
  await site.as(site.nora, 'POST', '/api/account/delete', { confirmation: DELETE_CONFIRMATION_TEXT })
  expect(await subjects()).toEqual([expect.stringContaining('nora@example.org: ')])
  expect(await subjects()).not.toContain(replyMail)
})

test('when an account is deleted while it posts comments, no comment of the account remains', async () => {
  const site = await createCommentSite()
  await site.post(site.nora, 'Hello')
  await Promise.all([
    site.as(site.nora, 'POST', '/comments', { pageUrl: 'home', content: 'Meanwhile' }),
    site.as(site.nora, 'POST', '/api/account/delete', { confirmation: DELETE_CONFIRMATION_TEXT }),
    site.as(site.nora, 'POST', '/comments', { pageUrl: 'bootsbau', content: 'And here' }),
  ])
  expect(await site.db.selectFrom('comments').selectAll().execute()).toEqual([])
})

test('S2.40 when a page is renamed, its comments move to the new path, and comments that are already there stay', async () => {
  const site = await createCommentSite()
  const former = await site.post(site.nora, 'from before', { pageUrl: 'home' })
  await site.post(site.otto, 'reply', { pageUrl: 'home', parentId: former.id })
  await site.post(site.nora, 'new')
  const { etag } = (await site.call('GET', '/comments/about')).headers
  const pages = [
    { key: 'about', aliases: ['/', '/bootsbau', '/never'] },
    { key: 'bootsbau', aliases: [] },
  ]
  await site.post(site.nora, 'stays', { pageUrl: 'bootsbau' })
  for (let start = 0; start < 2; start++) {
    await moveCommentsOfRenamedPages(site.db, pages)
    const answer = await site.call('GET', '/comments/about', { headers: { 'if-none-match': String(etag) } })
    expect([answer.statusCode, answer.headers['x-total-count']]).toEqual([200, '3'])
    expect(extractCommentTexts(answer.json())).toEqual(['new', 'from before', 'reply'])
    expect(await site.list(null, '/comments/home')).toEqual([])
    expect(extractCommentTexts(await site.list(null, '/comments/bootsbau'))).toEqual(['stays'])
  }
})
