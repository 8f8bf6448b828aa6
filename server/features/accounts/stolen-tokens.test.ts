import { HttpTransportType } from '@microsoft/signalr'
import { describe, expect, test } from 'vitest'
import { HUB_PATH } from '#contract/live.ts'
import { NATIVE_ORIGINS } from '../../http/origins.ts'
import { createTestBrowser, type TestBrowser } from '../../testing/browser.ts'
import { connectHubTestClient } from '../../testing/hub-test-client.ts'
import { createTestSite, PASSWORD, type TestSite } from '../../testing/site.ts'

const COOKIE = '__Host-browser'

/** A reader who is logged in, and a browser in which somebody else is logged in. */
async function siteWithSession() {
  const site = await createTestSite()
  const begin = async (email: string) => {
    await site.createReader(email)
    const browser = createTestBrowser(site)
    const body = { email, password: PASSWORD }
    const tokens = (await browser.call('POST', '/auth/manual-login', { body })).json()
    return { browser, tokens: tokens as { accessToken: string; refreshToken: string } }
  }
  const owner = await begin('nora@example.org')
  const thief = await begin('theo@example.org')
  return { ...site, ...owner, thief: thief.browser }
}
type Site = Awaited<ReturnType<typeof siteWithSession>>

const isIn = async (browser: TestBrowser, token: string) =>
  (await browser.call('GET', '/auth/current-user', { token })).statusCode === 200

/** The Cookie headers that a thief can send. */
const thefts: [string, (site: Site) => string | undefined][] = [
  ['no cookie', () => undefined],
  ['the cookie of another browser', ({ thief }) => thief.cookie()],
  ['an empty cookie', () => `${COOKIE}=`],
  ['a malformed cookie', ({ browser }) => `${browser.cookie()}=`],
  ['the hash of the cookie', () => `${COOKIE}=${'h'.repeat(43)}`],
  ['two cookies of this name', ({ thief }) => `${thief.cookie()}; ${COOKIE}=${'a'.repeat(43)}`],
  [
    'the plain cookie beside its own',
    ({ browser, thief }) => `${thief.cookie()}; browser=${browser.cookies.get(COOKIE)}`,
  ],
]

describe.each(thefts)('stolen tokens with %s', (_, cookieOf) => {
  const headersOf = (site: Site) => {
    const cookie = cookieOf(site)
    return { origin: 'https://site.test', ...(cookie !== undefined && { cookie }) }
  }

  test('stolen tokens are refused by calls, by files and by the hub', async () => {
    const site = await siteWithSession()
    const [headers, token] = [headersOf(site), site.tokens.accessToken]
    const id = crypto.randomUUID()
    const receipt = `/api/orders/${id}/receipts/${id}/pdf`
    const refused = await Promise.all([
      site.call('GET', '/auth/current-user', { token, headers }),
      site.call('GET', '/api/account/sessions', { token, headers }),
      site.call('GET', '/api/private-pages/logbuch', { token, headers }),
      site.call('GET', receipt, { token, headers }),
    ])
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      Array(4).fill([401, 'unauthenticated']),
    )
    expect((await site.browser.call('GET', receipt, { token })).statusCode).toBe(404)
    const address = await site.app.listen({ host: '127.0.0.1', port: 0 })
    for (const transport of [HttpTransportType.WebSockets, HttpTransportType.LongPolling])
      await expect(connectHubTestClient(address, { token, transport, headers })).rejects.toThrow('401')
    expect(await isIn(site.browser, token)).toBe(true)
  })

  test('refreshing with a stolen token fails, and does not end a session of the owner', async () => {
    const site = await siteWithSession()
    const { browser, tokens } = site
    const steal = async (url: string, body: object) => {
      const answer = await site.call('POST', url, { body, headers: headersOf(site) })
      return [answer.statusCode, answer.headers['set-cookie']]
    }
    expect(await steal('/auth/refresh', tokens)).toEqual([401, undefined])
    expect((await steal('/auth/logout', tokens))[0]).toBe(204)
    expect(await isIn(browser, tokens.accessToken)).toBe(true)
    const fresh = await browser.call('POST', '/auth/refresh', { body: tokens })
    expect(fresh.statusCode).toBe(200)
    // The owner has now used the refresh token.
    expect(await steal('/auth/refresh', tokens)).toEqual([401, undefined])
    expect(await isIn(browser, fresh.json().accessToken)).toBe(true)
    expect((await browser.call('POST', '/auth/refresh', { body: fresh.json() })).statusCode).toBe(200)
  })
})

test('a request with the browser cookie but without tokens cannot read, change or end anything', async () => {
  const { browser, tokens } = await siteWithSession()
  expect((await browser.call('GET', '/auth/current-user')).statusCode).toBe(401)
  expect((await browser.call('POST', '/api/account/delete', { body: { password: PASSWORD } })).statusCode).toBe(401)
  expect((await browser.call('POST', '/auth/logout')).headers['set-cookie']).toBeUndefined()
  expect(await isIn(browser, tokens.accessToken)).toBe(true)
})

test.each([
  ['the native app', { origin: NATIVE_ORIGINS[1], 'sec-fetch-site': 'cross-site' }],
  ['a front end at another address', { origin: 'https://app.test', 'sec-fetch-site': 'cross-site' }],
])('a session stays bound to its browser when a later call claims to come from %s', async (_, headers) => {
  const { call, browser, tokens } = await siteWithSession()
  const refresh = (body: object, own = {}) => call('POST', '/auth/refresh', { body, headers: { ...headers, ...own } })
  expect((await refresh(tokens)).statusCode).toBe(401)
  const fresh = await refresh(tokens, { cookie: browser.cookie() })
  expect(fresh.statusCode).toBe(200)
  for (const { accessToken: token } of [tokens, fresh.json()])
    expect((await call('GET', '/auth/current-user', { token, headers })).statusCode).toBe(401)
  expect((await refresh(fresh.json())).statusCode).toBe(401)
  expect(await isIn(browser, fresh.json().accessToken)).toBe(true)
})

describe('the hub', () => {
  test('the hub connects a page with its cookie by each transport', async () => {
    const { app, browser, tokens } = await siteWithSession()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const { WebSockets, ServerSentEvents, LongPolling } = HttpTransportType
    for (const transport of [WebSockets, ServerSentEvents, LongPolling]) {
      const headers = { cookie: browser.cookie() }
      const page = await connectHubTestClient(address, { token: tokens.accessToken, transport, headers })
      await page.watch('about')
    }
  })

  test('the hub refuses each request with a stolen token, also for an open connection', async () => {
    const { app, browser, tokens } = await siteWithSession()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const authorization = `Bearer ${tokens.accessToken}`
    const negotiate = (headers: Record<string, string>) =>
      fetch(`${address}${HUB_PATH}/negotiate?negotiateVersion=1`, { method: 'POST', headers })
    expect((await negotiate({ authorization })).status).toBe(401)
    const opened = await negotiate({ authorization, cookie: browser.cookie() })
    const { connectionToken } = (await opened.json()) as { connectionToken: string }
    const poll = await fetch(`${address}${HUB_PATH}?id=${connectionToken}`, { headers: { authorization } })
    expect(poll.status).toBe(401)
  })

  test('the hub keeps the connection of a page when another session of its account ends', async () => {
    const { app, browser, tokens, logIn } = await siteWithSession()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const page = await connectHubTestClient(address, {
      token: tokens.accessToken,
      headers: { cookie: browser.cookie() },
    })
    const other = await logIn('nora@example.org')
    // Before the server answers a logout, it checks every connection of the account again.
    await browser.call('POST', '/auth/logout', { token: other.accessToken })
    await page.watch('about')
    expect(page.client.state).toBe('Connected')
  })
})

describe('a session that belongs to no browser yet', () => {
  async function olderSession() {
    const site = await createTestSite()
    const tokens = await site.createReader()
    return { ...site, tokens, browser: createTestBrowser(site), thief: createTestBrowser(site) }
  }
  const refresh = ({ call }: Pick<TestSite, 'call'>, body: object, headers = {}) =>
    call('POST', '/auth/refresh', { body, headers })

  test('a session that is not yet bound to a browser gets bound to the first browser that refreshes it, and other browsers are then refused', async () => {
    const { browser, thief, tokens } = await olderSession()
    expect(await isIn(thief, tokens.accessToken)).toBe(true)
    const fresh = (await refresh(browser, tokens)).json()
    for (const { accessToken } of [tokens, fresh])
      expect([await isIn(browser, accessToken), await isIn(thief, accessToken)]).toEqual([true, false])
    expect((await refresh(thief, fresh)).statusCode).toBe(401)
    expect((await refresh(browser, fresh)).statusCode).toBe(200)
  })

  test('a session that is not yet bound to a browser gets one cookie when several tabs refresh it at the same time', async () => {
    const site = await olderSession()
    const tabs = Array.from({ length: 5 }, () => createTestBrowser(site))
    const answers = await Promise.all(tabs.map((tab) => refresh(tab, site.tokens)))
    expect(new Set(tabs.map(({ cookies }) => cookies.get(COOKIE))).size).toBe(1)
    for (const [at, tab] of tabs.entries()) expect(await isIn(tab, answers[at]?.json().accessToken)).toBe(true)
  })

  test('a session that is not yet bound to a browser ends when its owner uses a refresh token that a thief has already used', async () => {
    const { browser, thief, tokens } = await olderSession()
    const stolen = (await refresh(thief, tokens, { 'user-agent': 'Thief' })).json()
    expect(await isIn(thief, stolen.accessToken)).toBe(true)
    expect((await refresh(browser, tokens)).statusCode).toBe(401)
    expect(await isIn(thief, stolen.accessToken)).toBe(false)
  })
})
