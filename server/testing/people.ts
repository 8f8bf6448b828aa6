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
  const client = { address: '192.0.2.1', userAgent, origin: null, cookies: {} }
  const begun = await beginSession(db, { userId: id, method: guest ? 'guest' : 'password', client })
  const { accessToken } = await firstTokens(createAccessTokens(db, origins[0]), begun)
  return { id, token: accessToken }
}
