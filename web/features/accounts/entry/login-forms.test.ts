import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../../../testing/render.ts'

const logged = vi.fn<typeof console.info>()
beforeEach(() => {
  logged.mockClear()
  vi.spyOn(console, 'info').mockImplementation(logged)
})
afterEach(() => vi.unstubAllGlobals())

type Answer = () => Response
const offline: Answer = () => {
  throw new TypeError('Failed to fetch')
}
const refused = (text: string, status: number, code: string): Answer => {
  return () => new Response(text, { status, headers: { 'x-error-code': code } })
}

/** Shows the login panel at a path. The fake server answers the given paths, and any other path with 404. */
async function panel(answers: Record<string, Answer> = {}, address = '/login') {
  const all: Record<string, Answer> = { '/auth/providers': () => Response.json({ providers: [] }), ...answers }
  const page = installFakePage(({ path }) => all[path]?.() ?? new Response('', { status: 404 }))
  page.window.location.href = `https://nebelhorn.example${address}`
  Object.assign(page.window.location, { origin: 'https://nebelhorn.example' })
  const { LoginPanel } = await import('./login-panel.tsx')
  await page.show(createElement(LoginPanel, { allowGuest: true }), address)
  return page
}
const login = { email: 'nora@example.org', password: 'three odd words' }
const signup = { name: 'Nora', ...login }
/** Returns the text of all alerts. */
const alerts = (page: Awaited<ReturnType<typeof panel>>) =>
  page
    .findAll('[role=alert]')
    .map(({ textContent }) => textContent)
    .join('')
const sent = (page: Awaited<ReturnType<typeof panel>>, path: string) =>
  page.callsTo(path).map(({ init, body }) => ({ method: init.method, body }))

test('S2.30 links switch between the login and the signup form, and the typed values stay', async () => {
  const page = await panel()
  expect(page.find('h1').textContent).toBe('Log in')
  await page.typeInto(page.find('#login-email'), 'nora@example.org')
  await page.click('Create an account')
  expect(page.find('h1').textContent).toBe('Sign up')
  expect(page.find('#signup-email')).toMatchObject({ value: 'nora@example.org' })
  await page.click('Log in instead')
  expect(page.find('h1').textContent).toBe('Log in')
})

test('S2.30 the guest form toggles open and closed', async () => {
  const page = await panel()
  const isOpen = () => !page.find('#guest-form').hasAttribute('hidden')
  expect(isOpen()).toBe(false)
  await page.click('Continue as a guest')
  expect(isOpen()).toBe(true)
  await page.click('Continue as a guest')
  expect(isOpen()).toBe(false)
})

test('S5.02 every input of the login and of the signup form is marked required', async () => {
  const page = await panel()
  for (const name of ['email', 'password']) expect(page.find(`#login-${name}`).hasAttribute('required')).toBe(true)
  await page.click('Create an account')
  for (const name of ['name', 'email', 'password'])
    expect(page.find(`#signup-${name}`).hasAttribute('required')).toBe(true)
})

test('without a mail server, a provider login with an unconfirmed email address says that the author passes on the confirmation link', async () => {
  const providers = { '/auth/providers': () => Response.json({ providers: ['google'], mail: false }) }
  const page = await panel(providers, '/login?error=email_unverified')
  await page.until(() => expect(alerts(page)).toContain('its author passes your link on to you'))
  expect(alerts(page)).not.toContain('in the mail we sent you')
})

test('S7.06 login posts email and password', async () => {
  const page = await panel({ '/auth/manual-login': () => Response.json({ accessToken: 'a', refreshToken: 'r' }) })
  await page.send('.form', login)
  expect(sent(page, '/auth/manual-login')).toEqual([{ method: 'POST', body: login }])
  expect(Object.fromEntries(page.stored)).toMatchObject({ accessToken: 'a', refreshToken: 'r' })
})

test('the field for a code takes the focus when it appears, and not while another field is corrected', async () => {
  const page = await panel({ '/auth/manual-login': refused('Enter a code.', 401, 'code_required') })
  await page.send('.form', login)
  await page.until(() => expect(document.activeElement?.getAttribute('name')).toBe('code'))
  await page.send('.form', { ...login, password: '', code: '123456' })
  page.find('#login-password').focus()
  await page.typeInto(page.find('#login-password'), 'four odd words')
  expect(document.activeElement?.id).toBe('login-password')
})

test.each([
  { status: 403, code: 'account_banned' },
  { status: 429, code: 'too_many_requests' },
])('S8.02 a login that fails with $status shows the error message of the server', async ({ status, code }) => {
  const page = await panel({ '/auth/manual-login': refused('The server says no.', status, code) })
  await page.send('.form', login)
  expect(alerts(page)).toBe('The server says no.')
})

test('S8.02 a login without a response shows “Login failed. Try again.”', async () => {
  const page = await panel({ '/auth/manual-login': offline })
  await page.send('.form', login)
  expect(alerts(page)).toBe('Login failed. Try again.')
})

test.each([
  ['login', '.form', login],
  ['guest login', '#guest-form', { name: 'Gus', email: 'gus@example.org' }],
])(
  'when the browser refuses the site’s cookie, the form of the %s says why the login has no effect',
  async (_, form, values) => {
    const unauthenticated = () => new Response('', { status: 401 })
    const page = await panel({
      '/auth/manual-login': () => Response.json({ accessToken: 'a', refreshToken: 'r' }),
      '/auth/guestcheckout': () => Response.json({ token: 'a', refreshToken: 'r' }),
      '/auth/current-user': unauthenticated,
      '/auth/refresh': () => Response.json({ code: 'session_over', message: 'Log in again.' }, { status: 401 }),
    })
    await page.send(form, values)
    await page.until(() => expect(alerts(page)).toContain('allow cookies for this site'))
  },
)

test('S7.05 signup posts name, email, password, isPartner false and the URL of the verification page', async () => {
  const page = await panel({}, '/login?mode=signup')
  await page.send('.form', signup)
  expect(sent(page, '/auth/signup')).toEqual([
    {
      method: 'POST',
      body: { ...signup, isPartner: false, verificationUrl: 'https://nebelhorn.example/verify-email' },
    },
  ])
})

test('S4.01 S8.01 a successful signup switches back to the login form and shows the message of the server', async () => {
  const message = 'Signup successful! Please check your email to verify your account.'
  const page = await panel({ '/auth/signup': () => Response.json({ message }) }, '/login?mode=signup')
  expect(page.find('h1').textContent).toBe('Sign up')
  await page.send('.form', signup)
  expect(page.find('h1').textContent).toBe('Log in')
  expect(page.find('.form-success').textContent).toBe(message)
  expect(page.find('#login-email')).toMatchObject({ value: 'nora@example.org' })
})

test('S4.01 S8.01 a failed signup shows the error message of the server and keeps the signup form', async () => {
  const page = await panel({ '/auth/signup': refused('Not this one.', 400, 'busy') }, '/login?mode=signup')
  await page.send('.form', signup)
  expect(alerts(page)).toBe('Not this one.')
  expect(page.find('h1').textContent).toBe('Sign up')
})

test('S8.01 a signup without a response shows “Something went wrong. Try again.”', async () => {
  const page = await panel({ '/auth/signup': offline }, '/login?mode=signup')
  await page.send('.form', signup)
  expect(alerts(page)).toBe('Something went wrong. Try again.')
})

test('S7.07 a guest login posts name and email, and stores the tokens of the response', async () => {
  const page = await panel({ '/auth/guestcheckout': () => Response.json({ token: 'a', refreshToken: 'r' }) })
  await page.click('Continue as a guest')
  const guest = { name: 'Gus', email: 'gus@example.org' }
  await page.send('#guest-form', guest)
  expect(sent(page, '/auth/guestcheckout')).toEqual([{ method: 'POST', body: guest }])
  expect(Object.fromEntries(page.stored)).toMatchObject({ accessToken: 'a', refreshToken: 'r' })
})

test.each([
  ['#guest-name', { name: '', email: 'gus@example.org' }],
  ['#guest-email', { name: 'Gus', email: '' }],
  ['#guest-name', { name: ' ', email: ' ' }],
])(
  'S5.01 the guest form focuses the field %s for the input %o, shows “Please provide both name and email.” and sends nothing',
  async (first, guest) => {
    const page = await panel()
    await page.send('#guest-form', guest)
    expect(page.find('#guest-form').textContent).toContain('Please provide both name and email.')
    expect(page.document.activeElement).toBe(page.find(first))
    expect(sent(page, '/auth/guestcheckout')).toEqual([])
  },
)

test('S8.03 a failed guest login is logged as “Guest login failed”, and the form shows this error', async () => {
  const page = await panel({ '/auth/guestcheckout': offline })
  await page.send('#guest-form', { name: 'Gus', email: 'gus@example.org' })
  expect(logged.mock.calls.map(([text]) => text)).toContain('Guest login failed')
  expect(page.find('#guest-form [role=alert]').textContent).toBe('Guest login failed. Try again.')
})

test('S2.13 S2.31 tokens in the query of the URL are stored and removed from the URL', async () => {
  const page = await panel(
    { '/auth/refresh': () => Response.json({ accessToken: 'a2', refreshToken: 'r2' }) },
    '/login?token=a1&refreshtoken=r1',
  )
  await vi.waitFor(() => expect(page.stored.get('refreshToken')).toBe('r2'))
  expect(page.window.location.href).toBe('https://nebelhorn.example/login')
})

test('S7.08 provider links lead to the provider’s login and contain the URL to return to', async () => {
  const page = await panel(
    { '/auth/providers': () => Response.json({ providers: ['google', 'microsoft'] }) },
    '/login?mode=login',
  )
  for (const provider of ['google', 'microsoft'])
    expect(page.findAll('a').map((link) => link.getAttribute('href'))).toContain(
      `/auth/login/${provider}?returnUrl=${encodeURIComponent('https://nebelhorn.example/login')}`,
    )
})
