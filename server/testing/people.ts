import type { Role } from '#contract/accounts.ts'
import type { Database } from '../db/database.ts'
import { type AccessTokenService, createAccessTokenService } from '../features/accounts/access-tokens.ts'
import { beginSession, signFirstTokens } from '../features/accounts/sessions.ts'
import { createUser } from '../features/accounts/users.ts'
import { createInternalClientDetails } from '../http/client.ts'
import { parseEmail } from '../http/parse-email.ts'
import { origins } from './origins.ts'

interface NewPerson {
  name?: string | undefined
  /** A unique email address by default. */
  email?: string | undefined
  /** Without a hash, the person cannot log in by password. */
  passwordHash?: string | null
  roles?: readonly Role[]
  userAgent?: string
  /** Whether the session is marked as if its owner had just entered the password again. */
  isProved?: boolean
  /** The origin for which the token is valid; by default the first origin of the site. */
  origin?: string
}

/** Inserts an account with a session directly into the database, without hashing and mails. */
export async function addPerson(
  db: Database,
  {
    name = 'Nora Reader',
    email = '',
    passwordHash = null,
    roles = [],
    userAgent = 'Tests',
    isProved = false,
    origin = origins[0],
  }: NewPerson = {},
): Promise<{ id: string; token: string; refreshToken: string }> {
  const guest = roles.includes('Guest')
  const address = parseEmail(email || `${crypto.randomUUID()}@example.org`)
  const id = await createUser(db, { ...address, name, guest, passwordHash })
  for (const role of roles)
    if (role !== 'Guest') await db.insertInto('user_roles').values({ user_id: id, role }).execute()
  const tokens = await createSessionTokens(db, id, { guest, userAgent, origin })
  if (isProved) await db.updateTable('sessions').set({ proved_at: Date.now() }).where('user_id', '=', id).execute()
  return { id, ...tokens }
}

/** Begins another session for an account, for tests in which the first token has expired. */
export async function createSessionTokens(
  db: Database,
  userId: string,
  { guest = false, userAgent = 'Tests', origin = origins[0] as string } = {},
): Promise<{ token: string; refreshToken: string }> {
  const client = createInternalClientDetails(userAgent, origin)
  const begun = await beginSession(db, { userId, method: guest ? 'guest' : 'password', client })
  const { accessToken, refreshToken } = await signFirstTokens(findTokens(db, origin), begun)
  return { token: accessToken, refreshToken }
}

/**
 * The cached `AccessTokenService` by database and origin, because reading the signing keys takes longer than adding a
 * person.
 */
const cachedTokens = new WeakMap<Database, Map<string, AccessTokenService>>()

function findTokens(db: Database, origin: string): AccessTokenService {
  const ofDatabase = cachedTokens.get(db) ?? new Map<string, AccessTokenService>()
  cachedTokens.set(db, ofDatabase)
  const tokens = ofDatabase.get(origin) ?? createAccessTokenService(db, origin)
  ofDatabase.set(origin, tokens)
  return tokens
}
