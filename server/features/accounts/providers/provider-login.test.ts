import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { loginProviders } from '#contract/accounts.ts'
import { PROVIDER_LOGIN_TIMEOUT_MS, PROVIDER_LOGIN_TOKEN_LIFETIME_MS } from '#contract/limits.ts'
import { logInAtProvider } from '../../../testing/openid-provider.ts'
import {
  createTestSiteWithProviders,
  fetchUserByUrlToken,
  getErrorParameter,
  returnUrl,
} from '../../../testing/provider-site.ts'
import { createTestSite } from '../../../testing/site.ts'

function freezeTime() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

describe.each(loginProviders)('with %s', (provider) => {
  test('S7.08 S2.31 a login redirects to returnUrl with token and refreshtoken added to its query', async () => {
    const site = await createTestSiteWithProviders()
    const browser = site.browser()
    const start = await browser.begin(provider)
    expect(start.status).toBe(303)
    const asked = new URL(start.location)
    expect(asked.origin).toBe(new URL(site[provider].issuer).origin)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      redirect_uri: `https://site.test/auth/login/${provider}/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })

    const end = await browser.get(await logInAtProvider(start.location, 'nora@example.org'))
    expect([end.status, end.headers['referrer-policy'], end.headers['cache-control']]).toEqual([
      303,
      'no-referrer',
      'no-store',
    ])
    const back = new URL(end.location)
    const { token, refreshtoken, ...query } = Object.fromEntries(back.searchParams)
    expect([back.origin, back.pathname, back.hash, query]).toEqual([
      'https://site.test',
      '/articles',
      '#notes',
      { page: '2' },
    ])
    expect([token, refreshtoken]).toEqual([expect.stringMatching(/.{40}/), expect.stringMatching(/.{40}/)])
    expect(await fetchUserByUrlToken(site, end.location)).toMatchObject({
      user: 'nora',
      email: 'nora@example.org',
      roles: [],
    })
    const [session] = await site.db.selectFrom('sessions').select('method').execute()
    expect(session?.method).toBe(provider)
  })

  test('S7.08 a login that the person cancels redirects to returnUrl with the reason and without tokens', async () => {
    const site = await createTestSiteWithProviders()
    const end = await site.browser().logIn(provider, null)
    expect([end.status, end.location]).toEqual([303, 'https://site.test/articles?page=2&error=provider_denied#notes'])
    expect(await site.db.selectFrom('users').selectAll().execute()).toEqual([])
  })
})

test('S2.31 the tokens in the query are valid for a minute; the refresh token works once and only with the browser’s cookie', async () => {
  freezeTime()
  const site = await createTestSiteWithProviders()
  const browser = site.browser()
  const refresh = async (address: string, handoff: string | undefined) => {
    const refreshToken = new URL(address).searchParams.get('refreshtoken')
    const headers: Record<string, string> = handoff === undefined ? {} : { cookie: `handoff=${handoff}` }
    return (await site.call('POST', '/auth/refresh', { body: { refreshToken, isFromUrl: true }, headers })).statusCode
  }
  const first = (await browser.logIn('google', 'nora@example.org')).location
  expect(await refresh(first, browser.cookies.get('handoff'))).toBe(200)
  expect(await refresh(first, browser.cookies.get('handoff'))).toBe(401)

  const forged = (await browser.logIn('google', 'nora@example.org')).location
  expect(await refresh(forged, undefined)).toBe(401)
  const foreign = (await browser.logIn('google', 'nora@example.org')).location
  expect(await refresh(foreign, 'a'.repeat(43))).toBe(401)

  const late = (await browser.logIn('google', 'nora@example.org')).location
  vi.setSystemTime(Date.now() + PROVIDER_LOGIN_TOKEN_LIFETIME_MS)
  expect(await refresh(late, browser.cookies.get('handoff'))).toBe(401)
  await expect(fetchUserByUrlToken(site, late)).rejects.toThrow('unauthenticated')
})

test('S2.31 a refresh token that no provider login has issued is refused in the query of a URL, and stays valid elsewhere', async () => {
  const site = await createTestSite()
  // A session of a program belongs to no browser, so its owner could put its tokens into a link to the site.
  const { refreshToken } = await site.createReader('theo@example.org')
  const refresh = (body: object) => site.call('POST', '/auth/refresh', { body: { refreshToken, ...body } })
  const forged = await refresh({ isFromUrl: true })
  expect([forged.statusCode, forged.json().code, forged.headers['set-cookie']]).toEqual([
    401,
    'session_over',
    undefined,
  ])
  expect((await refresh({})).statusCode).toBe(200)
})

test('the cookies of a login are HttpOnly, each limited to one path, and Secure over https', async () => {
  const site = await createTestSiteWithProviders()
  const browser = site.browser()
  const start = await browser.begin('google')
  expect(start.headers['set-cookie']).toMatch(
    /^provider-login=[\w-]{43}; Max-Age=600; Path=\/auth\/login; HttpOnly; Secure; SameSite=Lax$/,
  )
  const end = await browser.get(await logInAtProvider(start.location, 'nora@example.org'))
  expect(end.headers['set-cookie']).toMatch(
    /^handoff=[\w-]{43}; Max-Age=60; Path=\/auth\/refresh; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('a login for a front end on another origin redirects there and sets a cookie that the front end’s fetch may send', async () => {
  const site = await createTestSiteWithProviders()
  const end = await site.browser().logIn('google', 'nora@example.org', 'https://app.test/')
  expect(new URL(end.location).origin).toBe('https://app.test')
  expect(end.headers['set-cookie']).toMatch(/^handoff=[\w-]{43}; .*HttpOnly; Secure; SameSite=None$/)
})

test.each([
  ['https://site.test/', 'site.test', 'https://site.test'],
  ['https://site.test/', '127.0.0.1:3000', 'https://site.test'],
  ['https://site.test/', 'evil.test', 'https://site.test'],
  ['https://app.test/', 'site.test', 'https://site.test'],
  ['https://app.test/', 'evil.test', 'https://site.test'],
  ['http://localhost:3000/', 'localhost:3000', 'http://localhost:3000'],
  ['http://localhost:3000/', 'localhost:3001', 'https://site.test'],
])('with the returnUrl %s and the Host %s, the provider redirects to %s', async (to, host, origin) => {
  const site = await createTestSiteWithProviders({
    origins: ['https://site.test', 'https://app.test', 'http://localhost:3000'],
  })
  const { location } = await site.browser().get(`/auth/login/google?returnUrl=${encodeURIComponent(to)}`, { host })
  expect(new URL(location).searchParams.get('redirect_uri')).toBe(`${origin}/auth/login/google/callback`)
})

test('two provider logins at the same time in one browser both succeed', async () => {
  const site = await createTestSiteWithProviders()
  const browser = site.browser()
  const one = await browser.begin('google')
  const other = await browser.begin('microsoft')
  const callbacks = [
    await logInAtProvider(one.location, 'nora@example.org'),
    await logInAtProvider(other.location, 'nora@example.org'),
  ]
  for (const callback of callbacks) {
    expect(await fetchUserByUrlToken(site, (await browser.get(callback)).location)).toMatchObject({
      email: 'nora@example.org',
    })
  }
})

test('a login that takes ten minutes redirects back with an error, and rows of abandoned logins are deleted', async () => {
  freezeTime()
  const site = await createTestSiteWithProviders()
  const browser = site.browser()
  const flows = () => site.db.selectFrom('provider_flows').selectAll().execute()
  const start = await browser.begin('google')
  const callback = await logInAtProvider(start.location, 'nora@example.org')
  vi.setSystemTime(Date.now() + PROVIDER_LOGIN_TIMEOUT_MS)
  const end = await browser.get(callback)
  expect(end.location).toBe('https://site.test/articles?page=2&error=provider_failed#notes')

  await browser.begin('google')
  expect(await flows()).toHaveLength(1)
  vi.setSystemTime(Date.now() + PROVIDER_LOGIN_TIMEOUT_MS)
  await browser.begin('google')
  expect(await flows()).toHaveLength(1)
})

test('the database contains neither the state nor the cookie of a login in plain form', async () => {
  const site = await createTestSiteWithProviders()
  const browser = site.browser()
  const start = await browser.begin('google')
  const stored = JSON.stringify(await site.db.selectFrom('provider_flows').selectAll().execute())
  const state = new URL(start.location).searchParams.get('state') ?? ''
  expect(state).toMatch(/^[\w-]{43}$/)
  expect(stored).not.toContain(state)
  expect(stored).not.toContain(browser.cookies.get('provider-login'))
})

test('an unknown or unconfigured provider is answered 404', async () => {
  const site = await createTestSiteWithProviders()
  for (const path of ['/auth/login/apple', '/auth/login/apple/callback', '/auth/login/__proto__']) {
    const answer = await site.browser().get(`${path}?${new URLSearchParams({ returnUrl })}`)
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([404, 'not_found'])
  }
})

test('a HEAD request to the callback is answered 405 and does not end the login', async () => {
  const site = await createTestSiteWithProviders()
  const browser = site.browser()
  const start = await browser.begin('google')
  const { pathname, search } = new URL(await logInAtProvider(start.location, 'nora@example.org'))
  const cookie = `provider-login=${browser.cookies.get('provider-login')}`
  const head = await site.app.inject({ method: 'HEAD', url: pathname + search, headers: { cookie } })
  expect(head.statusCode).toBe(405)
  const end = await browser.get(pathname + search)
  expect(getErrorParameter(end.location)).toBeNull()
})

test('the sixty-first provider login from one IP address within ten minutes returns to its page with an error', async () => {
  const site = await createTestSiteWithProviders()
  const browser = site.browser()
  for (let i = 0; i < 60; i++) expect((await browser.begin('google')).status).toBe(303)
  const refused = await browser.begin('google')
  expect([refused.status, refused.location]).toEqual([
    303,
    'https://site.test/articles?page=2&error=too_many_requests#notes',
  ])
})
