import { createHmac } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { PasskeyAuthenticator } from '../../../testing/authenticator.ts'
import {
  addPasskey,
  getStatusOrCode,
  logInWithPasskey,
  proveOwnershipByPassword,
  requestLoginOptions,
} from '../../../testing/passkeys.ts'
import { createTestSite, getLinkSecret, PASSWORD, type TestSite } from '../../../testing/site.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T12:00:00Z') })
})

const EMAIL = 'nora@example.org'

/** Calculates the code of an app (RFC 6238). @param steps how far its clock is ahead, in steps of 30 seconds */
function codeFor(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

const begin = ({ call }: TestSite, token: string) =>
  call('POST', '/api/account/second-factor/secret', { token, body: {} })
const confirm = ({ call }: TestSite, token: string, code: string) =>
  call('POST', '/api/account/second-factor', { token, body: { code } })
const logIn = ({ call }: TestSite, code?: string, password = PASSWORD) =>
  call('POST', '/auth/manual-login', { body: { email: EMAIL, password, code } })
const refusalOf = (answer: Awaited<ReturnType<typeof logIn>>) => answer.headers['x-error-code'] ?? answer.statusCode

/** Creates a site with a reader whose account has a second factor. The first code of the app is used up. */
async function createProtectedSite() {
  const site = await createTestSite()
  const nora = await site.createReader(EMAIL)
  await proveOwnershipByPassword(site, nora.accessToken)
  const { secret } = (await begin(site, nora.accessToken)).json()
  const { recoveryCodes } = (await confirm(site, nora.accessToken, codeFor(secret))).json()
  vi.setSystemTime(Date.now() + 60_000)
  return { site, nora, secret: secret as string, recoveryCodes: recoveryCodes as string[] }
}

test('the helper of these tests calculates the codes of the example in RFC 6238', () => {
  vi.setSystemTime(1_111_111_109_000)
  // The secret of RFC 6238, appendix B: "12345678901234567890", in base32.
  expect(codeFor('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')).toBe('081804')
})

test('an authenticator app is set up with a secret of 160 bits, a URL and a QR code', async () => {
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader(EMAIL)
  expect(getStatusOrCode(await begin(site, token))).toBe('proof_required')
  await proveOwnershipByPassword(site, token)
  const { secret, address, qr } = (await begin(site, token)).json()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(decodeURIComponent(address)).toMatch(/^otpauth:\/\/totp\/[^:]+:nora@example.org\?/)
  expect(new URL(address).searchParams.get('secret')).toBe(secret)
  expect(qr).toEqual({ size: expect.any(Number), path: expect.stringMatching(/^M4 4h1v1h-1zM5 4/) })
  // Until a code confirms the app, the password alone logs in.
  expect(refusalOf(await logIn(site))).toBe(200)
  expect(getStatusOrCode(await confirm(site, token, '000000'))).toBe('code_wrong')
  const { recoveryCodes } = (await confirm(site, token, codeFor(secret))).json()
  expect(recoveryCodes).toHaveLength(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  expect((await site.mails()).at(-1)?.subject).toContain('asks for a code now')
  expect(getStatusOrCode(await begin(site, token))).toBe('second_factor_on')
  expect(getStatusOrCode(await confirm(site, token, codeFor(secret)))).toBe('second_factor_on')
  expect((await site.call('GET', '/api/account/second-factor', { token })).json()).toEqual({
    since: Date.now(),
    recoveryCodesLeft: 10,
    hasPassword: true,
  })
})

test('the password alone does not log in to an account with a second factor, and a wrong password does not reveal the second factor', async () => {
  const { site, secret } = await createProtectedSite()
  expect(refusalOf(await logIn(site))).toBe('code_required')
  expect(refusalOf(await logIn(site, ' '))).toBe('code_required')
  expect(refusalOf(await logIn(site, '000000'))).toBe('code_wrong')
  expect(refusalOf(await logIn(site, codeFor(secret), 'not the password'))).toBe('wrong_credentials')
  expect(refusalOf(await logIn(site, codeFor(secret)))).toBe(200)
})

test('a code works once, also when two logins send it at the same time, and earlier codes no longer work after it', async () => {
  const { site, secret } = await createProtectedSite()
  const code = codeFor(secret)
  const answers = await Promise.all([logIn(site, code), logIn(site, code)])
  expect(answers.map(refusalOf).toSorted()).toEqual([200, 'code_wrong'])
  expect(refusalOf(await logIn(site, code))).toBe('code_wrong')
  expect(refusalOf(await logIn(site, codeFor(secret, -1)))).toBe('code_wrong')
})

test.each([
  [-2, 'code_wrong'],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 'code_wrong'],
])('a login with the code of an app whose clock is %i steps ahead gets the result %s', async (steps, result) => {
  const { site, secret } = await createProtectedSite()
  vi.setSystemTime(Date.now() + 300_000)
  const code = codeFor(secret, steps)
  expect(refusalOf(await logIn(site, `${code.slice(0, 3)} ${code.slice(3)}`))).toBe(result)
})

test('a recovery code logs in once, whatever capitals, spaces and hyphens the reader types', async () => {
  const { site, nora, recoveryCodes } = await createProtectedSite()
  const [first = '', second = ''] = recoveryCodes
  expect(refusalOf(await logIn(site, first.toUpperCase().replace('-', ' ')))).toBe(200)
  expect(refusalOf(await logIn(site, first))).toBe('code_wrong')
  const answers = await Promise.all([logIn(site, second), logIn(site, second)])
  expect(answers.map(refusalOf).toSorted()).toEqual([200, 'code_wrong'])
  const token = nora.accessToken
  expect((await site.call('GET', '/api/account/second-factor', { token })).json().recoveryCodesLeft).toBe(8)
  expect(JSON.stringify(await site.db.selectFrom('recovery_codes').selectAll().execute())).not.toContain(
    recoveryCodes[2]?.replace('-', ''),
  )
})

/** Returns a code as a Japanese keyboard types it, with full-width characters and a hyphen. */
const toFullWidth = (code: string): string =>
  [...code.replace(/^(\d{3})/, '$1-')]
    .map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
    .join('')

test('codes with full-width characters and hyphens set up the app and log in', async () => {
  expect(toFullWidth('123456')).toBe('１２３－４５６')
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader(EMAIL)
  await proveOwnershipByPassword(site, token)
  const { secret } = (await begin(site, token)).json()
  const enabled = await confirm(site, token, toFullWidth(codeFor(secret)))
  expect(enabled.statusCode).toBe(200)
  vi.setSystemTime(Date.now() + 60_000)
  expect(refusalOf(await logIn(site, toFullWidth(codeFor(secret))))).toBe(200)
  const [recoveryCode = '', ...others] = enabled.json().recoveryCodes
  expect(refusalOf(await logIn(site, toFullWidth(recoveryCode)))).toBe(200)
  // A minus sign, and the signs of full and half width that lengthen a vowel.
  for (const [place, hyphen] of ['\u2212', '\u30FC', '\uFF70'].entries())
    expect(refusalOf(await logIn(site, String(others[place]).replaceAll('-', hyphen)))).toBe(200)
})

test('renewed recovery codes replace the old ones', async () => {
  const { site, nora, recoveryCodes } = await createProtectedSite()
  const renew = () =>
    site.call('POST', '/api/account/second-factor/recovery-codes', { token: nora.accessToken, body: {} })
  const { recoveryCodes: renewed } = (await renew()).json()
  expect(renewed).toHaveLength(10)
  expect(refusalOf(await logIn(site, recoveryCodes[0]))).toBe('code_wrong')
  expect(refusalOf(await logIn(site, renewed[0]))).toBe(200)
  await site.db.updateTable('sessions').set({ proved_at: null }).execute()
  expect(getStatusOrCode(await renew())).toBe('proof_required')
})

test('switching the second factor off requires a proof of ownership, notifies the owner, and succeeds once', async () => {
  const { site, nora } = await createProtectedSite()
  const remove = () => site.call('DELETE', '/api/account/second-factor', { token: nora.accessToken })
  await site.db.updateTable('sessions').set({ proved_at: null }).execute()
  expect(getStatusOrCode(await remove())).toBe('proof_required')
  await site.db.updateTable('sessions').set({ proved_at: Date.now() }).execute()
  const answers = await Promise.all([remove(), remove()])
  expect(answers.map(getStatusOrCode).toSorted()).toEqual([204, 'not_found'])
  expect((await site.mails()).filter(({ subject }) => subject.includes('no longer asks'))).toHaveLength(1)
  expect(refusalOf(await logIn(site))).toBe(200)
  expect(await site.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
})

test('a proof of ownership with the password also requires a code of the second factor', async () => {
  const { site, nora, secret } = await createProtectedSite()
  const prove = (code?: string) =>
    site.call('POST', '/api/account/proof', { token: nora.accessToken, body: { password: PASSWORD, code } })
  expect(getStatusOrCode(await prove())).toBe('code_required')
  expect(getStatusOrCode(await prove('123'))).toBe('code_wrong')
  expect(getStatusOrCode(await prove(codeFor(secret)))).toBe(204)
})

test('a mailed link for a new password needs a code of the second factor, and stays valid until a right code is given', async () => {
  const { site, secret } = await createProtectedSite()
  await site.call('POST', '/auth/forgot-password', { body: { email: EMAIL } })
  const mail = (await site.mails()).at(-1)
  if (!mail) throw new Error('There is no mail.')
  const reset = (code?: string) =>
    site.call('POST', '/auth/reset-password', {
      body: { token: getLinkSecret(mail), password: 'another kettle without a hat', code },
    })
  expect(getStatusOrCode(await reset())).toBe('code_required')
  expect(getStatusOrCode(await reset('000000'))).toBe('code_wrong')
  expect(refusalOf(await logIn(site, undefined, PASSWORD))).toBe('code_required')
  expect(getStatusOrCode(await reset(codeFor(secret)))).toBe(200)
  expect(refusalOf(await logIn(site, undefined, 'another kettle without a hat'))).toBe('code_required')
})

test('a login with a passkey needs no code of the second factor', async () => {
  const { site, nora } = await createProtectedSite()
  const authenticator = new PasskeyAuthenticator()
  expect(getStatusOrCode(await addPasskey(site, nora.accessToken, authenticator))).toBe(201)
  expect(getStatusOrCode(await logInWithPasskey(site, authenticator.get(await requestLoginOptions(site))))).toBe(200)
})

test('the link that claims the site does not bypass the second factor', async () => {
  const { site, nora } = await createProtectedSite()
  const { insertClaimLink } = await import('../claim-site.ts')
  const claim = async (token?: string) =>
    site.call('POST', '/auth/claim', {
      ...(token ? { token } : {}),
      body: { token: await insertClaimLink(site.db), email: EMAIL, password: PASSWORD },
    })
  expect(getStatusOrCode(await claim())).toBe('other_login_required')
  expect(getStatusOrCode(await claim(nora.accessToken))).toBe(200)
})

test('an account without a password cannot set up a second factor', async () => {
  const site = await createTestSite()
  const { accessToken: token, userId } = await site.createReader(EMAIL)
  await proveOwnershipByPassword(site, token)
  await site.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
  expect(getStatusOrCode(await begin(site, token))).toBe('password_needed')
})

test('after ten wrong codes in an hour, no code is accepted from any IP address until the hour ends', async () => {
  const { site, secret, recoveryCodes } = await createProtectedSite()
  const tryCode = (code: string, from: string) =>
    site.call('POST', '/auth/manual-login', { from, body: { email: EMAIL, password: PASSWORD, code } })
  const wrong = await Promise.all(Array.from({ length: 30 }, (_, i) => tryCode('000000', `192.0.2.${i}`)))
  expect(wrong.map(refusalOf).filter((code) => code === 'code_wrong')).toHaveLength(10)
  expect(wrong.map(refusalOf).filter((code) => code === 'too_many_requests')).toHaveLength(20)
  expect(refusalOf(await tryCode(codeFor(secret), '192.0.2.99'))).toBe('too_many_requests')
  expect(refusalOf(await tryCode(recoveryCodes[0] ?? '', '192.0.2.99'))).toBe('too_many_requests')
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(refusalOf(await tryCode(codeFor(secret), '192.0.2.99'))).toBe(200)
  // A right code resets the count of wrong codes.
  for (let i = 0; i < 10; i++) expect(refusalOf(await tryCode('000000', `192.0.2.${i}`))).toBe('code_wrong')
  expect(refusalOf(await tryCode('000000', '192.0.2.98'))).toBe('too_many_requests')
})
