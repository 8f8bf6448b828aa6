import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
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
