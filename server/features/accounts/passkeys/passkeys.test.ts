import { beforeEach, describe, expect, test, vi } from 'vitest'
import { PasskeyAuthenticator } from '../../../testing/authenticator.ts'
import {
  addPasskey,
  createSiteWithPasskey,
  getStatusOrCode,
  logInWithPasskey,
  proveOwnershipByPassword,
  requestLoginOptions,
} from '../../../testing/passkeys.ts'
import { createTestSite, type TestSite } from '../../../testing/site.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T12:00:00Z') })
})

describe('adding a passkey', () => {
  test('the options for a new passkey name the site and the account, and require that the authenticator stores the passkey', async () => {
    const site = await createTestSite()
    const { accessToken: token, userId } = await site.createReader('nora@example.org', { name: 'Nora' })
    await proveOwnershipByPassword(site, token)
    const options = (await site.call('POST', '/api/account/passkeys/options', { token, body: {} })).json()
    expect(options).toMatchObject({
      rp: { id: 'site.test' },
      user: { id: Buffer.from(userId).toString('base64url'), name: 'nora@example.org', displayName: 'Nora' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    })
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
  })

  test('lists a new passkey under the name of the browser, and notifies the owner by mail', async () => {
    const { site, nora, passkey } = await createSiteWithPasskey()
    expect(passkey).toEqual({
      id: expect.any(String),
      name: 'Chrome on Linux',
      isSynced: true,
      createdAt: Date.now(),
      lastUsedAt: null,
    })
    const { passkeys } = (await site.call('GET', '/api/account/passkeys', { token: nora.accessToken })).json()
    expect(passkeys).toEqual([passkey])
    const mail = (await site.mails()).at(-1)
    expect(mail).toMatchObject({ to: 'nora@example.org', subject: expect.stringContaining('passkey was added') })
    expect(mail?.text).toContain('“Chrome on Linux”')
    expect(mail?.text).toContain('/account#passkeys')
  })

  test('both the call for the options and the call that adds a passkey require a recent proof of ownership', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader()
    expect(getStatusOrCode(await addPasskey(site, token, new PasskeyAuthenticator()))).toBe('proof_required')
    await proveOwnershipByPassword(site, token)
    const options = (await site.call('POST', '/api/account/passkeys/options', { token, body: {} })).json()
    await site.db.updateTable('sessions').set({ proved_at: null }).execute()
    const body = { credential: new PasskeyAuthenticator().create(options) }
    expect(getStatusOrCode(await site.call('POST', '/api/account/passkeys', { token, body }))).toBe('proof_required')
  })

  test('an account without a password can add its first passkey only within 10 minutes after a login', async () => {
    const site = await createTestSite()
    const { accessToken: token, userId } = await site.createReader()
    await site.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
    await site.db
      .updateTable('sessions')
      .set({ created_at: Date.now() - 600_001 })
      .execute()
    expect(getStatusOrCode(await addPasskey(site, token, new PasskeyAuthenticator()))).toBe('proof_required')
    await site.db
      .updateTable('sessions')
      .set({ created_at: Date.now() - 600_000 })
      .execute()
    expect(getStatusOrCode(await addPasskey(site, token, new PasskeyAuthenticator()))).toBe(201)
    // The account now has a passkey, so a recent login is no longer a proof of ownership.
    expect(getStatusOrCode(await addPasskey(site, token, new PasskeyAuthenticator()))).toBe('proof_required')
  })

  test('the options for a new passkey exclude the existing ones of the account, and a twenty-first passkey is refused', async () => {
    const { site, nora, authenticator } = await createSiteWithPasskey()
    const ask = () => site.call('POST', '/api/account/passkeys/options', { token: nora.accessToken, body: {} })
    expect((await ask()).json().excludeCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal'] },
    ])
    for (let i = 1; i < 20; i++)
      expect(getStatusOrCode(await addPasskey(site, nora.accessToken, new PasskeyAuthenticator()))).toBe(201)
    expect(getStatusOrCode(await ask())).toBe('passkeys_full')
  })

  test('a guest cannot add a passkey', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createGuest()
    expect(getStatusOrCode(await site.call('POST', '/api/account/passkeys/options', { token, body: {} }))).toBe(
      'forbidden',
    )
  })
})

describe('logging in with a passkey', () => {
  test('a passkey login begins a session of the passkey’s account and counts as a proof of ownership', async () => {
    const { site, nora, authenticator } = await createSiteWithPasskey()
    vi.setSystemTime(Date.now() + 60_000)
    const options = await requestLoginOptions(site)
    expect(options).toMatchObject({
      rpId: 'site.test',
      userVerification: 'required',
    })
    const answer = await logInWithPasskey(site, authenticator.get(options))
    expect(answer.statusCode).toBe(200)
    const token = answer.json().accessToken
    expect((await site.call('GET', '/auth/current-user', { token })).json().id).toBe(nora.userId)
    const { sessions } = (await site.call('GET', '/api/account/sessions', { token })).json()
    expect(sessions[0]).toMatchObject({ method: 'passkey', current: true })
    const { passkeys } = (await site.call('GET', '/api/account/passkeys', { token })).json()
    expect(passkeys[0].lastUsedAt).toBe(Date.now())
    expect(getStatusOrCode(await addPasskey(site, token, new PasskeyAuthenticator()))).toBe(201)
  })

  test('a passkey login ends the previous session of the browser', async () => {
    const { site, authenticator } = await createSiteWithPasskey()
    const guest = await site.createGuest()
    const credential = authenticator.get(await requestLoginOptions(site))
    await site.call('POST', '/auth/passkey', { token: guest.accessToken, body: { credential } })
    expect((await site.call('GET', '/auth/current-user', { token: guest.accessToken })).statusCode).toBe(401)
  })

  test('a passkey login to a banned account is refused', async () => {
    const { site, nora, authenticator } = await createSiteWithPasskey()
    await site.db.updateTable('users').set({ banned_at: 1 }).where('id', '=', nora.userId).execute()
    expect(getStatusOrCode(await logInWithPasskey(site, authenticator.get(await requestLoginOptions(site))))).toBe(
      'account_banned',
    )
  })
})

describe('a proof with a passkey', () => {
  const proveWith = async ({ call }: TestSite, token: string, authenticator: PasskeyAuthenticator) => {
    const options = (await call('POST', '/api/account/proof/options', { token, body: {} })).json()
    return call('POST', '/api/account/proof', { token, body: { credential: authenticator.get(options) } })
  }

  test('a proof of ownership with a passkey is valid for 15 minutes', async () => {
    const { site, authenticator } = await createSiteWithPasskey()
    const { accessToken: token } = await site.logIn('nora@example.org')
    const mayAdd = async () =>
      getStatusOrCode(await site.call('POST', '/api/account/passkeys/options', { token, body: {} }))
    expect(await mayAdd()).toBe('proof_required')
    expect(getStatusOrCode(await proveWith(site, token, authenticator))).toBe(204)
    const setAge = (age: number) =>
      site.db
        .updateTable('sessions')
        .set({ proved_at: Date.now() - age })
        .execute()
    await setAge(899_999)
    expect(await mayAdd()).toBe(200)
    await setAge(900_000)
    expect(await mayAdd()).toBe('proof_required')
  })

  test('a proof of ownership with the passkey of another account is refused', async () => {
    const { site, authenticator } = await createSiteWithPasskey()
    const { accessToken: token } = await site.createReader('mallory@example.org')
    expect(getStatusOrCode(await proveWith(site, token, authenticator))).toBe('passkey_refused')
    expect(getStatusOrCode(await addPasskey(site, token, new PasskeyAuthenticator()))).toBe('proof_required')
  })
})

describe('renaming and removing', () => {
  test('a reader can rename a passkey of their own account only', async () => {
    const { site, nora, passkey } = await createSiteWithPasskey()
    const rename = (token: string, name: string) =>
      site.call('PATCH', `/api/account/passkeys/${passkey.id}`, { token, body: { name } })
    expect((await rename(nora.accessToken, ' My key ')).json().name).toBe('My key')
    expect((await rename(nora.accessToken, 'My\u0000 key\n')).json().name).toBe('My key')
    expect(getStatusOrCode(await rename(nora.accessToken, ' '))).toBe('bad_request')
    expect(getStatusOrCode(await rename(nora.accessToken, '\u0000'))).toBe('name_missing')
    expect(getStatusOrCode(await rename(nora.accessToken, 'x'.repeat(81)))).toBe('bad_request')
    const other = await site.createReader('mallory@example.org')
    expect(getStatusOrCode(await rename(other.accessToken, 'Mine'))).toBe('not_found')
  })

  test('removing a passkey requires a proof of ownership and notifies the owner; the passkey can no longer log in', async () => {
    const { site, nora, authenticator, passkey } = await createSiteWithPasskey()
    const remove = (token: string) => site.call('DELETE', `/api/account/passkeys/${passkey.id}`, { token })
    const other = await site.createReader('mallory@example.org')
    expect(getStatusOrCode(await remove(other.accessToken))).toBe('proof_required')
    await proveOwnershipByPassword(site, other.accessToken)
    expect(getStatusOrCode(await remove(other.accessToken))).toBe('not_found')
    const answers = await Promise.all([remove(nora.accessToken), remove(nora.accessToken)])
    expect(answers.map(getStatusOrCode).toSorted()).toEqual([204, 'not_found'])
    expect((await site.mails()).filter(({ subject }) => subject.includes('was removed'))).toHaveLength(1)
    expect(getStatusOrCode(await logInWithPasskey(site, authenticator.get(await requestLoginOptions(site))))).toBe(
      'passkey_unknown',
    )
  })

  test('deleting an account deletes its passkeys', async () => {
    const { site, nora } = await createSiteWithPasskey()
    await site.db.deleteFrom('users').where('id', '=', nora.userId).execute()
    expect(await site.db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  })
})
