import { afterEach, expect, test, vi } from 'vitest'
import type { AuthUser } from '#contract/accounts.ts'
import type { Comment } from '#contract/comments.ts'
import { openComments } from '../../../testing/open-comments.ts'
import { createPageActions } from '../../../testing/page-actions.ts'

afterEach(() => vi.unstubAllGlobals())

const id = '01990000-0000-7000-8000-000000000001'
const otto = '01990000-0000-7000-8000-000000000002'
const comment: Comment = {
  ...{ id, pageUrl: 'ueber-mich', author: 'Otto', authorId: otto, profilePicture: null, byAdmin: false },
  ...{ content: 'Buy hats', createdAt: 0, editedAt: null, threadId: id, parentId: null, state: 'visible' },
}

/** Shows a comment of Otto to a user with these roles. */
async function openAs(roles: AuthUser['roles'], more: Partial<AuthUser> = {}) {
  const user: AuthUser = { id: '1', user: 'Ada', email: '', profilePicture: null, roles, ...more }
  const { page } = await openComments(({ path, init: { method } }) => {
    if (method === 'PUT') return Response.json({})
    const headers = { etag: '"1"', 'x-total-count': '1' }
    return Response.json(path.startsWith('/comments/') ? [comment] : [], { headers })
  }, user)
  await page.until(() => expect(page.findAll('article')).toHaveLength(1))
  const actions = createPageActions(page)
  const buttons = () => page.findAll('.comment-actions button').map(({ textContent }) => textContent)
  const sent = () => page.calls.filter(({ init }) => init.method === 'PUT').map(({ path, body }) => ({ path, ...body }))
  return { page, ...actions, buttons, sent }
}

test('an admin can hide a comment below the article', async () => {
  const { page, press, buttons, sent } = await openAs(['Admin'])
  expect(buttons()).toEqual(['Reply', 'Hide', 'Ban'])
  await press('Hide')
  await press('Hide it')
  await page.until(() => expect(page.text()).toContain('Hidden. Readers no longer see this comment.'))
  expect(sent()).toEqual([{ path: `/api/desk/comments/${id}/state`, state: 'hidden', reportsResolved: true }])
})

test('an admin can ban the author of a comment, with a reason for the log', async () => {
  const { page, press, buttons, sent, type } = await openAs(['Admin'])
  await press('Ban')
  await type('Why? For the log. They get no message, but can download it with their data later.', 'sells hats')
  await press('Ban Otto')
  await page.until(() => expect(page.text()).toContain('Otto is banned.'))
  expect(sent()).toEqual([{ path: `/api/desk/people/${otto}/ban`, reason: 'sells hats' }])
  expect(buttons()).toEqual(['Reply'])
})

test('Escape that cancels the conversion of an input method keeps the form and its typed reason', async () => {
  const { page, press, type } = await openAs(['Admin'])
  await press('Ban')
  await type('Why? For the log. They get no message, but can download it with their data later.', 'sells hats')
  await page.fire(page.find('textarea[name=reason]'), 'keydown', { key: 'Escape', isComposing: true })
  expect(page.find('textarea[name=reason]')).toMatchObject({ value: 'sells hats' })
  await page.fire(page.find('textarea[name=reason]'), 'keydown', { key: 'Escape' })
  expect(page.findAll('textarea[name=reason]')).toEqual([])
})

test('readers can neither hide comments nor ban authors, and admins cannot do so with their own comments', async () => {
  expect((await openAs([])).buttons()).toEqual(['Reply', 'Report'])
  vi.unstubAllGlobals()
  expect((await openAs(['Admin'], { id: otto })).buttons()).toEqual(['Reply', 'Delete'])
})
