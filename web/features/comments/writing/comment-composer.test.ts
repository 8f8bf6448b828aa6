import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/accounts.ts'
import type { OwnCommentApprovalRequirement } from '#contract/comments.ts'
import { installFakePage } from '../../../testing/render.ts'

afterEach(() => vi.unstubAllGlobals())

/** Shows the composer to a user with these roles, or to a visitor when `roles` is null. */
async function writeFirst(roles: Role[] | null, waits: OwnCommentApprovalRequirement = 'none') {
  const page = installFakePage(({ path }) =>
    path === '/api/comment-approval' ? Response.json({ waits }) : new Response('', { status: 404 }),
  )
  if (roles) page.stored.set('accessToken', 'access 1')
  const { useSession } = await import('../../../api/session.ts')
  const { CommentComposer } = await import('./comment-composer.tsx')
  const user = roles && { id: '1', user: 'Nora', email: '', profilePicture: null, roles }
  useSession.setState({ user, userReady: true, isAuthenticated: user !== null })
  await page.show(createElement(CommentComposer, { pageKey: 'ueber-mich', path: '/ueber-mich', onPosted: () => {} }))
  return page
}

test('S2.41 an anonymous visitor sees “Please log in to post a comment.”', async () => {
  const page = await writeFirst(null)
  expect(page.text()).toBe('Please log in to post a comment.')
  expect(page.findAll('textarea')).toHaveLength(0)
})

test('S6.02 a guest sees how to sign up, and no field for a comment', async () => {
  const page = await writeFirst(['Guest'])
  expect(page.text()).toBe('Guests cannot comment. Sign up with your email address, and you can.')
  expect(page.find('a', 'Sign up').getAttribute('href')).toBe('/login?mode=signup&returnTo=%2Fueber-mich%23comments')
  expect(page.findAll('textarea')).toHaveLength(0)
})

test('S5.03 S6.03 a reader has a field to write a comment', async () => {
  const page = await writeFirst([])
  expect(page.findAll('textarea')).toHaveLength(1)
})

test.each<[OwnCommentApprovalRequirement, string]>([
  ['first', 'Your first comment waits for approval before others see it.'],
  ['all', 'Comments wait for approval before others see them.'],
])('when comments need approval (%s), a text below the empty comment field says so', async (waits, text) => {
  const page = await writeFirst([], waits)
  await page.until(() => expect(page.find('.comment-form-hint').textContent).toBe(text))
  expect(page.find('textarea').getAttribute('aria-describedby')).toContain(page.find('.comment-form-hint').id)
})

test('when comments need no approval, the comment form does not mention approval', async () => {
  const page = await writeFirst([])
  await page.until(() => expect(page.callsTo('/api/comment-approval')).toHaveLength(1))
  expect(page.text()).not.toContain('approval')
})
