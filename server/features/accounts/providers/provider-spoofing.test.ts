import { decodeJwt, UnsecuredJWT } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  createTestSiteWithProviders,
  fetchUserByUrlToken,
  getErrorParameter,
  type TestSiteWithProviders,
} from '../../../testing/provider-site.ts'

const nora = 'nora@example.org'

/** Changes the answers of a provider, as an attacker between the provider and the site could. */
function changeAnswers(path: string, change: (body: Record<string, string>) => object): void {
  const real = fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await real(input, init)
    if (!String(input).endsWith(path)) return response
    return Response.json(change((await response.json()) as Record<string, string>), { status: response.status })
  })
  onTestFinished(() => spy.mockRestore())
}

const sessions = ({ db }: TestSiteWithProviders) => db.selectFrom('sessions').select('id').execute()

test.each([
  ['google', (issuer: string) => `${issuer}/other`],
  ['google', () => 'https://accounts.google.com'],
  ['microsoft', () => 'https://login.microsoftonline.com/{tenantid}/v2.0'],
  ['microsoft', (issuer: string) => issuer.replace('/common/', '/other/')],
] as const)('S7.08 no login begins when the metadata of %s names another issuer', async (provider, other) => {
  const site = await createTestSiteWithProviders()
  let described = 0
  changeAnswers('/.well-known/openid-configuration', (body) => {
    described++
    return { ...body, issuer: other(site[provider].issuer) }
  })
  const { location } = await site.browser().begin(provider)
  expect([described, getErrorParameter(location)]).toEqual([1, 'provider_failed'])
})

test('S7.08 an ID token without a signature (alg none) is refused', async () => {
  const site = await createTestSiteWithProviders()
  let stripped = 0
  changeAnswers('/token', (body) => {
    stripped++
    return { ...body, id_token: new UnsecuredJWT(decodeJwt(body.id_token ?? '')).encode() }
  })
  expect(getErrorParameter((await site.browser().logIn('google', nora)).location)).toBe('provider_failed')
  expect([stripped, await sessions(site)]).toEqual([1, []])
})

test('S7.08 the same subject at Google and Microsoft belongs to two different accounts', async () => {
  const site = await createTestSiteWithProviders()
  const known = await fetchUserByUrlToken(site, (await site.browser().logIn('microsoft', nora)).location)
  const { subject } = await site.db.selectFrom('identities').select('subject').executeTakeFirstOrThrow()
  site.google.claims.set('eve@example.org', { sub: subject })
  const eve = await fetchUserByUrlToken(site, (await site.browser().logIn('google', 'eve@example.org')).location)
  expect([eve.email, eve.id === known.id]).toEqual(['eve@example.org', false])
  const identities = await site.db
    .selectFrom('identities')
    .select(['provider', 'subject'])
    .orderBy('provider')
    .execute()
  expect(identities).toEqual([
    { provider: 'google', subject },
    { provider: 'microsoft', subject },
  ])
})
