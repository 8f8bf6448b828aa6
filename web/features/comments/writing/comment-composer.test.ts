import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/accounts.ts'
import { fakePage } from '../../../testing/render.ts'

afterEach(() => vi.unstubAllGlobals())

/** Shows the composer to a user with these roles, or to a visitor. */
async function writeFirst(roles: Role[] | null) {
  const page = fakePage(() => new Response('', { status: 404 }))
  const { useSession } = await import('../../../api/session.ts')
  const { CommentComposer } = await import('./comment-composer.tsx')
  const user = roles && { id: '1', user: 'Nora', email: '', profilePicture: null, roles }
  useSession.setState({ user, userReady: true, isAuthenticated: user !== null })
  await page.show(createElement(CommentComposer, { pageKey: 'ueber-mich', path: '/ueber-mich', onPosted: () => {} }))
  return page
}

test('S2.41 an anonymous visitor reads “Please log in to post a comment.”', async () => {
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
