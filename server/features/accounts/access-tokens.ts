import { errors, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { ACCESS_TOKEN_MS, DAY_MS } from '#contract/limits.ts'
import type { Database } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'

const ALGORITHM = 'EdDSA'
const TYPE = 'at+jwt'
/** The time for which a key signs. It is kept one day more, until every token that it signed has expired. */
const KEY_MS = 30 * DAY_MS
/** Tokens with an unknown key must not query the database each time. */
const RELOAD_MS = 5_000

type Key = Awaited<ReturnType<typeof importJWK>>

/** Signs and verifies access tokens: JSON Web Tokens (RFC 7519, RFC 9068) that name an account and a session. */
export interface AccessTokens {
  /** @param lifetime in milliseconds */
  sign: (subject: { userId: string; sessionId: string }, lifetime?: number) => Promise<string>
  /** Returns the account and session of a token; null when the token is expired, or from or for somebody else. */
  verify: (token: string) => Promise<{ userId: string; sessionId: string } | null>
}

/**
 * Creates access tokens with keys that are stored in the database and change every 30 days.
 * @param origin the site's own address, which is the issuer and the audience of the tokens
 */
export function createAccessTokens(db: Database, origin: string): AccessTokens {
  let publicKeys = new Map<string, Key>()
  let current: { id: string; key: Key; createdAt: number } | undefined
  let loading: Promise<void> | undefined
  let loadedAt = 0

  async function load(): Promise<void> {
    const rows = await db.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').execute()
    publicKeys = new Map(await Promise.all(rows.map(async (row) => [row.id, await imported(row.public_jwk)] as const)))
    const newest = rows[0]
    current = newest && { id: newest.id, key: await imported(newest.private_jwk), createdAt: newest.created_at }
    loadedAt = Date.now()
  }

  /** Returns the key to sign with. Creates one when there is none or it is old, and deletes expired keys. */
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
    const pair = await generateKeyPair(ALGORITHM, { extractable: true })
    const jwk = async (key: typeof pair.privateKey) => JSON.stringify({ ...(await exportJWK(key)), alg: ALGORITHM })
    const row = {
      id: newId(),
      private_jwk: await jwk(pair.privateKey),
      public_jwk: await jwk(pair.publicKey),
      created_at: Date.now(),
    }
    await db.insertInto('signing_keys').values(row).execute()
    await db
      .deleteFrom('signing_keys')
      .where('created_at', '<', Date.now() - KEY_MS - DAY_MS)
      .execute()
    await load()
  }

  async function publicKey(id: string | undefined): Promise<Key> {
    if (id !== undefined && !publicKeys.has(id) && Date.now() - loadedAt > RELOAD_MS) await load()
    const key = publicKeys.get(id ?? '')
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }

  return {
    sign: async ({ userId, sessionId }, lifetime = ACCESS_TOKEN_MS) => {
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
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify<{ sid: unknown }>(token, ({ kid }) => publicKey(kid), {
          // Only our algorithm and type are accepted: neither "none" nor a public key used as a shared secret.
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: origin,
          audience: origin,
          requiredClaims: ['sub', 'sid', 'exp'],
        })
        const { sub, sid } = payload
        return typeof sub === 'string' && typeof sid === 'string' ? { userId: sub, sessionId: sid } : null
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

const isOld = (createdAt: number) => createdAt < Date.now() - KEY_MS

const imported = (jwk: string): Promise<Key> => importJWK(JSON.parse(jwk) as JWK, ALGORITHM)
