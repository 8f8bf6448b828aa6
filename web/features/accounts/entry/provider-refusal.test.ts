import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../../../testing/render.ts'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => vi.unstubAllGlobals())

const refusal = 'That login has taken too long, or was used already. Log in again.'
const tokens = { accessToken: 'a', refreshToken: 'b' }

/** Installs a page whose server refuses the tokens of a provider's login. */
function installRefusingPage(status = 401) {
  const server = { status }
  const page = installFakePage(({ path }) =>
    path === '/auth/refresh'
      ? Response.json({ code: 'session_over', message: 'over' }, { status: server.status })
      : Response.json({ providers: [], mail: true }),
  )
  return { ...page, server }
}

test('the login panel shows the refusal of a provider login whose tokens are refused when the page starts', async () => {
  const page = installRefusingPage()
  const { restoreSessionIntoStore } = await import('../../../api/session.ts')
  await restoreSessionIntoStore(tokens)
  await page.show(createElement((await import('./login-panel.tsx')).LoginPanel), '/login')
  await page.until(() => expect(page.find('[role=alert]', 'That login').textContent).toBe(refusal))
})

test('the login panel shows the refusal of a provider login whose tokens are refused after an outage', async () => {
  const page = installRefusingPage(503)
  const { restoreSessionIntoStore } = await import('../../../api/session.ts')
  await restoreSessionIntoStore(tokens)
  await page.show(createElement((await import('./login-panel.tsx')).LoginPanel), '/login')
  expect(page.text()).not.toContain(refusal)
  page.server.status = 401
  page.fireOnWindow('online')
  await page.until(() => expect(page.text()).toContain(refusal))
})

test.each([
  [401, true],
  [503, false],
])('for tokens in the query that are answered with %i, the refusal is shown: %s', async (status, isShown) => {
  const page = installRefusingPage(status)
  page.window.location.href = 'https://nebelhorn.example/login?token=a&refreshtoken=b'
  await page.show(createElement((await import('./login-panel.tsx')).LoginPanel), '/login?token=a&refreshtoken=b')
  await page.until(() => expect(page.callsTo('/auth/refresh')).toHaveLength(1))
  await page.until(() => expect(page.text().includes(refusal)).toBe(isShown))
})

test.each(['login', 'logout'] as const)('the refusal is no longer shown after a %s', async (step) => {
  const page = installRefusingPage()
  const { restoreSessionIntoStore, useSession } = await import('../../../api/session.ts')
  await restoreSessionIntoStore(tokens)
  await page.show(createElement((await import('./login-panel.tsx')).LoginPanel), '/login')
  await page.until(() => expect(page.text()).toContain(refusal))
  const { loggedIn, logout } = useSession.getState()
  await act(() => (step === 'login' ? loggedIn({ accessToken: 'c', refreshToken: 'd' }) : logout()))
  expect(page.text()).not.toContain(refusal)
})
