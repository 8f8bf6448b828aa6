import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort, startOwnPostgres, startPostgres } from '@hobohat/hub/testing'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { logInReader, serveWithReaders } from '../accounts.ts'
import { type SeededKitchen, seedKitchen } from '../kitchens-seed.ts'
import { createTemporaryFolder, type ServerProcess } from '../processes.ts'
import { createPostgresInserter, createSqliteInserter, type InsertRows } from '../rows.ts'
import { serveBuiltSite } from '../serve.ts'
import type { SelectRows } from './check.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

const RETRY_MS = 20
const PORTIONS = 150
/** The maximum number of orders per slot in kitchens that have a limit. */
const ORDERS_PER_SLOT = 3

/** Which process is killed repeatedly. */
export type KillTarget = 'server' | 'postgres'

/** The number of kills, and their effects. */
export interface CrashStatistics {
  kills: number
  /** The longest time in milliseconds from a kill until all processes can read from the database again. */
  longestOutageMs: number
  /** The number of server processes that ended without being killed. */
  ended: number
}

/** A site with one process that is killed repeatedly: the server or Postgres. */
export interface CrashableSite extends AsyncDisposable {
  /** The URL of each server process, without a path. */
  origins: string[]
  kitchens: (SeededKitchen & { token: string })[]
  /**
   * Kills and restarts the process at intervals until `isOver` returns true. Resolves after the last restart, when all
   * processes are running again.
   */
  crash: (everyMs: number, isOver: () => boolean) => Promise<CrashStatistics>
  /** Kills the server without restarting it. */
  end: () => Promise<void>
  ask: SelectRows
}

/**
 * Starts a site with kitchens whose owners are logged in. Every second kitchen limits the orders of a slot. When
 * `victim` is Postgres, two server processes share this Postgres.
 */
export async function serveCrashableSite(
  database: DatabaseKind,
  victim: KillTarget,
  count: number,
): Promise<CrashableSite> {
  const own = victim === 'postgres' ? await startOwnPostgres() : null
  const postgres = own ?? (database === 'postgres' ? await startPostgres() : null)
  const folder = createTemporaryFolder()
  const ports = [String(await findFreePort()), String(await findFreePort())] as const
  const settings = {
    DATA_DIR: folder,
    SAMPLES: 'off',
    PORT: ports[0],
    // Both server processes get the same origin, because a server accepts only access tokens issued by its own origin.
    ORIGINS: `http://127.0.0.1:${ports[0]}`,
    TRUST_PROXY: 'on',
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const file = path.join(folder, 'site.sqlite')
  const kitchens = await kitchensOf(
    count,
    settings,
    postgres ? createPostgresInserter(postgres.url) : createSqliteInserter(file),
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

/** Resolves when a call is answered with data from the database, or when the process has ended. */
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
  const seeded: CrashableSite['kitchens'] = []
  for (const [i, { token, id: owner }] of owners.entries()) {
    const wishes = { owner, portions: PORTIONS, ordersPerSlot: i % 2 === 1 ? ORDERS_PER_SLOT : null }
    seeded.push({ ...(await seedKitchen(insert, `kitchen-${i}`, wishes)), token })
  }
  return seeded
}

const askSqlite =
  (file: string): SelectRows =>
  async <R>(statement: string) => {
    const db = new Sqlite(file)
    try {
      return db.prepare<[], R>(statement).all()
    } finally {
      db.close()
    }
  }

const askPostgres =
  (url: string): SelectRows =>
  async <R>(statement: string) => {
    // Converts 64-bit integers to numbers, as the site does.
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
