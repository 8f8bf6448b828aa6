import { createElement } from 'react'
import { useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { installFakePage } from '../../../testing/render.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const screens = {
  '/verify-email': () => import('./verify-email-screen.tsx'),
  '/reset-password': () => import('./reset-password-screen.tsx'),
  '/welcome': () => import('../entry/claim-site-screen.tsx'),
  '/unsubscribe': () => import('./unsubscribe-from-replies-screen.tsx'),
  '/test-mail': () => import('./confirm-test-mail-screen.tsx'),
}
const paths = Object.keys(screens) as (keyof typeof screens)[]

const Address = () => {
  const { pathname, hash } = useLocation()
  return createElement('output', null, pathname + hash)
}

/** Opens the page of a mailed link, whose token the fake server refuses with an error code. */
async function refused(path: keyof typeof screens, code: 'link_used' | 'link_expired', hash = '#token=unknown') {
  const { message } = errors[code]
  const page = installFakePage(() => Response.json({ code, message }, { status: 410 }))
  page.window.location.href = `https://nebelhorn.example${path}${hash}`
  Object.assign(page.window.location, { hash, pathname: path, search: '' })
  const { Screen } = await screens[path]()
  await page.show(createElement('div', null, createElement(Screen), createElement(Address)), `${path}${hash}`)
  return page
}

test('S2.13 an expired confirmation link shows that it has expired, and offers a new link', async () => {
  const page = await refused('/verify-email', 'link_expired')
  await page.send('form', {})
  expect(page.callsTo('/auth/verify-email')).toMatchObject([{ body: { token: 'unknown' } }])
  expect(page.find('p[role=alert]').textContent).toBe(errors.link_expired.message)
  expect(page.find('#link-email')).toBeTruthy()
})

test('S2.13 /verify-email without a token explains how to open the page, and offers a new link', async () => {
  const page = await refused('/verify-email', 'link_expired', '')
  expect(page.text()).toContain('opened from the link in a verification mail')
  expect(page.find('#link-email')).toBeTruthy()
  expect(page.calls).toEqual([])
})

test.each(paths)('after %s has refused a first link, a second link can be used in the same tab', async (path) => {
  const page = await refused(path, 'link_used')
  const values = { name: 'Nora', email: 'nora@example.org', password: 'a kettle in a battered hat' }
  await page.send('form', values)
  expect(page.find('h1').textContent).toBe('That link cannot be used')
  await page.goTo(`${path}#token=another`)
  expect(page.find('h1').textContent).not.toBe('That link cannot be used')
  expect(page.find('[role=alert]').textContent).toBe('')
  await page.send('form', values)
  expect(page.calls.map(({ body }) => body.token)).toEqual(['unknown', 'another'])
})

/** Opens the page of a mailed link, and then the page without a token in the same tab. */
async function openAgain(path: keyof typeof screens, type: 'reload' | 'navigate') {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  await refused(path, 'link_used')
  const atReload = [...stored]
  expect(atReload.map(([, token]) => token)).toEqual(['unknown'])
  stored.clear()
  for (const [key, token] of atReload) stored.set(key, token)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])
  return { page: await refused(path, 'link_used', ''), stored }
}

test.each(paths)('%s without a token removes the token of a page that was opened before in the tab', async (path) => {
  const { stored } = await openAgain(path, 'navigate')
  expect(stored.size).toBe(0)
})

test.each(paths)('the token of %s outlasts a reload of the tab, but not its use', async (path) => {
  const { page, stored } = await openAgain(path, 'reload')
  await page.send('form', { name: 'Nora', email: 'nora@example.org', password: 'a kettle in a battered hat' })
  expect(page.calls.map(({ body }) => body.token)).toEqual(['unknown'])
  expect(page.find('h1').textContent).toBe('That link cannot be used')
  expect(stored.size).toBe(0)
})

test('a used link to choose a new password shows that it was used, and offers a new link', async () => {
  const page = await refused('/reset-password', 'link_used')
  await page.send('form', { password: 'a third kettle in a third hat' })
  expect(page.find('p[role=alert]').textContent).toBe(errors.link_used.message)
  expect(page.find('#link-email')).toBeTruthy()
})

test('when no response arrives, /reset-password says that the new password may already be set', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const page = installFakePage(() => {
    throw new TypeError('Failed to fetch')
  })
  const { Screen } = await screens['/reset-password']()
  await page.show(createElement(Screen), '/reset-password#token=new')
  await page.send('form', { password: 'a third kettle in a third hat' })
  expect(page.text()).toContain('If the link then counts as used, your new password is set: log in with it.')
})

test('/welcome with an expired link removes the token from the URL, explains what to do and focuses the heading', async () => {
  const page = await refused('/welcome', 'link_expired')
  expect(page.find('output').textContent).toBe('/welcome')
  await page.send('form', { name: 'Nora', email: 'nora@example.org', password: 'a kettle in a battered hat' })
  expect(page.callsTo('/auth/claim')).toMatchObject([{ body: { token: 'unknown', name: 'Nora' } }])
  expect(page.find('h1').textContent).toBe('That link cannot be used')
  expect(page.document.activeElement).toBe(page.find('h1'))
  expect(page.text()).toContain('npm run admin -- grant EMAIL')
})

/**
 * Opens /verify-email by a mailed link and presses its button. The fake server answers with a session of the new
 * account.
 * @param reply further fields of the server's response
 */
async function confirm(search: string, reply = {}) {
  const session = { accessToken: 'access 1', refreshToken: 'refresh 1' }
  const user = { id: '1', user: 'Nora', email: 'nora@example.org', profilePicture: null, roles: [] }
  const page = installFakePage(({ path }) =>
    Response.json(path === '/auth/current-user' ? user : { email: user.email, session, ...reply }),
  )
  const { Screen } = await screens['/verify-email']()
  await page.show(
    createElement('div', null, createElement(Screen), createElement(Address)),
    `/verify-email${search}#token=new`,
  )
  expect(page.calls).toEqual([])
  await page.send('form', {})
  await page.until(() => expect(page.stored.get('refreshToken')).toBe('refresh 1'))
  return page
}

test('S2.13 one press on /verify-email confirms the email address, logs in and returns to the page where the signup began', async () => {
  const page = await confirm('?returnTo=%2Fseefunk%23comments')
  await page.until(() => expect(page.find('output').textContent).toBe('/seefunk#comments'))
})

test('S2.13 after a signup without a return path, /verify-email says that the reader is logged in', async () => {
  const page = await confirm('')
  await page.until(() => expect(page.find('h1').textContent).toBe('Your email address is confirmed'))
  expect(page.text()).toContain('your account is ready, and you are logged in.')
})

test('S2.13 after a first confirmation link has succeeded, a second link can be confirmed in the same tab', async () => {
  const page = await confirm('')
  await page.until(() => expect(page.find('h1').textContent).toBe('Your email address is confirmed'))
  await page.goTo('/verify-email#token=another')
  expect(page.find('h1').textContent).toBe('Confirm your email address')
  await page.send('form', {})
  await page.until(() => expect(page.find('h1').textContent).toBe('Your email address is confirmed'))
  expect(page.callsTo('/auth/verify-email').map(({ body }) => body.token)).toEqual(['new', 'another'])
})

test('S2.13 after several signups, /verify-email says that the account has no password, and has links to set a password and to return', async () => {
  const page = await confirm('?returnTo=%2Fseefunk%23comments', { needsPassword: true })
  await page.until(() => expect(page.find('h1').textContent).toBe('Your email address is confirmed'))
  expect(page.text()).toContain('your account is ready, and you are logged in.')
  expect(page.text()).toContain('Your account has no password yet')
  const links = page.findAll('.entry-panel a').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Set a password', '/account#password'],
    ['Set it later', '/seefunk#comments'],
  ])
})

test('S2.13 after several signups without a return path, the link “Set it later” leads to Home', async () => {
  const page = await confirm('', { needsPassword: true })
  await page.until(() => expect(page.text()).toContain('Set it later'))
  expect(page.findAll('.entry-panel a').at(-1)?.getAttribute('href')).toBe('/')
})

/**
 * Presses the button of /verify-email in a browser that has Nora's tokens. The fake server answers with a session of
 * the new account when the call has no valid token.
 * @param refresh responds to the refresh of the tokens
 * @param reply further fields of the server's response
 * @param userStatus the status of the response with the logged-in user
 */
async function confirmWithTokens({
  isExpired = false,
  refresh = () => new Response('', { status: 502 }),
  reply = {},
  userStatus = 200,
} = {}) {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const nora = { id: '1', user: 'Nora', email: 'nora@example.org', profilePicture: null, roles: [] }
  const session = { accessToken: 'access of the new account', refreshToken: 'refresh of the new account' }
  const page = installFakePage(({ path, bearer }) => {
    if (path === '/auth/refresh') return refresh()
    if (isExpired && bearer === 'access 1')
      return Response.json({ code: 'unauthenticated', message: '' }, { status: 401 })
    if (path === '/auth/current-user') return Response.json(nora, { status: userStatus })
    return Response.json({ email: 'mallory@example.org', ...reply, ...(!bearer && { session }) })
  })
  page.stored.set('accessToken', 'access 1').set('refreshToken', 'refresh 1')
  const { Screen } = await screens['/verify-email']()
  await page.show(createElement(Screen), '/verify-email#token=new')
  await page.send('form', {})
  return page
}

test('S2.13 a reader who opens the confirmation link of another account stays logged in, and the page says so', async () => {
  const page = await confirmWithTokens()
  await page.until(() => expect(page.find('h1').textContent).toBe('Your email address is confirmed'))
  expect(page.text()).toContain('mallory@example.org is yours, and its account is ready.')
  expect(page.text()).toContain('You are still logged in as Nora.')
  expect(page.stored.get('refreshToken')).toBe('refresh 1')
})

test('S2.13 after several signups, a reader who stays logged in learns how to set the password of the other account', async () => {
  const page = await confirmWithTokens({ reply: { needsPassword: true } })
  await page.until(() => expect(page.text()).toContain('You are still logged in as Nora.'))
  expect(page.text()).toContain('The other account has no password yet')
  expect(page.text()).toContain('choose “Forgot password” on the login page')
  expect(page.text()).not.toContain('Set it later')
})

test('S2.13 when the new account has no password and the logged-in account cannot be loaded, the reader is not asked to log in with a password', async () => {
  const page = await confirmWithTokens({ reply: { needsPassword: true }, userStatus: 503 })
  await page.until(() => expect(page.text()).toContain('The other account has no password yet'))
  expect(page.text()).toContain('You are still logged in. To use the other account, log out first.')
  expect(page.text()).not.toContain('Log in with it and your password')
  expect(page.find('.entry-panel a').getAttribute('href')).toBe('/account')
})

test('S2.13 when the session of the browser is over, /verify-email confirms the link and logs in the new reader', async () => {
  const refresh = () => Response.json({ code: 'session_over', message: '' }, { status: 401 })
  const page = await confirmWithTokens({ isExpired: true, refresh })
  await page.until(() => expect(page.text()).toContain('your account is ready, and you are logged in.'))
  expect(page.stored.get('refreshToken')).toBe('refresh of the new account')
})

test('S2.13 while the expired token of the logged-in reader cannot be refreshed, /verify-email confirms no link and keeps the session', async () => {
  const page = await confirmWithTokens({ isExpired: true })
  await page.until(() => expect(page.text()).toContain('There was no answer.'))
  expect(page.callsTo('/auth/verify-email').map(({ bearer }) => bearer)).toEqual(['access 1'])
  expect(page.stored.get('refreshToken')).toBe('refresh 1')
})

test('/verify-email never returns to another site', async () => {
  const page = await confirm('?returnTo=https%3A%2F%2Fevil.example')
  await page.until(() => expect(page.find('output').textContent).toBe('/'))
})
