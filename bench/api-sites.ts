import { readFileSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { distFolder } from '../build/site.ts'
import { toPageKey } from '../contract/page-key.ts'
import { createTokenProvider, serveWithReaders } from './accounts.ts'
import { type CommentSeedOptions, seedComments } from './comments-seed.ts'
import { createTemporaryFolder, type ServerProcess } from './processes.ts'
import { createSqliteInserter } from './rows.ts'
import { measuredArticle } from './serve.ts'

/** The key of the page whose comments are measured. */
export const MEASURED_PAGE_KEY = toPageKey(measuredArticle.path)

const million = { comments: 1_000_000, waiting: 1_000 }
const shapes = {
  'a thousand': { comments: 1_000, onPage: 1_000, waiting: 100 },
  'a million, 10,000 on the page': { ...million, onPage: 10_000 },
  'a million, 900,000 on the page': { ...million, onPage: 900_000 },
} satisfies Record<string, Omit<CommentSeedOptions, 'page' | 'otherPages'>>

export type SiteSizeName = keyof typeof shapes

/** A site with a seeded SQLite database. */
export interface SeededSite extends AsyncDisposable {
  site: ServerProcess
  /** Returns an access token of the admin. */
  logIn: () => Promise<string>
  /** Changes the page whose comments are measured, so that no cached answer is used. */
  touch: () => void
}

/** Returns the keys of all pages except the measured page. */
export function listUnmeasuredPageKeys(): string[] {
  const { pages } = JSON.parse(readFileSync(path.join(distFolder, 'build.json'), 'utf8')) as {
    pages: { key: string }[]
  }
  return pages.map(({ key }) => key).filter((key) => key !== MEASURED_PAGE_KEY)
}

export async function serveSeededSite(name: SiteSizeName): Promise<SeededSite> {
  const folder = createTemporaryFolder()
  const file = path.join(folder, 'site.sqlite')
  const readers = await serveWithReaders(1, { DATA_DIR: folder, SAMPLES: 'off' })
  const start = performance.now()
  await seedComments(createSqliteInserter(file), {
    ...shapes[name],
    page: MEASURED_PAGE_KEY,
    otherPages: listUnmeasuredPageKeys(),
  })
  console.log(`Seeded ${name} in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
  const db = new Sqlite(file)
  db.exec(`insert into user_roles (user_id, role) select id, 'Admin' from users where email = '${readers.emails[0]}'`)
  const change = db.prepare('update comment_pages set version = version + 1 where page = ?')
  const { site } = readers
  return {
    site,
    logIn: createTokenProvider(site, readers.emails[0] ?? ''),
    touch: () => change.run(MEASURED_PAGE_KEY),
    [Symbol.asyncDispose]: async () => {
      db.close()
      await readers[Symbol.asyncDispose]()
    },
  }
}
