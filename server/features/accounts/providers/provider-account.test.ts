import { describe, expect, test } from 'vitest'
import { type LoginProvider, loginProviders } from '#contract/accounts.ts'
import {
  createTestSiteWithProviders,
  fetchUserByUrlToken,
  getErrorParameter,
  type TestSiteWithProviders,
} from '../../../testing/provider-site.ts'
import { getLinkSecret, PASSWORD } from '../../../testing/site.ts'

const nora = 'nora@example.org'
const tenant = '11111111-2222-3333-4444-555555555555'
/** Returns the claims that identify an account at a provider. */
const named = (provider: LoginProvider, subject = '') => {
  const [tid, oid] = subject.split('.')
  return provider === 'google' ? { sub: subject } : { tid, oid }
}

/** The claims with which each provider states that an email address is not confirmed. */
const unverified: Record<LoginProvider, Record<string, unknown>> = {
  google: { email_verified: false },
  microsoft: { tid: tenant },
}

const users = ({ db }: TestSiteWithProviders) => db.selectFrom('users').select(['id', 'email', 'is_guest']).execute()
const identities = ({ db }: TestSiteWithProviders) => db.selectFrom('identities').selectAll().execute()
const subjects = async (site: TestSiteWithProviders) => (await site.mails()).map(({ subject }) => subject)

describe.each(loginProviders)('with %s', (provider) => {
  test('S7.08 the first login with a confirmed, unknown email address creates an account, and the next login finds this account', async () => {
    const site = await createTestSiteWithProviders()
    const first = await fetchUserByUrlToken(site, (await site.browser().logIn(provider, nora)).location)
    const second = await fetchUserByUrlToken(site, (await site.browser().logIn(provider, nora)).location)
    expect(second.id).toBe(first.id)
    expect(await users(site)).toHaveLength(1)
    expect(await site.mails()).toEqual([])
  })

  test('S7.08 a login with the confirmed email address of an existing account links the provider to this account, whose owner gets one mail', async () => {
    const site = await createTestSiteWithProviders()
    const { userId } = await site.createReader(nora, { name: 'Nora Reader' })
    const mailsBefore = (await site.mails()).length
    for (let i = 0; i < 2; i++) {
      const end = await site.browser().logIn(provider, nora)
      expect(await fetchUserByUrlToken(site, end.location)).toMatchObject({ id: userId, user: 'Nora Reader' })
    }
    const [mail, ...others] = (await site.mails()).slice(mailsBefore)
    expect(others).toEqual([])
    expect(mail?.to).toBe(nora)
    const name = { google: 'Google', microsoft: 'Microsoft' }[provider]
    expect(mail?.subject).toBe(`You can now log in to Nebelhorn with ${name}`)
    expect(mail?.text).toContain('https://site.test/account')
    await site.logIn(nora, PASSWORD)
  })

  test('a provider login is refused for an account with a second factor, whether the provider is linked to it or not', async () => {
    const site = await createTestSiteWithProviders()
    const { userId } = await site.createReader(nora)
    const factor = { user_id: userId, secret: 'AAAA', last_step: 0, confirmed_at: 1, tries: 0, tries_since: 0 }
    const protect = () => site.db.insertInto('second_factors').values(factor).execute()
    await protect()
    expect(getErrorParameter((await site.browser().logIn(provider, nora)).location)).toBe('other_login_required')
    expect(await identities(site)).toEqual([])
    await site.db.deleteFrom('second_factors').execute()
    await site.browser().logIn(provider, nora)
    await protect()
    expect(getErrorParameter((await site.browser().logIn(provider, nora)).location)).toBe('other_login_required')
  })

  test('S7.08 when the provider has not confirmed the email address of a login and an account has this address, the login is refused and the account is not linked', async () => {
    const site = await createTestSiteWithProviders()
    await site.createReader(nora)
    site[provider].claims.set('mallory', { email: nora, ...unverified[provider] })
    for (let i = 0; i < 2; i++) {
      const end = await site.browser().logIn(provider, 'mallory')
      expect([getErrorParameter(end.location), end.location]).toEqual([
        'email_unverified',
        expect.not.stringContaining('token'),
      ])
    }
    expect(await identities(site)).toEqual([])
    expect((await subjects(site)).at(-1)).toMatch(/^You already have an account/)
  })

  test('S7.08 a login with an unconfirmed, unknown email address creates an account only after a mailed link confirms the address', async () => {
    const site = await createTestSiteWithProviders()
    site[provider].claims.set('nora', { email: nora, name: 'Nora', ...unverified[provider] })
    const early = await site.browser().logIn(provider, 'nora')
    expect(getErrorParameter(early.location)).toBe('email_unverified')
    expect([await users(site), await identities(site)]).toEqual([[], []])

    const [mail] = await site.mails()
    expect(mail?.to).toBe(nora)
    expect(mail?.text).toContain('https://site.test/verify-email#token=')
    await site.call('POST', '/auth/verify-email', { body: { token: getLinkSecret(mail as never) } })
    const end = await site.browser().logIn(provider, 'nora')
    expect(await fetchUserByUrlToken(site, end.location)).toMatchObject({ user: 'Nora', email: nora })
  })

  test('a linked provider identity logs in even when its email address is unconfirmed, missing or that of another account', async () => {
    const site = await createTestSiteWithProviders()
    const { id } = await fetchUserByUrlToken(site, (await site.browser().logIn(provider, nora)).location)
    await site.createReader('other@example.org')
    for (const claims of [{ email: 'other@example.org' }, unverified[provider], { email: null }]) {
      // The same account at the provider sends different claims.
      const { subject } = (await identities(site))[0] ?? {}
      site[provider].claims.set(nora, { ...claims, ...named(provider, subject) })
      const end = await site.browser().logIn(provider, nora)
      expect(await fetchUserByUrlToken(site, end.location)).toMatchObject({ id, email: nora })
    }
  })

  test('a profile without an email address creates no account', async () => {
    const site = await createTestSiteWithProviders()
    site[provider].claims.set('nora', { email: null })
    expect(getErrorParameter((await site.browser().logIn(provider, 'nora')).location)).toBe('provider_failed')
    expect([await users(site), await site.mails()]).toEqual([[], []])
  })

  test('a banned account is refused, whether its provider identity is already linked or new', async () => {
    const site = await createTestSiteWithProviders()
    await fetchUserByUrlToken(site, (await site.browser().logIn(provider, nora)).location)
    await site.createReader('rob@example.org')
    await site.db.updateTable('users').set({ banned_at: 1 }).execute()
    for (const email of [nora, 'rob@example.org']) {
      const end = await site.browser().logIn(provider, email)
      expect([getErrorParameter(end.location), end.headers['set-cookie']]).toEqual(['account_banned', undefined])
    }
    expect(await identities(site)).toHaveLength(1)
  })

  test('two simultaneous first logins of the same person create one account', async () => {
    const site = await createTestSiteWithProviders()
    const ends = await Promise.all([1, 2, 3].map(() => site.browser().logIn(provider, nora)))
    const ids = await Promise.all(ends.map(async ({ location }) => (await fetchUserByUrlToken(site, location)).id))
    expect(new Set(ids).size).toBe(1)
    expect(await users(site)).toHaveLength(1)
  })
})

test('logins by both providers open one account, although one provider adds capitals and spaces to the email address', async () => {
  const site = await createTestSiteWithProviders()
  const { id } = await fetchUserByUrlToken(site, (await site.browser().logIn('google', nora)).location)
  site.microsoft.claims.set('nora', { email: ' NORA@Example.ORG ' })
  expect(await fetchUserByUrlToken(site, (await site.browser().logIn('microsoft', 'nora')).location)).toMatchObject({
    id,
    email: nora,
  })
  expect((await identities(site)).map(({ provider, user_id }) => [provider, user_id]).sort()).toEqual([
    ['google', id],
    ['microsoft', id],
  ])
})

test('a provider login with the email address that a guest has given creates a separate account and keeps the guest', async () => {
  const site = await createTestSiteWithProviders()
  await site.call('POST', '/auth/guestcheckout', { body: { name: 'Nora', email: nora } })
  await fetchUserByUrlToken(site, (await site.browser().logIn('google', nora)).location)
  expect((await users(site)).map(({ is_guest }) => is_guest).sort()).toEqual([0, 1])
})

test('the link of an unconfirmed signup becomes invalid when the owner of the email address logs in with a provider', async () => {
  const site = await createTestSiteWithProviders()
  const signup = { name: 'Mallory', email: nora, password: PASSWORD, verificationUrl: 'https://site.test/verify-email' }
  await site.call('POST', '/auth/signup', { body: signup })
  await fetchUserByUrlToken(site, (await site.browser().logIn('google', nora)).location)
  const token = getLinkSecret((await site.mails())[0] as never)
  const late = await site.call('POST', '/auth/verify-email', { body: { token } })
  expect([late.statusCode, late.json().code]).toEqual([410, 'link_used'])
})

test('logins with an unconfirmed email address send at most five mails an hour to this address', async () => {
  const site = await createTestSiteWithProviders()
  site.google.claims.set('mallory', { email: nora, email_verified: false })
  const errors: (string | null)[] = []
  for (let i = 0; i < 6; i++) errors.push(getErrorParameter((await site.browser().logIn('google', 'mallory')).location))
  expect(errors).toEqual([...Array(5).fill('email_unverified'), 'too_many_requests'])
  expect(await site.mails()).toHaveLength(5)
})
