import type { Role } from '#contract/accounts.ts'
import { createAccessTokens } from '../accounts/access-tokens.ts'
import { beginSession, firstTokens } from '../accounts/sessions.ts'
import { createUser } from '../accounts/users.ts'
import type { Database } from '../db/database.ts'
import { origins } from './app.ts'

/** Somebody with an account and a session, put into the database as they are: no password has to be hashed for them. */
export async function addPerson(
  db: Database,
  { name = 'Nora Reader', email = '', roles = [] as Role[], userAgent = 'Tests' } = {},
): Promise<{ id: string; token: string }> {
  const guest = roles.includes('Guest')
  const address = email || `${crypto.randomUUID()}@example.org`
  const id = await createUser(db, { name, email: address, key: address.toLowerCase(), guest })
  for (const role of roles)
    if (role !== 'Guest') await db.insertInto('user_roles').values({ user_id: id, role }).execute()
  return { id, token: await newToken(db, id, { guest, userAgent }) }
}

/** Logs somebody in once more, for when time has passed. @returns an access token */
export async function newToken(
  db: Database,
  userId: string,
  { guest = false, userAgent = 'Tests' } = {},
): Promise<string> {
  const client = { address: '192.0.2.1', userAgent, origin: null, cookies: {} }
  const begun = await beginSession(db, { userId, method: guest ? 'guest' : 'password', client })
  return (await firstTokens(createAccessTokens(db, origins[0]), begun)).accessToken
}
