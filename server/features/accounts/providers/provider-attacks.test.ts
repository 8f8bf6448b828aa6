import { describe, expect, test, vi } from 'vitest'
import { loginProviders } from '#contract/accounts.ts'
import { DatabaseUnavailableError } from '../../../db/unavailable.ts'
import { createLogRecorder } from '../../../testing/app.ts'
import { logInAtProvider } from '../../../testing/openid-provider.ts'
import {
  createTestSiteWithProviders,
  fetchUserByUrlToken,
  getErrorParameter,
  type TestSiteWithProviders,
} from '../../../testing/provider-site.ts'

const nora = 'nora@example.org'
const tenant = '11111111-2222-3333-4444-555555555555'
const lost = '/login?error=provider_failed'

const sessions = ({ db }: TestSiteWithProviders) => db.selectFrom('sessions').select('id').execute()

const foreign = [
  '//evil.test',
  'https://evil.test/',
  'https://site.test.evil.test/',
  'https://site.testevil.test/',
  'https://site.test@evil.test/',
  'https://user@site.test/',
  'https://user:word@site.test/',
  'https://site.test:8443/',
  'http://site.test/',
  'https:\\\\evil.test',
  'https://site.test\\@evil.test/',
  'https://evil.test\\.site.test/',
  '/\\evil.test',
  '\thttps://site.test/',
  'https://site.test/\n',
  'java\tscript:alert(1)',
  'javascript:alert(1)//https://site.test/',
  'data:text/html,https://site.test/',
  '/articles',
  '',
]

test('S7.08 refuses a returnUrl that a browser would open on another site, even when the URL looks like one of this site', async () => {
  const site = await createTestSiteWithProviders()
  for (const address of foreign) {
    const { status, location, headers, body } = await site.browser().begin('google', address)
    const seen = [status, location, headers['set-cookie'], JSON.parse(body).code]
    expect(seen, JSON.stringify(address)).toEqual([400, '', undefined, 'foreign_address'])
  }
})

test('refuses a returnUrl that is missing, repeated or too long', async () => {
  const site = await createTestSiteWithProviders()
  const own = encodeURIComponent('https://site.test/')
  for (const query of ['', `?returnUrl=${own}&returnUrl=${own}`, `?returnUrl=${own}${'a'.repeat(2000)}`]) {
    const answer = await site.browser().get(`/auth/login/google${query}`)
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 'bad_request'])
  }
})

describe('the answer of a provider is refused', () => {
  test.each(loginProviders)('S7.08 refuses an ID token of %s with the nonce of another login', async (provider) => {
    const site = await createTestSiteWithProviders()
    site[provider].claims.set(nora, { nonce: 'another' })
    expect(getErrorParameter((await site.browser().logIn(provider, nora)).location)).toBe('provider_failed')
    expect(await sessions(site)).toEqual([])
  })

  const now = Math.floor(Date.now() / 1000)
  test.each([
    ['for another site', { aud: 'another' }],
    ['of another issuer', { iss: 'https://accounts.google.com' }],
    ['that has expired', { iat: now - 7200, exp: now - 3600 }],
    ['with an empty subject', { sub: '' }],
    ['with a zero byte in its subject', { sub: 'nora\u0000' }],
  ])('S7.08 refuses a login with an ID token %s', async (_, claims) => {
    const site = await createTestSiteWithProviders()
    site.google.claims.set(nora, claims)
    expect(getErrorParameter((await site.browser().logIn('google', nora)).location)).toBe('provider_failed')
    expect(await sessions(site)).toEqual([])
  })

  test('S7.08 refuses an ID token that another party has signed', async () => {
    const site = await createTestSiteWithProviders()
    site.google.forged = true
    expect(getErrorParameter((await site.browser().logIn('google', nora)).location)).toBe('provider_failed')
    expect(await sessions(site)).toEqual([])
  })
})

describe('a callback is refused', () => {
  test('S7.08 refuses a callback with an unknown state or without a state', async () => {
    const site = await createTestSiteWithProviders()
    const browser = site.browser()
    const callback = new URL(await logInAtProvider((await browser.begin('google')).location, nora))
    for (const state of ['x'.repeat(43), '', "' or 1=1 --"]) {
      callback.searchParams.set('state', state)
      expect((await browser.get(callback.href)).location).toBe(lost)
    }
    callback.searchParams.delete('state')
    expect((await browser.get(callback.href)).location).toBe(lost)
    expect((await browser.get('/auth/login/google/callback')).location).toBe(lost)
  })

  test('S7.08 refuses a callback whose state has already been used', async () => {
    const site = await createTestSiteWithProviders()
    const browser = site.browser()
    const callback = await logInAtProvider((await browser.begin('google')).location, nora)
    const ends = await Promise.all([browser.get(callback), browser.get(callback)])
    expect(ends.map(({ location }) => location === lost).sort()).toEqual([false, true])
    expect((await browser.get(callback)).location).toBe(lost)
    expect(await sessions(site)).toHaveLength(1)
  })

  test('S7.08 refuses a callback in a browser that did not begin the login, and afterwards also in the browser that began it', async () => {
    const site = await createTestSiteWithProviders()
    const [attacker, victim] = [site.browser(), site.browser()]
    for (const begun of [false, true]) {
      if (begun) await victim.begin('google')
      const callback = await logInAtProvider((await attacker.begin('google')).location, 'mallory@example.org')
      expect((await victim.get(callback)).location).toBe(lost)
      expect((await attacker.get(callback)).location).toBe(lost)
    }
    expect(await sessions(site)).toEqual([])
  })

  test('S7.08 refuses the callback of one provider at the callback URL of the other provider', async () => {
    const site = await createTestSiteWithProviders()
    const browser = site.browser()
    const callback = await logInAtProvider((await browser.begin('microsoft')).location, nora)
    expect((await browser.get(callback.replace('/microsoft/', '/google/'))).location).toBe(lost)
    expect(await sessions(site)).toEqual([])
  })

  test('refuses a callback that names another issuer than the requested one (RFC 9207)', async () => {
    const site = await createTestSiteWithProviders()
    const browser = site.browser()
    const callback = new URL(await logInAtProvider((await browser.begin('google')).location, nora))
    expect(callback.searchParams.get('iss')).toBe(site.google.issuer)
    callback.searchParams.set('iss', 'https://evil.test')
    expect(getErrorParameter((await browser.get(callback.href)).location)).toBe('provider_failed')
    expect(await sessions(site)).toEqual([])
  })

  test('S7.08 refuses a callback with the code of another login (PKCE)', async () => {
    const site = await createTestSiteWithProviders()
    const browser = site.browser()
    const stolen = new URL(await logInAtProvider((await site.browser().begin('google')).location, 'victim@example.org'))
    const callback = new URL(await logInAtProvider((await browser.begin('google')).location, nora))
    callback.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    expect(getErrorParameter((await browser.get(callback.href)).location)).toBe('provider_failed')
    expect(await sessions(site)).toEqual([])
  })
})

describe('Microsoft', () => {
  test('accepts a Microsoft login whose issuer belongs to the tenant of the account', async () => {
    const site = await createTestSiteWithProviders()
    site.microsoft.claims.set('nora', { tid: tenant, email: nora, xms_edov: true })
    const end = await site.browser().logIn('microsoft', 'nora')
    expect(await fetchUserByUrlToken(site, end.location)).toMatchObject({ email: nora })
    const [identity] = await site.db.selectFrom('identities').select('subject').execute()
    expect(identity?.subject).toMatch(new RegExp(`^${tenant}\\.[0-9a-f-]{36}$`))
  })

  test.each([
    [
      'belongs to another tenant than the one in the token',
      (base: string) => ({ tid: tenant, iss: `${base}/${tenant.replace('1', '2')}/v2.0` }),
    ],
    [
      'belongs to a tenant, while the token names no tenant',
      (base: string) => ({ tid: null, iss: `${base}/${tenant}/v2.0` }),
    ],
    [
      'is the template with the placeholder {tenantid}',
      (base: string) => ({ tid: '{tenantid}', iss: `${base}/{tenantid}/v2.0` }),
    ],
    ['is on another server', () => ({ tid: tenant, iss: `https://evil.test/${tenant}/v2.0` })],
  ])('refuses a Microsoft token whose issuer %s', async (_, claims) => {
    const site = await createTestSiteWithProviders()
    site.microsoft.claims.set('nora', {
      email: nora,
      email_verified: true,
      ...claims(new URL(site.microsoft.issuer).origin),
    })
    expect(getErrorParameter((await site.browser().logIn('microsoft', 'nora')).location)).toBe('provider_failed')
    expect(await sessions(site)).toEqual([])
  })

  test('S7.08 a tenant’s admin who enters a reader’s email address cannot log in to the reader’s account', async () => {
    const site = await createTestSiteWithProviders()
    await site.createReader(nora)
    const claims = { tid: tenant, email: nora, preferred_username: nora, upn: nora, verified_primary_email: [nora] }
    site.microsoft.claims.set('mallory', claims)
    expect(getErrorParameter((await site.browser().logIn('microsoft', 'mallory')).location)).toBe('email_unverified')
    expect(await site.db.selectFrom('identities').selectAll().execute()).toEqual([])
  })

  test('the same object id in two Microsoft tenants belongs to two different accounts', async () => {
    const site = await createTestSiteWithProviders()
    const same = { oid: '99999999-0000-0000-0000-000000000000', xms_edov: true }
    site.microsoft.claims.set('one', { ...same, tid: tenant, email: 'one@example.org' })
    site.microsoft.claims.set('two', { ...same, tid: tenant.replace('1', '2'), email: 'two@example.org' })
    const one = await fetchUserByUrlToken(site, (await site.browser().logIn('microsoft', 'one')).location)
    const two = await fetchUserByUrlToken(site, (await site.browser().logIn('microsoft', 'two')).location)
    expect(two.id).not.toBe(one.id)
  })

  test('refuses a Microsoft account without an object id', async () => {
    const site = await createTestSiteWithProviders()
    site.microsoft.claims.set('nora', { oid: null, email: nora })
    expect(getErrorParameter((await site.browser().logIn('microsoft', 'nora')).location)).toBe('provider_failed')
  })
})

describe('a provider', () => {
  test('S7.08 when a provider is unavailable at the start of a login, the login redirects back with an error, and the next login sends a request to the provider again', async () => {
    const site = await createTestSiteWithProviders()
    const browser = site.browser()
    const down = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'))
    const start = await browser.begin('google')
    down.mockRestore()
    expect([start.status, start.location]).toEqual([
      303,
      'https://site.test/articles?page=2&error=provider_failed#notes',
    ])
    expect(await site.db.selectFrom('provider_flows').selectAll().execute()).toEqual([])
    expect(getErrorParameter((await browser.logIn('google', nora)).location)).toBeNull()
  })

  test('when a provider fails during a login, the login redirects back with an error', async () => {
    const site = await createTestSiteWithProviders()
    const browser = site.browser()
    const callback = await logInAtProvider((await browser.begin('google')).location, nora)
    await site.google.close()
    expect(getErrorParameter((await browser.get(callback)).location)).toBe('provider_failed')
  })

  test('while the database is unavailable, a login returns to the page with an error, at its beginning and at its end', async () => {
    const site = await createTestSiteWithProviders()
    const browser = site.browser()
    const callback = await logInAtProvider((await browser.begin('google')).location, nora)
    const unavailable = vi.spyOn(site.db, 'deleteFrom').mockImplementation(() => {
      throw new DatabaseUnavailableError(new Error('no answer'))
    })
    const answers = [await browser.begin('google'), await browser.get(callback)]
    unavailable.mockRestore()
    expect(answers.map(({ status, location }) => [status, location])).toEqual([
      [303, 'https://site.test/articles?page=2&error=database_unavailable#notes'],
      [303, '/login?error=database_unavailable'],
    ])
  })

  test('a login ends with an error when the provider does not answer within five seconds', async () => {
    const site = await createTestSiteWithProviders()
    const waits = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation(() => AbortSignal.abort(new DOMException('', 'TimeoutError')))
    const start = await site.browser().begin('google')
    expect(waits.mock.calls).toEqual([[5000]])
    waits.mockRestore()
    expect(getErrorParameter(start.location)).toBe('provider_failed')
  })

  test('the metadata of a provider is requested once an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const site = await createTestSiteWithProviders()
    const asked = () => site.google.requests.get('/.well-known/openid-configuration')
    await Promise.all([site.browser().begin('google'), site.browser().begin('google')])
    await site.browser().logIn('google', nora)
    expect(asked()).toBe(1)
    vi.setSystemTime(Date.now() + 3_600_000)
    await site.browser().begin('google')
    expect(asked()).toBe(2)
    vi.useRealTimers()
  })
})

test('the log contains the failure of a provider login, but no code, state, token or cookie', async () => {
  const log = createLogRecorder()
  const site = await createTestSiteWithProviders({ logger: log.logger })
  const browser = site.browser()
  site.google.claims.set('bad', { nonce: 'another' })
  const urls: string[] = []
  for (const email of [nora, 'bad']) {
    const start = await browser.begin('google')
    const callback = await logInAtProvider(start.location, email)
    urls.push(start.location, callback, (await browser.get(callback)).location)
  }
  const text = JSON.stringify(log.lines())
  expect(text).toContain('unexpected ID Token \\"nonce\\" claim value')
  const secret = ['code', 'state', 'nonce', 'code_challenge', 'token', 'refreshtoken']
  const secrets = urls.flatMap((url) => secret.map((name) => new URL(url).searchParams.get(name)))
  for (const value of [...secrets, ...browser.cookies.values()]) if (value) expect(text).not.toContain(value)
})
