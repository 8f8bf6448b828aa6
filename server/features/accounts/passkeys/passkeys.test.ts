import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Authenticator } from '../../../testing/authenticator.ts'
import { createTestSite, PASSWORD, type TestSite } from '../../../testing/site.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T12:00:00Z') })
})

/** A site with a reader whose passkey was added, and calls of their browser. */
async function siteWithPasskey() {
  const site = await createTestSite()
  const nora = await site.createReader('nora@example.org')
  const authenticator = new Authenticator()
  await prove(site, nora.accessToken)
  const added = await add(site, nora.accessToken, authenticator)
  return { site, nora, authenticator, passkey: added.json() }
}

const prove = ({ call }: TestSite, token: string) =>
  call('POST', '/api/account/proof', { token, body: { password: PASSWORD } })

async function add(
  { call }: TestSite,
  token: string,
  authenticator: Authenticator,
  change?: Parameters<Authenticator['create']>[1],
) {
  const options = await call('POST', '/api/account/passkeys/options', { token, body: {} })
  if (options.statusCode !== 200) return options
  const credential = authenticator.create(options.json(), change)
  return call('POST', '/api/account/passkeys', {
    token,
    body: { credential },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' },
  })
}

const loginOptions = async ({ call }: TestSite) => (await call('POST', '/auth/passkey/options', { body: {} })).json()
const logIn = ({ call }: TestSite, credential: unknown) => call('POST', '/auth/passkey', { body: { credential } })
const codeOf = (answer: { statusCode: number; body: string }) =>
  answer.statusCode < 300 ? answer.statusCode : JSON.parse(answer.body).code

describe('adding a passkey', () => {
  test('asks for one that its authenticator keeps, for this account and this site only', async () => {
    const site = await createTestSite()
    const { accessToken: token, userId } = await site.createReader('nora@example.org', { name: 'Nora' })
    await prove(site, token)
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

  test('lists it under the name of the browser, and tells the owner by mail', async () => {
    const { site, nora, passkey } = await siteWithPasskey()
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

  test('needs a fresh proof, before the options and before the passkey', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader()
    expect(codeOf(await add(site, token, new Authenticator()))).toBe('proof_required')
    await prove(site, token)
    const options = (await site.call('POST', '/api/account/passkeys/options', { token, body: {} })).json()
    await site.db.updateTable('sessions').set({ proved_at: null }).execute()
    const body = { credential: new Authenticator().create(options) }
    expect(codeOf(await site.call('POST', '/api/account/passkeys', { token, body }))).toBe('proof_required')
  })

  test('needs a login within the last 10 minutes when there is no password and no passkey', async () => {
    const site = await createTestSite()
    const { accessToken: token, userId } = await site.createReader()
    await site.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
    await site.db
      .updateTable('sessions')
      .set({ created_at: Date.now() - 600_001 })
      .execute()
    expect(codeOf(await add(site, token, new Authenticator()))).toBe('proof_required')
    await site.db
      .updateTable('sessions')
      .set({ created_at: Date.now() - 600_000 })
      .execute()
    expect(codeOf(await add(site, token, new Authenticator()))).toBe(201)
    // From now on the passkey is the proof.
    expect(codeOf(await add(site, token, new Authenticator()))).toBe('proof_required')
  })

  test('excludes the passkeys of the account, and refuses the twenty-first', async () => {
    const { site, nora, authenticator } = await siteWithPasskey()
    const ask = () => site.call('POST', '/api/account/passkeys/options', { token: nora.accessToken, body: {} })
    expect((await ask()).json().excludeCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal'] },
    ])
    for (let i = 1; i < 20; i++) expect(codeOf(await add(site, nora.accessToken, new Authenticator()))).toBe(201)
    expect(codeOf(await ask())).toBe('passkeys_full')
  })

  test('refuses a guest', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createGuest()
    expect(codeOf(await site.call('POST', '/api/account/passkeys/options', { token, body: {} }))).toBe('forbidden')
  })
})

describe('logging in with a passkey', () => {
  test('begins a session of its account, with a fresh proof of the owner', async () => {
    const { site, nora, authenticator } = await siteWithPasskey()
    vi.setSystemTime(Date.now() + 60_000)
    const options = await loginOptions(site)
    expect(options).toMatchObject({
      rpId: 'site.test',
      userVerification: 'required',
      allowCredentials: undefined,
    })
    const answer = await logIn(site, authenticator.get(options))
    expect(answer.statusCode).toBe(200)
    const token = answer.json().accessToken
    expect((await site.call('GET', '/auth/current-user', { token })).json().id).toBe(nora.userId)
    const { sessions } = (await site.call('GET', '/api/account/sessions', { token })).json()
    expect(sessions[0]).toMatchObject({ method: 'passkey', current: true })
    const { passkeys } = (await site.call('GET', '/api/account/passkeys', { token })).json()
    expect(passkeys[0].lastUsedAt).toBe(Date.now())
    expect(codeOf(await add(site, token, new Authenticator()))).toBe(201)
  })

  test('ends the session that the browser had before', async () => {
    const { site, authenticator } = await siteWithPasskey()
    const guest = await site.createGuest()
    const credential = authenticator.get(await loginOptions(site))
    await site.call('POST', '/auth/passkey', { token: guest.accessToken, body: { credential } })
    expect((await site.call('GET', '/auth/current-user', { token: guest.accessToken })).statusCode).toBe(401)
  })

  test('is refused for a banned account', async () => {
    const { site, nora, authenticator } = await siteWithPasskey()
    await site.db.updateTable('users').set({ banned_at: 1 }).where('id', '=', nora.userId).execute()
    expect(codeOf(await logIn(site, authenticator.get(await loginOptions(site))))).toBe('account_banned')
  })
})

describe('a proof with a passkey', () => {
  const proveWith = async ({ call }: TestSite, token: string, authenticator: Authenticator) => {
    const options = (await call('POST', '/api/account/proof/options', { token, body: {} })).json()
    return call('POST', '/api/account/proof', { token, body: { credential: authenticator.get(options) } })
  }

  test('holds for 15 minutes and for this session', async () => {
    const { site, authenticator } = await siteWithPasskey()
    const { accessToken: token } = await site.logIn('nora@example.org')
    const mayAdd = async () => codeOf(await site.call('POST', '/api/account/passkeys/options', { token, body: {} }))
    expect(await mayAdd()).toBe('proof_required')
    expect(codeOf(await proveWith(site, token, authenticator))).toBe(204)
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

  test("refuses another account's passkey", async () => {
    const { site, authenticator } = await siteWithPasskey()
    const { accessToken: token } = await site.createReader('mallory@example.org')
    expect(codeOf(await proveWith(site, token, authenticator))).toBe('passkey_refused')
    expect(codeOf(await add(site, token, new Authenticator()))).toBe('proof_required')
  })
})

describe('renaming and removing', () => {
  test('renames a passkey of the account, and no other', async () => {
    const { site, nora, passkey } = await siteWithPasskey()
    const rename = (token: string, name: string) =>
      site.call('PATCH', `/api/account/passkeys/${passkey.id}`, { token, body: { name } })
    expect((await rename(nora.accessToken, ' My key ')).json().name).toBe('My key')
    expect(codeOf(await rename(nora.accessToken, ' '))).toBe('bad_request')
    expect(codeOf(await rename(nora.accessToken, 'x'.repeat(81)))).toBe('bad_request')
    const other = await site.createReader('mallory@example.org')
    expect(codeOf(await rename(other.accessToken, 'Mine'))).toBe('not_found')
  })

  test('removes a passkey after a proof, tells the owner, and the passkey logs in no longer', async () => {
    const { site, nora, authenticator, passkey } = await siteWithPasskey()
    const remove = (token: string) => site.call('DELETE', `/api/account/passkeys/${passkey.id}`, { token })
    const other = await site.createReader('mallory@example.org')
    expect(codeOf(await remove(other.accessToken))).toBe('proof_required')
    await prove(site, other.accessToken)
    expect(codeOf(await remove(other.accessToken))).toBe('not_found')
    const answers = await Promise.all([remove(nora.accessToken), remove(nora.accessToken)])
    expect(answers.map(codeOf).toSorted()).toEqual([204, 'not_found'])
    expect((await site.mails()).filter(({ subject }) => subject.includes('was removed'))).toHaveLength(1)
    expect(codeOf(await logIn(site, authenticator.get(await loginOptions(site))))).toBe('passkey_unknown')
  })

  test('deletes the passkeys with their account', async () => {
    const { site, nora } = await siteWithPasskey()
    await site.db.deleteFrom('users').where('id', '=', nora.userId).execute()
    expect(await site.db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  })
})

describe('attacks on a login with a passkey', () => {
  type Attack = (
    get: (change?: Parameters<Authenticator['get']>[1]) => Promise<ReturnType<Authenticator['get']>>,
  ) => Promise<unknown>
  const attacks: [string, Attack][] = [
    ['a page of another site', (get) => get({ origin: 'https://evil.example' })],
    ['a page of a subdomain', (get) => get({ origin: 'https://a.site.test' })],
    ['a page without https', (get) => get({ origin: 'http://site.test' })],
    ['another port', (get) => get({ origin: 'https://site.test:8443' })],
    ['a frame of another site', (get) => get({ crossOrigin: true })],
    ['another relying party', (get) => get({ rpId: 'evil.example' })],
    ['the response of a registration', (get) => get({ type: 'webauthn.create' })],
    ['a payment', (get) => get({ type: 'payment.get' })],
    ['a challenge of its own', (get) => get({ challenge: Buffer.alloc(32).toString('base64url') })],
    ['an empty challenge', (get) => get({ challenge: '' })],
    ['no user verification', (get) => get({ flags: 0x01 })],
    ['nobody present', (get) => get({ flags: 0x04 })],
    ['the handle of another account', (get) => get({ userHandle: Buffer.from('somebody').toString('base64url') })],
    ['a changed signature', async (get) => withResponse(await get(), { signature: 'AAAA' })],
    ['an empty signature', async (get) => withResponse(await get(), { signature: 'AA' })],
    [
      'authenticator data that is cut',
      async (get) => {
        const credential = await get()
        return withResponse(credential, { authenticatorData: credential.response.authenticatorData.slice(0, 20) })
      },
    ],
    [
      'authenticator data with a higher counter',
      async (get) => {
        const credential = await get()
        const data = Buffer.from(credential.response.authenticatorData, 'base64url')
        data.writeUInt32BE(99, 33)
        return withResponse(credential, { authenticatorData: data.toString('base64url') })
      },
    ],
    ['client data that is not JSON', async (get) => withResponse(await get(), { clientDataJSON: 'bm90IGpzb24' })],
    ['client data that is a number', async (get) => withResponse(await get(), { clientDataJSON: 'MTIz' })],
    ['client data that is null', async (get) => withResponse(await get(), { clientDataJSON: 'bnVsbA' })],
    ['a raw id that differs', async (get) => ({ ...(await get()), rawId: 'AAAA' })],
  ]
  const withResponse = (credential: ReturnType<Authenticator['get']>, change: object) => ({
    ...credential,
    response: { ...credential.response, ...change },
  })

  test.each(attacks)('refuses %s', async (_name, attack) => {
    const { site, authenticator } = await siteWithPasskey()
    const options = await loginOptions(site)
    const answer = await logIn(site, await attack(async (change) => authenticator.get(options, change)))
    expect(codeOf(answer)).toBe('passkey_refused')
    // An honest response to the same site still logs in.
    expect(codeOf(await logIn(site, authenticator.get(await loginOptions(site))))).toBe(200)
  })

  test('refuses the same response twice, also when both arrive together', async () => {
    const { site, authenticator } = await siteWithPasskey()
    const credential = authenticator.get(await loginOptions(site))
    const answers = await Promise.all([logIn(site, credential), logIn(site, credential)])
    expect(answers.map(codeOf).toSorted()).toEqual([200, 'passkey_refused'])
    expect(codeOf(await logIn(site, credential))).toBe('passkey_refused')
  })

  test('refuses a response after five minutes', async () => {
    const { site, authenticator } = await siteWithPasskey()
    const [first, second] = [await loginOptions(site), await loginOptions(site)]
    vi.setSystemTime(Date.now() + 299_999)
    expect(codeOf(await logIn(site, authenticator.get(first)))).toBe(200)
    vi.setSystemTime(Date.now() + 1)
    expect(codeOf(await logIn(site, authenticator.get(second)))).toBe('passkey_refused')
  })

  test('refuses a copy of an authenticator that counts', async () => {
    const { site, authenticator } = await siteWithPasskey()
    authenticator.counter = 7
    expect(codeOf(await logIn(site, authenticator.get(await loginOptions(site))))).toBe(200)
    expect(codeOf(await logIn(site, authenticator.get(await loginOptions(site))))).toBe('passkey_refused')
    expect(codeOf(await logIn(site, authenticator.get(await loginOptions(site), { counter: 3 })))).toBe(
      'passkey_refused',
    )
    expect(codeOf(await logIn(site, authenticator.get(await loginOptions(site), { counter: 8 })))).toBe(200)
  })

  test('refuses challenges of other calls and of other sessions', async () => {
    const { site, nora, authenticator } = await siteWithPasskey()
    const token = nora.accessToken
    const proof = (await site.call('POST', '/api/account/proof/options', { token, body: {} })).json()
    expect(codeOf(await logIn(site, authenticator.get(proof)))).toBe('passkey_refused')
    const adding = (await site.call('POST', '/api/account/passkeys/options', { token, body: {} })).json()
    expect(codeOf(await logIn(site, authenticator.get(adding)))).toBe('passkey_refused')
    const { accessToken: other } = await site.logIn('nora@example.org')
    const proveIn = (session: string, options: { challenge: string }) =>
      site.call('POST', '/api/account/proof', { token: session, body: { credential: authenticator.get(options) } })
    expect(codeOf(await proveIn(other, proof))).toBe('passkey_refused')
    expect(codeOf(await proveIn(token, await loginOptions(site)))).toBe('passkey_refused')
    expect(codeOf(await proveIn(token, proof))).toBe(204)
  })

  test('refuses a registration from elsewhere, without verification, or of a passkey that is known', async () => {
    const { site, nora, authenticator } = await siteWithPasskey()
    const token = nora.accessToken
    for (const change of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.get' },
      { flags: 0x41 },
      { crossOrigin: true },
      { challenge: Buffer.alloc(32).toString('base64url') },
    ])
      expect(codeOf(await add(site, token, new Authenticator(), change)), JSON.stringify(change)).toBe(
        'passkey_refused',
      )
    const mallory = await site.createReader('mallory@example.org')
    await prove(site, mallory.accessToken)
    expect(codeOf(await add(site, mallory.accessToken, authenticator))).toBe('passkey_refused')
    expect(codeOf(await logIn(site, authenticator.get(await loginOptions(site), { userHandle: '' })))).toBe(200)
  })

  test.each([
    [{}],
    [{ credential: null }],
    [{ credential: { id: 'a b', rawId: 'a b', type: 'public-key', response: {} } }],
    [{ credential: { id: 'AAAA', rawId: 'AAAA', type: 'password', response: {} } }],
  ])('answers %j with 400', async (body) => {
    const site = await createTestSite()
    expect(codeOf(await site.call('POST', '/auth/passkey', { body }))).toBe('bad_request')
  })
})
