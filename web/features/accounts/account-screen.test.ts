import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../../testing/render.ts'

afterEach(() => vi.unstubAllGlobals())

test('the account page explains to a guest how to become a customer', async () => {
  const page = installFakePage(() => new Response('', { status: 404 }))
  const { useSession } = await import('../../api/session.ts')
  const user = { id: '1', user: 'Gus', email: 'gus@example.org', profilePicture: null, roles: ['Guest' as const] }
  useSession.setState({ user, userReady: true, isAuthenticated: true })
  const { Screen } = await import('./account-screen.tsx')
  await page.show(createElement(Screen), '/account')
  await page.until(() => expect(page.find('h2').textContent).toBe('You are a guest'))
  expect(page.text()).toContain('gus@example.org')
  expect(page.find('a', 'Sign up').getAttribute('href')).toMatch(/^\/login\?mode=signup/)
})
