import { errors, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { ACCESS_TOKEN_MS, DAY_MS } from '#contract/limits.ts'
import type { Database } from '../../db/database.ts'
import { createId } from '../../db/ids.ts'

const ALGORITHM = 'EdDSA'
const TYPE = 'at+jwt'
/**
 * How long a key signs tokens. After this time, the key is stored for one more day, until all its tokens have expired.
 */
const KEY_MS = 30 * DAY_MS
/**
 * The shortest interval between two reloads of the keys, so that tokens with unknown keys do not query the database
 * each time.
 */
const RELOAD_MS = 5_000

type Key = Awaited<ReturnType<typeof importJWK>>

interface TokenSubject {
  userId: string
  sessionId: string
}

export type AccessTokenService = ReturnType<typeof createAccessTokenService>

/**
 * Signs and verifies access tokens: JSON Web Tokens (RFC 7519, RFC 9068) that name an account and a session. Their keys
 * are stored in the database and change every 30 days.
 * @param origin the site's own address, which is the issuer and the audience of the tokens
 */
export function createAccessTokenService(db: Database, origin: string) {
  let publicKeys = new Map<string, Key>()
  let current: { id: string; key: Key; createdAt: number } | undefined
  let loading: Promise<void> | undefined
  let loadedAt = 0

  async function load(): Promise<void> {
    const rows = await db.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').execute()
    publicKeys = new Map(await Promise.all(rows.map(async (row) => [row.id, await importKey(row.public_jwk)] as const)))
    const newest = rows[0]
    current = newest && { id: newest.id, key: await importKey(newest.private_jwk), createdAt: newest.created_at }
    loadedAt = Date.now()
  }

  /**
   * Returns the current signing key. Creates a key when there is none or when the newest is too old, and deletes
   * expired keys.
   */
  async function signingKey() {
    if (!current || isOld(current.createdAt)) {
      loading ??= renew().finally(() => {
        loading = undefined
      })
      await loading
    }
    if (!current) throw new Error('There is no key to sign with.')
    return current
  }

  async function renew(): Promise<void> {
    await load()
    if (current && !isOld(current.createdAt)) return
    const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true })
    const jwk = async (key: typeof privateKey) => JSON.stringify({ ...(await exportJWK(key)), alg: ALGORITHM })
    const keys = { private_jwk: await jwk(privateKey), public_jwk: await jwk(publicKey) }
    const now = Date.now()
    await db
      .insertInto('signing_keys')
      .values({ id: createId(), ...keys, created_at: now })
      .execute()
    const expired = now - KEY_MS - DAY_MS
    await db.deleteFrom('signing_keys').where('created_at', '<', expired).execute()
    await load()
  }

  async function publicKey(id: string | undefined): Promise<Key> {
    if (id !== undefined && !publicKeys.has(id) && Date.now() - loadedAt > RELOAD_MS) await load()
    const key = publicKeys.get(id ?? '')
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }

  return {
    /** @param lifetime in milliseconds */
    sign: async ({ userId, sessionId }: TokenSubject, lifetime = ACCESS_TOKEN_MS): Promise<string> => {
      const { id, key } = await signingKey()
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: id })
        .setIssuer(origin)
        .setAudience(origin)
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetime / 1000)
        .sign(key)
    },
    /**
     * Returns the account and the session that a token names. Returns null for a token that is invalid or expired, or
     * that this site has not issued for itself.
     */
    verify: async (token: string): Promise<TokenSubject | null> => {
      try {
        const { payload } = await jwtVerify<{ sid: unknown }>(token, ({ kid }) => publicKey(kid), {
          // Only the site's own algorithm and token type are accepted: no unsigned token, and no token signed with the
          // public key as a shared secret.
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: origin,
          audience: origin,
          requiredClaims: ['sub', 'sid', 'exp'],
        })
        const { sub: userId, sid: sessionId } = payload
        return typeof userId === 'string' && typeof sessionId === 'string' ? { userId, sessionId } : null
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

const isOld = (createdAt: number) => createdAt < Date.now() - KEY_MS

const importKey = (jwk: string): Promise<Key> => importJWK(JSON.parse(jwk) as JWK, ALGORITHM)
