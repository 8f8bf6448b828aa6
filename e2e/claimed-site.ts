import { freePort } from '@hobohat/hub/testing'
import Database from 'better-sqlite3'
import { databaseFile } from '../server/data-dir.ts'
import { buildBearerHeader, logInBrowser, type Reader } from './readers.ts'
import { createOwnSite, type OwnSite } from './services/own-site.ts'
import { test as base } from './test.ts'

interface ClaimedSite {
  address: string
  admin: Reader
}

/** A claimed site as it is between two tests. */
interface LentSite {
  claimed: ClaimedSite
  /** Gives the site back the rows that it had when it was claimed. */
  reset: () => void
  remove: () => Promise<void>
}

/**
 * A site apart, whose first admin is logged in: a notice is on every page, and other tests would meet it. Each test finds a
 * new site; the process behind it is one for each worker and `siteEnv`, which is what differs from the usual site. What the
 * process remembers of comments is not reset.
 */
export const test = base.extend<
  { siteEnv: Record<string, string>; site: ClaimedSite },
  { lend: (env: Record<string, string>) => Promise<ClaimedSite> }
>({
  siteEnv: [{}, { option: true }],
  lend: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are asked for.
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
  const site = createOwnSite(await freePort(), env)
  await site.start()
  const owner = { name: 'Ada Admin', email: 'ada@example.org', password: 'a marble in a battered hat' }
  const answer = await fetch(`${site.origin}/auth/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.origin },
    body: JSON.stringify({ token: site.claimToken, ...owner }),
  })
  const tokens: Pick<Reader, 'accessToken' | 'refreshToken'> = await answer.json()
  const { id } = await (await fetch(`${site.origin}/auth/current-user`, { headers: buildBearerHeader(tokens) })).json()
  const claimed = { address: site.origin, admin: { ...tokens, ...owner, id } }
  return { claimed, reset: keepRows(site), remove: site.remove }
}

/** @returns what gives a site's database the rows back that it has now */
function keepRows({ dataFolder }: OwnSite): () => void {
  const file = databaseFile(dataFolder)
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
