import { beforeEach, expect, test, vi } from 'vitest'
import { PasskeyAuthenticator } from '../../../testing/authenticator.ts'
import {
  addPasskey,
  createSiteWithPasskey,
  getStatusOrCode,
  logInWithPasskey,
  proveOwnershipByPassword,
  requestLoginOptions,
} from '../../../testing/passkeys.ts'
import { createTestSite } from '../../../testing/site.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T12:00:00Z') })
})

type Attack = (
  get: (change?: Parameters<PasskeyAuthenticator['get']>[1]) => Promise<ReturnType<PasskeyAuthenticator['get']>>,
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
const withResponse = (credential: ReturnType<PasskeyAuthenticator['get']>, change: object) => ({
  ...credential,
  response: { ...credential.response, ...change },
})

test.each(attacks)('refuses a passkey login with %s', async (_name, attack) => {
  const { site, authenticator } = await createSiteWithPasskey()
  const options = await requestLoginOptions(site)
  const answer = await logInWithPasskey(site, await attack(async (change) => authenticator.get(options, change)))
  expect(getStatusOrCode(answer)).toBe('passkey_refused')
  // A valid response to the same site still logs in.
  expect(getStatusOrCode(await logInWithPasskey(site, authenticator.get(await requestLoginOptions(site))))).toBe(200)
})

test('accepts a passkey response only once, also when it is sent twice at the same time', async () => {
  const { site, authenticator } = await createSiteWithPasskey()
  const credential = authenticator.get(await requestLoginOptions(site))
  const answers = await Promise.all([logInWithPasskey(site, credential), logInWithPasskey(site, credential)])
  expect(answers.map(getStatusOrCode).toSorted()).toEqual([200, 'passkey_refused'])
  expect(getStatusOrCode(await logInWithPasskey(site, credential))).toBe('passkey_refused')
})

test('refuses a passkey response that arrives after five minutes', async () => {
  const { site, authenticator } = await createSiteWithPasskey()
  const [first, second] = [await requestLoginOptions(site), await requestLoginOptions(site)]
  vi.setSystemTime(Date.now() + 299_999)
  expect(getStatusOrCode(await logInWithPasskey(site, authenticator.get(first)))).toBe(200)
  vi.setSystemTime(Date.now() + 1)
  expect(getStatusOrCode(await logInWithPasskey(site, authenticator.get(second)))).toBe('passkey_refused')
})

test('refuses a copied authenticator whose counter is not higher than the stored counter', async () => {
  const { site, authenticator } = await createSiteWithPasskey()
  authenticator.counter = 7
  expect(getStatusOrCode(await logInWithPasskey(site, authenticator.get(await requestLoginOptions(site))))).toBe(200)
  expect(getStatusOrCode(await logInWithPasskey(site, authenticator.get(await requestLoginOptions(site))))).toBe(
    'passkey_refused',
  )
  expect(
    getStatusOrCode(await logInWithPasskey(site, authenticator.get(await requestLoginOptions(site), { counter: 3 }))),
  ).toBe('passkey_refused')
  expect(
    getStatusOrCode(await logInWithPasskey(site, authenticator.get(await requestLoginOptions(site), { counter: 8 }))),
  ).toBe(200)
})

test('refuses a passkey response to a challenge of another call or another session', async () => {
  const { site, nora, authenticator } = await createSiteWithPasskey()
  const token = nora.accessToken
  const proof = (await site.call('POST', '/api/account/proof/options', { token, body: {} })).json()
  expect(getStatusOrCode(await logInWithPasskey(site, authenticator.get(proof)))).toBe('passkey_refused')
  const adding = (await site.call('POST', '/api/account/passkeys/options', { token, body: {} })).json()
  expect(getStatusOrCode(await logInWithPasskey(site, authenticator.get(adding)))).toBe('passkey_refused')
  const ownProof = await site.call('POST', '/api/account/proof', {
    token,
    body: { credential: authenticator.get(adding) },
  })
  expect(getStatusOrCode(ownProof)).toBe('passkey_refused')
  const { accessToken: other } = await site.logIn('nora@example.org')
  const proveIn = (session: string, options: { challenge: string }) =>
    site.call('POST', '/api/account/proof', { token: session, body: { credential: authenticator.get(options) } })
  expect(getStatusOrCode(await proveIn(other, proof))).toBe('passkey_refused')
  expect(getStatusOrCode(await proveIn(token, await requestLoginOptions(site)))).toBe('passkey_refused')
  expect(getStatusOrCode(await proveIn(token, proof))).toBe(204)
})

test('refuses a new passkey that comes from another origin, lacks user verification or is already registered', async () => {
  const { site, nora, authenticator } = await createSiteWithPasskey()
  const token = nora.accessToken
  for (const change of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { type: 'webauthn.get' },
    { flags: 0x41 },
    { crossOrigin: true },
    { challenge: Buffer.alloc(32).toString('base64url') },
  ])
    expect(
      getStatusOrCode(await addPasskey(site, token, new PasskeyAuthenticator(), change)),
      JSON.stringify(change),
    ).toBe('passkey_refused')
  const mallory = await site.createReader('mallory@example.org')
  await proveOwnershipByPassword(site, mallory.accessToken)
  expect(getStatusOrCode(await addPasskey(site, mallory.accessToken, authenticator))).toBe('passkey_refused')
  expect(
    getStatusOrCode(
      await logInWithPasskey(site, authenticator.get(await requestLoginOptions(site), { userHandle: '' })),
    ),
  ).toBe(200)
})

test('adds a passkey without a request to the address that its attestation names', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('No network.'))
  const { site, nora } = await createSiteWithPasskey()
  const change = { crlUrl: 'http://127.0.0.1:9/latest/meta-data' }
  const answer = await addPasskey(site, nora.accessToken, new PasskeyAuthenticator(), change)
  expect(fetching.mock.calls).toEqual([])
  expect(getStatusOrCode(answer)).toBe(201)
})

test('refuses a new passkey whose attestation cannot be decoded', async () => {
  const { site, nora } = await createSiteWithPasskey()
  const token = nora.accessToken
  const options = (await site.call('POST', '/api/account/passkeys/options', { token, body: {} })).json()
  const created = new PasskeyAuthenticator().create(options)
  const credential = { ...created, response: { ...created.response, attestationObject: 'AAAA' } }
  const answer = await site.call('POST', '/api/account/passkeys', { token, body: { credential } })
  expect(getStatusOrCode(answer)).toBe('passkey_refused')
})

test.each([
  [{}],
  [{ credential: null }],
  [{ credential: { id: 'a b', rawId: 'a b', type: 'public-key', response: {} } }],
  [{ credential: { id: 'AAAA', rawId: 'AAAA', type: 'password', response: {} } }],
])('answers the malformed passkey login %j with 400', async (body) => {
  const site = await createTestSite()
  expect(getStatusOrCode(await site.call('POST', '/auth/passkey', { body }))).toBe('bad_request')
})
