import { describe, expect, test } from 'vitest'
import { hashSecret } from '../../db/secrets.ts'
import { NATIVE_ORIGINS } from '../../http/origins.ts'
import { createTestBrowser } from '../../testing/browser.ts'
import { createSiteWithPasskey, logInWithPasskey, requestLoginOptions } from '../../testing/passkeys.ts'
import { createTestSiteWithProviders, returnUrl } from '../../testing/provider-site.ts'
import { createTestSite, getLinkSecret, PASSWORD, type TestSite, verificationUrl } from '../../testing/site.ts'
import { insertClaimLink } from './claim-site.ts'

const email = 'nora@example.org'
const login = { body: { email, password: PASSWORD } }
const SECURE = /^__Host-browser=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/
const PLAIN = /^browser=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/

const browsersOf = async ({ db }: TestSite) =>
  (await db.selectFrom('sessions').select('browser').orderBy('id').execute()).map(({ browser }) => browser)

/** Logs in with these headers only. @returns the Set-Cookie header */
async function cookieOfLogin(site: TestSite, headers: Record<string, string>) {
  const answer = await site.app.inject({ method: 'POST', url: '/auth/manual-login', headers, payload: login.body })
  expect(answer.statusCode).toBe(200)
  return answer.headers['set-cookie']
}

describe('the cookie of a login', () => {
  const site = { host: 'site.test', origin: 'https://site.test' }
  test.each([
    ['https', { ...site, 'sec-fetch-site': 'same-origin' }, SECURE],
    [
      'https behind a proxy that changes Host',
      { ...site, host: 'server:3000', 'sec-fetch-site': 'same-origin' },
      SECURE,
    ],
    ['https in an older browser', site, SECURE],
    [
      'https in an older browser behind a proxy',
      { ...site, host: 'server:3000', 'x-forwarded-host': 'site.test', 'x-forwarded-proto': 'https' },
      SECURE,
    ],
    [
      'http on this machine',
      { host: 'localhost:3000', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
      PLAIN,
    ],
    ['http in the same network', { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' }, PLAIN],
  ])('a login sets the browser cookie with the right name and attributes over %s', async (_, headers, expected) => {
    const testSite = await createTestSite({ trustProxy: true })
    await testSite.createReader(email)
    expect(await cookieOfLogin(testSite, headers)).toMatch(expected)
  })

  test.each([
    ['the native app on Android', { host: 'site.test', origin: NATIVE_ORIGINS[0], 'sec-fetch-site': 'cross-site' }],
    ['the native app in an older web view', { host: 'site.test', origin: NATIVE_ORIGINS[0] }],
    ['the native app on iOS', { host: 'site.test', origin: NATIVE_ORIGINS[1] }],
    [
      'a front end at another address',
      { host: 'site.test', origin: 'https://app.test', 'sec-fetch-site': 'cross-site' },
    ],
    [
      'a front end at a subdomain',
      { host: 'site.test', origin: 'https://www.site.test', 'sec-fetch-site': 'same-site' },
    ],
    ['a front end in an older browser', { host: 'site.test', origin: 'https://app.test' }],
    ['a page without an origin', { host: 'site.test', origin: 'null' }],
    ['a program', { host: 'site.test' }],
  ])(
    'a login from %s gets no browser cookie, and its session works without this cookie, also after a refresh',
    async (_, headers) => {
      const testSite = await createTestSite({ native: true })
      await testSite.createReader(email)
      await testSite.db.deleteFrom('sessions').execute()
      const inject = (url: string, payload?: object, token?: string) =>
        testSite.app.inject({
          method: payload ? 'POST' : 'GET',
          url,
          headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
          ...(payload && { payload }),
        })
      const begun = await inject('/auth/manual-login', login.body)
      const refreshed = await inject('/auth/refresh', { refreshToken: begun.json().refreshToken })
      expect([begun.headers['set-cookie'], refreshed.headers['set-cookie']]).toEqual([undefined, undefined])
      expect((await inject('/auth/current-user', undefined, refreshed.json().accessToken)).statusCode).toBe(200)
      expect(await browsersOf(testSite)).toEqual([null])
    },
  )

  test('the browser cookie is shared by the sessions of a browser and renewed at each refresh; the database contains only its hash', async () => {
    const site = await createTestSite()
    await site.createReader(email)
    await site.db.deleteFrom('sessions').execute()
    const browser = createTestBrowser(site)
    const first = (await browser.call('POST', '/auth/manual-login', login)).json()
    const secret = browser.cookies.get('__Host-browser') ?? ''
    const second = (await browser.call('POST', '/auth/manual-login', login)).json()
    const refreshed = await browser.call('POST', '/auth/refresh', { body: first })
    expect(refreshed.headers['set-cookie']).toMatch(SECURE)
    expect(browser.cookies.get('__Host-browser')).toBe(secret)
    for (const { accessToken: token } of [first, second, refreshed.json()])
      expect((await browser.call('GET', '/auth/current-user', { token })).statusCode).toBe(200)
    expect(await browsersOf(site)).toEqual([hashSecret(secret), hashSecret(secret)])
    const rows = [await site.db.selectFrom('sessions').selectAll().execute()]
    expect(JSON.stringify([rows, await site.db.selectFrom('refresh_tokens').selectAll().execute()])).not.toContain(
      secret,
    )
  })

  test.each([
    ['browser', 'a'.repeat(43), 'another host may have planted it'],
    ['__Host-browser', 'a'.repeat(42), 'it is malformed'],
    ['__Host-browser', '', 'it is empty'],
  ])('a login replaces the cookie %s=%s, because %s', async (name, value) => {
    const site = await createTestSite()
    await site.createReader(email)
    const browser = createTestBrowser(site)
    browser.cookies.set(name, value)
    const { accessToken: token } = (await browser.call('POST', '/auth/manual-login', login)).json()
    expect(browser.cookies.get('__Host-browser')).toMatch(/^[\w-]{43}$/)
    expect(browser.cookies.get('__Host-browser')).not.toBe('a'.repeat(43))
    expect((await browser.call('GET', '/auth/current-user', { token })).statusCode).toBe(200)
  })

  test('S7.04 the browser cookie is removed when the last session of the browser logs out', async () => {
    const site = await createTestSite()
    await site.createReader(email)
    const browser = createTestBrowser(site)
    const first = (await browser.call('POST', '/auth/manual-login', login)).json()
    const second = (await browser.call('POST', '/auth/manual-login', login)).json()
    await browser.call('POST', '/auth/logout', { token: first.accessToken })
    expect((await browser.call('GET', '/auth/current-user', { token: second.accessToken })).statusCode).toBe(200)
    const last = await browser.call('POST', '/auth/logout', { token: second.accessToken })
    expect(last.headers['set-cookie']).toBe('__Host-browser=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict')
    expect(browser.cookies.size).toBe(0)
  })
})

describe('each way to begin a session binds it to the browser', () => {
  test('login, signup, guest checkout, password reset and claim bind the session to the browser', async () => {
    const site = await createTestSite()
    const browser = createTestBrowser(site)
    const post = (url: string, body: object) => browser.call('POST', url, { body })
    const lastSecret = async () =>
      getLinkSecret((await site.mails()).at(-1) as Awaited<ReturnType<TestSite['mails']>>[0])
    const signup = { name: 'Nora', email, password: PASSWORD, isPartner: false, verificationUrl }
    await post('/auth/signup', signup)
    const sessions = [(await post('/auth/verify-email', { token: await lastSecret() })).json().session]
    sessions.push((await post('/auth/manual-login', login.body)).json())
    await post('/auth/forgot-password', { email })
    const reset = { token: await lastSecret(), password: `${PASSWORD} and more` }
    sessions.push((await post('/auth/reset-password', reset)).json())
    const { token, refreshToken } = (
      await post('/auth/guestcheckout', { name: 'Gus', email: 'gus@example.org' })
    ).json()
    sessions.push({ accessToken: token, refreshToken })
    const owner = { name: 'Otto', email: 'otto@example.org', password: 'a kitchen full of kettles' }
    sessions.push((await post('/auth/claim', { token: await insertClaimLink(site.db), ...owner })).json())
    expect(sessions.map(({ refreshToken }) => typeof refreshToken)).toEqual(Array(5).fill('string'))
    const browsers = await browsersOf(site)
    expect(browsers).toHaveLength(5)
    expect(new Set(browsers)).toEqual(new Set([hashSecret(browser.cookies.get('__Host-browser') ?? '')]))
  })

  test('a login with a passkey binds the session to the browser', async () => {
    const { site, authenticator } = await createSiteWithPasskey()
    await site.db.deleteFrom('sessions').execute()
    const browser = createTestBrowser(site)
    const its = { ...site, call: browser.call }
    const answer = await logInWithPasskey(its, authenticator.get(await requestLoginOptions(its)))
    expect(answer.statusCode).toBe(200)
    expect(await browsersOf(site)).toEqual([hashSecret(browser.cookies.get('__Host-browser') ?? '')])
  })

  test('a provider login binds the session to the browser when the page exchanges the refresh token in its URL', async () => {
    const site = await createTestSiteWithProviders()
    const provider = site.browser()
    const { location } = await provider.logIn('google', email, returnUrl)
    const { token = '', refreshtoken: refreshToken } = Object.fromEntries(new URL(location).searchParams)
    const browser = createTestBrowser(site)
    browser.cookies.set('handoff', provider.cookies.get('handoff') ?? '')
    const answer = await browser.call('POST', '/auth/refresh', { body: { refreshToken } })
    expect(answer.statusCode).toBe(200)
    expect(await browsersOf(site)).toEqual([hashSecret(browser.cookies.get('__Host-browser') ?? '')])
    expect((await browser.call('GET', '/auth/current-user', { token })).statusCode).toBe(200)
    expect((await site.call('GET', '/auth/current-user', { token })).statusCode).toBe(401)
  })
})
