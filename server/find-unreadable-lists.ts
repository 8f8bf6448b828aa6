import { createApp } from './app.ts'
import { type Database, type DatabaseLocation, openDatabase } from './db/database.ts'
import { createAccessTokenService } from './features/accounts/access-tokens.ts'
import { beginSession, signFirstTokens } from './features/accounts/sessions.ts'
import { createUser } from './features/accounts/users.ts'
import { runPrepareHooks } from './features/define-feature.ts'
import type { BuildOutput } from './http/build-output.ts'
import { createInternalClientDetails } from './http/client.ts'
import { parseEmail } from './http/parse-email.ts'

/** The origin of the site while it is checked. Nobody can reach it, because the site does not listen. */
const ORIGIN = 'http://backup-check.invalid'

/**
 * Starts the site on a restored database and reads every list as an admin. The site sends no mail and no push message,
 * and requests no payment, because its outbox and its jobs do not run.
 * @returns a sentence for each list that cannot be read
 */
export async function findUnreadableListsOfRestoredSite(
  build: BuildOutput,
  location: DatabaseLocation,
): Promise<string[]> {
  const db = await openDatabase(location)
  try {
    const app = createApp({ build, db, origins: [ORIGIN] })
    // The routes are added later, when the app gets ready, so the hook sees all of them.
    const lists: string[] = []
    app.addHook('onRoute', ({ method, url }) => {
      const isRead = [method].flat().includes('GET')
      if (isRead && !/[:*]/.test(url)) lists.push(url)
    })
    try {
      await app.ready()
      await runPrepareHooks(app.features)
      const authorization = `Bearer ${await createAdmin(db)}`
      const problems: string[] = []
      for (const url of lists) {
        const { statusCode } = await app.inject({ url, headers: { authorization } })
        // Calls that need parameters are refused with a 4xx status, which is not a problem.
        if (statusCode >= 500) problems.push(`The restored site cannot read ${url}: it answers ${statusCode}.`)
      }
      return problems
    } finally {
      await app.close()
    }
  } finally {
    await db.destroy()
  }
}

/** Adds an admin to the restored copy. @returns an access token, signed with the key of the backup */
async function createAdmin(db: Database): Promise<string> {
  const address = parseEmail('backup-check@example.org')
  const userId = await createUser(db, { ...address, email: address.email, name: 'Backup check' })
  await db.insertInto('user_roles').values({ user_id: userId, role: 'Admin' }).execute()
  const client = createInternalClientDetails('Backup check', ORIGIN)
  const session = await beginSession(db, { userId, method: 'link', client })
  return (await signFirstTokens(createAccessTokenService(db, ORIGIN), session)).accessToken
}
