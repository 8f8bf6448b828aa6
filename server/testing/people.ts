import type { Role } from '#contract/accounts.ts'
import type { Database } from '../db/database.ts'
import { type AccessTokens, createAccessTokens } from '../features/accounts/access-tokens.ts'
import { beginSession, firstTokens } from '../features/accounts/sessions.ts'
import { createUser } from '../features/accounts/users.ts'
import { checkedEmail } from '../http/checked-email.ts'
import { origins } from './origins.ts'

interface NewPerson {
  name?: string | undefined
  /** Unless said, one that nobody else has. */
  email?: string | undefined
  /** Unless given, they cannot log in with one. */
  passwordHash?: string | null
  roles?: readonly Role[]
  userAgent?: string
  /** The first origin of the site, for which their token is good. */
  origin?: string
}

/** Somebody with an account and a session, put into the database as they are: nothing has to be hashed or mailed for them. */
export async function addPerson(
  db: Database,
  {
    name = 'Nora Reader',
    email = '',
    passwordHash = null,
    roles = [],
    userAgent = 'Tests',
    origin = origins[0],
  }: NewPerson = {},
): Promise<{ id: string; token: string; refreshToken: string }> {
  const guest = roles.includes('Guest')
  const address = checkedEmail(email || `${crypto.randomUUID()}@example.org`)
  const id = await createUser(db, { ...address, name, guest, passwordHash })
  for (const role of roles)
    if (role !== 'Guest') await db.insertInto('user_roles').values({ user_id: id, role }).execute()
  return { id, ...(await newTokens(db, id, { guest, userAgent, origin })) }
}

/** Logs somebody in once more, for when time has passed. */
export async function newTokens(
  db: Database,
  userId: string,
  { guest = false, userAgent = 'Tests', origin = origins[0] as string } = {},
): Promise<{ token: string; refreshToken: string }> {
  const client = { address: '192.0.2.1', userAgent, origin: null, cookies: {} }
  const begun = await beginSession(db, { userId, method: guest ? 'guest' : 'password', client })
  const { accessToken, refreshToken } = await firstTokens(tokensOf(db, origin), begun)
  return { token: accessToken, refreshToken }
}

/** By database and origin: reading the keys of a database takes longer than adding a person. */
const knownTokens = new WeakMap<Database, Map<string, AccessTokens>>()

function tokensOf(db: Database, origin: string): AccessTokens {
  const ofDatabase = knownTokens.get(db) ?? new Map<string, AccessTokens>()
  knownTokens.set(db, ofDatabase)
  const tokens = ofDatabase.get(origin) ?? createAccessTokens(db, origin)
  ofDatabase.set(origin, tokens)
  return tokens
}
