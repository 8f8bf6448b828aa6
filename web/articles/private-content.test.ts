import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AuthUser } from '#contract/accounts.ts'
import { installFakePage } from '../testing/render.ts'

afterEach(() => vi.unstubAllGlobals())

/** Returns the text that a user sees on a private page. */
async function readersOnly(user: AuthUser | null) {
  const page = installFakePage(() => new Response('', { status: 404 }))
  const { useSession } = await import('../api/session.ts')
  const { ReadersOnly } = await import('./private-content.tsx')
  useSession.setState({ user, userReady: true, isAuthenticated: user !== null })
  await page.show(createElement(ReadersOnly, null, 'Links and notes'))
  return page.text()
}

const reader: AuthUser = { id: '1', user: 'Nora', email: '', profilePicture: null, roles: [] }

test('S2.09 S5.08 S6.03 the private page is shown for a user object with a nested user', async () => {
  expect(await readersOnly(reader)).toBe('Links and notes')
})

test.each<[string, AuthUser | null]>([
  ['nobody', null],
  ['a user object without a nested user', { ...reader, user: '' }],
  ['a guest', { ...reader, roles: ['Guest'] }],
])('S2.09 S5.08 S6.01 S6.02 the private page is empty for %s', async (_, user) => {
  expect(await readersOnly(user)).toBe('')
})

test('a link to a heading of a private page leads to the heading, although the text arrives later than the page', async () => {
  const page = installFakePage(() => Response.json({ html: '<h2 id="einträge">Einträge</h2><p>Tag</p>' }))
  page.stored.set('accessToken', 'access 1')
  const scrolledTo: string[] = []
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    scrolledTo.push(this.id)
  })
  const { PrivateContent } = await import('./private-content.tsx')
  await page.show(createElement(PrivateContent, { path: '/logbuch' }), '/logbuch#eintr%C3%A4ge')
  await page.until(() => expect(page.text()).toContain('Tag'))
  expect(scrolledTo).toEqual(['einträge'])
  expect(page.document.activeElement?.id).toBe('einträge')
})
