import { decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { origins } from '../../testing/origins.ts'
import { createTestSite } from '../../testing/site.ts'
import { createAccessTokenService } from './access-tokens.ts'

const who = { userId: 'u1', sessionId: 's1' }

/** Signs a token like the site's own tokens, with the changes of a test, and verifies it. */
async function forged(change: (jwt: SignJWT, header: { alg: string; typ: string; kid: string }) => Promise<string>) {
  const db = await createTestDatabase()
  const tokens = createAccessTokenService(db, origins[0])
  const good = await tokens.sign(who)
  expect(await tokens.verify(good)).toEqual(who)
  const header = decodeProtectedHeader(good) as { alg: string; typ: string; kid: string }
  const now = Math.floor(Date.now() / 1000)
  const jwt = new SignJWT({ sid: 's1' })
    .setIssuer(origins[0])
    .setAudience(origins[0])
    .setSubject('u1')
    .setIssuedAt(now)
    .setExpirationTime(now + 900)
  const row = await db.selectFrom('signing_keys').selectAll().executeTakeFirstOrThrow()
  return { verified: await tokens.verify(await change(jwt, header)), row }
}

test('rejects a token without a signature (alg none)', async () => {
  const { verified } = await forged(async () =>
    new UnsecuredJWT({ sid: 's1' })
      .setIssuer(origins[0])
      .setAudience(origins[0])
      .setSubject('u1')
      .setExpirationTime('1h')
      .encode(),
  )
  expect(verified).toBeNull()
})

test('rejects a token signed by HS256 with our public key as the secret (key confusion)', async () => {
  const db = await createTestDatabase()
  const tokens = createAccessTokenService(db, origins[0])
  await tokens.sign(who)
  const row = await db.selectFrom('signing_keys').selectAll().executeTakeFirstOrThrow()
  const secrets = [row.public_jwk, JSON.parse(row.public_jwk).x as string]
  for (const secret of secrets) {
    const jwt = await new SignJWT({ sid: 's1' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: row.id })
      .setIssuer(origins[0])
      .setAudience(origins[0])
      .setSubject('u1')
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret))
    expect(await tokens.verify(jwt)).toBeNull()
  }
})

test('rejects a token signed with the key of another party, even when the token’s header contains that key', async () => {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const jwk = await exportJWK(publicKey)
  for (const more of [{}, { jwk }, { jku: 'https://evil.test/keys' }, { x5u: 'https://evil.test/keys' }]) {
    const { verified } = await forged((jwt, header) => jwt.setProtectedHeader({ ...header, ...more }).sign(privateKey))
    expect(verified).toBeNull()
  }
})

test('rejects a token with an unknown key id, or a path as its key id', async () => {
  const { privateKey } = await generateKeyPair('EdDSA')
  for (const kid of ['nowhere', '../../etc/passwd', "' or 1=1 --", '']) {
    const { verified } = await forged((jwt, header) => jwt.setProtectedHeader({ ...header, kid }).sign(privateKey))
    expect(verified).toBeNull()
  }
})

test('rejects a token with changed claims', async () => {
  const { call, createReader, createWithRole } = await createTestSite()
  const admin = await createWithRole('Admin')
  const { accessToken } = await createReader()
  const [header, payload, signature] = accessToken.split('.')
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
  for (const change of [{ sub: admin.userId }, { roles: ['Admin'] }, { exp: claims.exp + 1000 }, { sid: 'other' }]) {
    const changed = Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url')
    const answer = await call('GET', '/auth/current-user', { token: `${header}.${changed}.${signature}` })
    expect(answer.statusCode).toBe(401)
  }
})

test.each([
  ['issuer', (jwt: SignJWT) => jwt.setIssuer('https://evil.test')],
  ['audience', (jwt: SignJWT) => jwt.setAudience('https://evil.test')],
  ['time', (jwt: SignJWT) => jwt.setExpirationTime(1)],
])('rejects a token that our own key signed but whose %s is wrong', async (_, change) => {
  const db = await createTestDatabase()
  const tokens = createAccessTokenService(db, origins[0])
  await tokens.sign(who)
  const row = await db.selectFrom('signing_keys').selectAll().executeTakeFirstOrThrow()
  const { importJWK } = await import('jose')
  const key = await importJWK(JSON.parse(row.private_jwk), 'EdDSA')
  const sign = (header: { typ?: string }, jwt = new SignJWT({ sid: 's1' })) =>
    jwt.setProtectedHeader({ alg: 'EdDSA', kid: row.id, ...header }).sign(key)
  const base = () =>
    new SignJWT({ sid: 's1' }).setIssuer(origins[0]).setAudience(origins[0]).setSubject('u1').setExpirationTime('1h')
  expect(await tokens.verify(await sign({ typ: 'at+jwt' }, base()))).toEqual(who)
  expect(await tokens.verify(await sign({ typ: 'at+jwt' }, change(base())))).toBeNull()
  expect(await tokens.verify(await sign({ typ: 'JWT' }, base()))).toBeNull()
})

test('the signing key changes every 30 days; tokens of the previous key stay valid, and other processes accept tokens of the new key', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const db = await createTestDatabase()
  const [one, other] = [createAccessTokenService(db, origins[0]), createAccessTokenService(db, origins[0])]
  const kidOf = (token: string) => decodeProtectedHeader(token).kid
  const first = await one.sign(who, 2 * DAY_MS)
  expect(await other.verify(first)).toEqual(who)
  vi.setSystemTime(Date.now() + 29 * DAY_MS)
  const same = await one.sign(who)
  expect(kidOf(same)).toBe(kidOf(first))
  const old = await one.sign(who, 2 * DAY_MS)
  vi.setSystemTime(Date.now() + DAY_MS + 1)
  const next = await one.sign(who)
  expect(kidOf(next)).not.toBe(kidOf(first))
  expect(await one.verify(old)).toEqual(who)
  expect(await other.verify(next)).toEqual(who)
  expect(await db.selectFrom('signing_keys').select('id').execute()).toHaveLength(2)
  vi.setSystemTime(Date.now() + 31 * DAY_MS)
  await one.sign(who)
  expect(await db.selectFrom('signing_keys').select('id').execute()).toHaveLength(2)
  expect(await one.verify(first)).toBeNull()
})
