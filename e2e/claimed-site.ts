import { findFreePort } from '@hobohat/hub/testing'
import Database from 'better-sqlite3'
import { getDatabaseFilePath } from '../server/data-dir.ts'
import { buildBearerHeader, logInBrowser, type Reader } from './readers.ts'
import { createUnstartedSite, type OwnSite } from './services/own-site.ts'
import { test as base } from './test.ts'

interface ClaimedSite {
  address: string
  admin: Reader
}

/** A site with a first admin. The tests of a worker use this site one after the other. */
interface LentSite {
  claimed: ClaimedSite
  /** Restores the database rows to their state right after the claim. */
  reset: () => void
  remove: () => Promise<void>
}

/**
 * A separate site with a logged-in first admin. It is separate because its changes, such as notices, would appear in
 * other tests. Each test gets fresh data. `siteEnv` has the environment variables that differ from the defaults. A
 * worker uses one server process for all tests with equal `siteEnv`. Comments cached in this process are not reset.
 */
export const test = base.extend<
  { siteEnv: Record<string, string>; site: ClaimedSite },
  { lend: (env: Record<string, string>) => Promise<ClaimedSite> }
>({
  siteEnv: [{}, { option: true }],
  lend: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
    async ({}, use) => {
      const sites = new Map<string, LentSite>()
      await use(async (env) => {
        const key = JSON.stringify(env)
        const lent = sites.get(key) ?? (await createClaimedSite(env))
        sites.set(key, lent)
        lent.reset()
        return lent.claimed
      })
      for (const { remove } of sites.values()) await remove()
    },
    { scope: 'worker' },
  ],
  site: async ({ siteEnv, lend }, use) => use(await lend(siteEnv)),
  baseURL: async ({ site }, use) => use(site.address),
  page: async ({ page, site }, use) => {
    await logInBrowser(page, site.admin)
    await use(page)
  },
})

async function createClaimedSite(env: Record<string, string>): Promise<LentSite> {
  const site = createUnstartedSite(await findFreePort(), env)
  await site.start()
  const owner = { name: 'Ada Admin', email: 'ada@example.org', password: 'a kettle in a battered hat' }
  // Without an Origin header, the claim does not bind the new session to a browser. So the pages of all tests can use
  // its tokens.
  const answer = await fetch(`${site.origin}/auth/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: site.claimToken, ...owner }),
  })
  const tokens: Pick<Reader, 'accessToken' | 'refreshToken'> = await answer.json()
  const { id } = await (await fetch(`${site.origin}/auth/current-user`, { headers: buildBearerHeader(tokens) })).json()
  const claimed = { address: site.origin, admin: { ...tokens, ...owner, id } }
  return { claimed, reset: keepRows(site), remove: site.remove }
}

/** Copies the rows of a site's database. @returns a function that restores them */
function keepRows({ dataFolder }: OwnSite): () => void {
  const file = getDatabaseFilePath(dataFolder)
  const kept = `${file}.claimed`
  const open = () => new Database(file, { timeout: 10_000 })
  const before = open()
  before.prepare('vacuum into ?').run(kept)
  before.close()
  return () => {
    const database = open()
    database.pragma('foreign_keys = off')
    database.prepare('attach ? as kept').run(kept)
    const tables = database
      .prepare("select name from kept.sqlite_schema where type = 'table' and name not like 'sqlite_%'")
      .pluck()
      .all()
    database.exec(
      [
        'begin immediate',
        ...tables.flatMap((table) => [
          `delete from "${table}"`,
          `insert into "${table}" select * from kept."${table}"`,
        ]),
        'commit',
      ].join(';'),
    )
    database.close()
  }
}
