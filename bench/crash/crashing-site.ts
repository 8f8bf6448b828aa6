import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startOwnPostgres, startPostgres } from '@hobohat/hub/testing'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { logInReader, serveWithReaders } from '../accounts.ts'
import { type SeededKitchen, seedKitchen } from '../kitchens-seed.ts'
import { createTemporaryFolder, findFreePort, type ServerProcess } from '../processes.ts'
import { type InsertRows, insertIntoPostgres, insertIntoSqlite } from '../rows.ts'
import { serveBuiltSite } from '../serve.ts'
import type { RunQuery } from './check.ts'

export type DatabaseName = 'sqlite' | 'postgres'

const RETRY_MS = 20
const PORTIONS = 150
/** Of the kitchens that have a limit. */
const ORDERS_PER_SLOT = 3

/** What is killed again and again. */
export type KilledProcess = 'server' | 'postgres'

/** How the kills went. */
export interface CrashCounts {
  kills: number
  /** From a kill until every process of the site reads from its database again. */
  longestOutageMs: number
  /** Processes of the site that have ended without being told to. */
  ended: number
}

/** A site whose server, or whose Postgres, is killed; the other goes on. */
export interface CrashingSite extends AsyncDisposable {
  /** One for each process. */
  origins: string[]
  kitchens: (SeededKitchen & { token: string })[]
  /** Kills the victim every so often and starts it again at once, until asked to stop; all runs then. */
  crash: (everyMs: number, isOver: () => boolean) => Promise<CrashCounts>
  /** Kills the server for good. */
  end: () => Promise<void>
  ask: RunQuery
}

/**
 * Makes a site with kitchens, each with its owner, who is logged in; every other one takes few orders for one slot. Where
 * Postgres is the victim, two processes share it.
 */
export async function serveCrashingSite(
  database: DatabaseName,
  victim: KilledProcess,
  count: number,
): Promise<CrashingSite> {
  const own = victim === 'postgres' ? await startOwnPostgres() : null
  const postgres = own ?? (database === 'postgres' ? await startPostgres() : null)
  const folder = createTemporaryFolder()
  const ports = [String(await findFreePort()), String(await findFreePort())] as const
  const settings = {
    DATA_DIR: folder,
    SAMPLES: 'off',
    PORT: ports[0],
    // The same for both processes: it is who issues access tokens.
    ORIGINS: `http://127.0.0.1:${ports[0]}`,
    TRUST_PROXY: 'on',
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const file = path.join(folder, 'site.sqlite')
  const kitchens = await kitchensOf(
    count,
    settings,
    postgres ? insertIntoPostgres(postgres.url) : insertIntoSqlite(file),
  )
  const servers: ServerProcess[] = [await serveBuiltSite('/readyz', settings)]
  if (own) servers.push(await serveBuiltSite('/readyz', { ...settings, PORT: ports[1] }))
  const killServer = async () => {
    for (const [i, server] of servers.entries()) {
      await server.crash()
      servers[i] = await serveBuiltSite('/readyz', settings)
    }
  }
  const killPostgres = async () => {
    await own?.crash()
    await own?.restart()
    const [menu] = kitchens.map(({ slug }) => `/api/kitchens/${slug}`)
    await Promise.all(servers.map((server) => reading(server, `${server.origin}${menu}`)))
  }
  return {
    origins: servers.map(({ origin }) => origin),
    kitchens,
    crash: async (everyMs, isOver) => {
      let [kills, longestOutageMs] = [0, 0]
      for (;;) {
        await wait(everyMs)
        if (isOver()) return { kills, longestOutageMs, ended: servers.filter((server) => server.hasEnded()).length }
        const start = performance.now()
        await (own ? killPostgres() : killServer())
        kills++
        longestOutageMs = Math.max(longestOutageMs, performance.now() - start)
      }
    },
    end: async () => {
      for (const server of servers) await server.crash()
    },
    ask: postgres ? askPostgres(postgres.url) : askSqlite(file),
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) await server[Symbol.asyncDispose]()
      await postgres?.stop()
    },
  }
}

/** Resolves when a call is answered from the database, or when the process has ended. */
async function reading(server: ServerProcess, url: string): Promise<void> {
  while (!server.hasEnded()) {
    const status = await fetch(url).then(
      (response) => response.body?.cancel().then(() => response.status),
      () => undefined,
    )
    if (status === 200) return
    await wait(RETRY_MS)
  }
}

async function kitchensOf(count: number, settings: Record<string, string>, insert: InsertRows) {
  await using readers = await serveWithReaders(count, settings)
  const owners = await Promise.all(readers.emails.map((email) => logInReader(readers.site, email)))
  const seeded: CrashingSite['kitchens'] = []
  for (const [i, { token, id: owner }] of owners.entries()) {
    const wishes = { owner, portions: PORTIONS, ordersPerSlot: i % 2 === 1 ? ORDERS_PER_SLOT : null }
    seeded.push({ ...(await seedKitchen(insert, `kitchen-${i}`, wishes)), token })
  }
  return seeded
}

const askSqlite =
  (file: string): RunQuery =>
  async <R>(statement: string) => {
    const db = new Sqlite(file)
    try {
      return db.prepare<[], R>(statement).all()
    } finally {
      db.close()
    }
  }

const askPostgres =
  (url: string): RunQuery =>
  async <R>(statement: string) => {
    // As the site reads them: amounts as numbers.
    const types = {
      getTypeParser: (type: number) => (type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type)),
    }
    const client = new pg.Client({ connectionString: url, types })
    await client.connect()
    try {
      return (await client.query(statement)).rows as R[]
    } finally {
      await client.end()
    }
  }
