import { act, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { installFakePage } from '../../testing/render.ts'
import { startFakeSession } from '../../testing/session.ts'
import { SessionMenu } from './session-menu.tsx'

test('S7.04 the account menu of every page’s header has a button to log out', () => {
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, createElement(SessionMenu)))
  expect(html).toMatch(/<div id="session-menu"[^>]*popover="auto".*<button[^>]*>Log out<\/button>.*<\/div>/)
})

test.each(['/login', '/verify-email', '/reset-password', '/welcome', '/unsubscribe', '/test-mail'])(
  'a login from %s does not return to that page',
  (path) => {
    const router = createElement(MemoryRouter, { initialEntries: [path] }, createElement(SessionMenu))
    expect(renderToStaticMarkup(router)).toContain('href="/login"')
  },
)

test('after a logout from the menu, the link to log in has the focus, because the button of the menu is hidden', async () => {
  const page = installFakePage(() => new Response(null, { status: 204 }))
  const { useSession } = await import('../../api/session.ts')
  await page.show(createElement((await import('./session-menu.tsx')).SessionMenu))
  await act(() => startFakeSession('Nora'))
  page.find('.session-button').focus()
  expect(page.document.activeElement?.className).toBe('session-button')
  await act(() => useSession.getState().logout())
  expect(page.document.activeElement?.textContent).toContain('Log in')
})
