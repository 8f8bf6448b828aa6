import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { startPostgres } from '../../hub/testing/postgres-server.ts'
import { logIn, serveWithReaders } from '../accounts.ts'
import { type SeededKitchen, seedKitchen } from '../kitchens-seed.ts'
import { freePort, type Served, temporaryFolder } from '../processes.ts'
import { type Insert, intoPostgres, intoSqlite } from '../rows.ts'
import { serveSite } from '../serve.ts'
import type { Ask } from './check.ts'

export type DatabaseName = 'sqlite' | 'postgres'

const PORTIONS = 150
/** Of the kitchens that have a limit. */
const ORDERS_PER_SLOT = 3

/** A site whose server is killed; its database goes on. */
export interface CrashingSite extends AsyncDisposable {
  origin: string
  kitchens: (SeededKitchen & { token: string })[]
  /** Kills the server every so often and starts it again at once, until asked to stop; the server runs then. */
  crash: (everyMs: number, isOver: () => boolean) => Promise<{ kills: number; longestOutageMs: number }>
  /** Kills the server for good. */
  end: () => Promise<void>
  ask: Ask
}

/** Makes a site with kitchens, each with its owner, who is logged in; every other one takes few orders for one slot. */
export async function serveCrashing(database: DatabaseName, count: number): Promise<CrashingSite> {
  const postgres = database === 'postgres' ? await startPostgres() : null
  const folder = temporaryFolder()
  const settings = {
    DATA_DIR: folder,
    SAMPLES: 'off',
    PORT: String(await freePort()),
    TRUST_PROXY: 'on',
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const file = path.join(folder, 'site.sqlite')
  const kitchens = await kitchensOf(count, settings, postgres ? intoPostgres(postgres.url) : intoSqlite(file))
  let server: Served = await serveSite('/readyz', settings)
  return {
    origin: server.origin,
    kitchens,
    crash: async (everyMs, isOver) => {
      let [kills, longestOutageMs] = [0, 0]
      for (;;) {
        await wait(everyMs)
        if (isOver()) return { kills, longestOutageMs }
        const start = performance.now()
        await server.crash()
        server = await serveSite('/readyz', settings)
        kills++
        longestOutageMs = Math.max(longestOutageMs, performance.now() - start)
      }
    },
    end: () => server.crash(),
    ask: postgres ? askPostgres(postgres.url) : askSqlite(file),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await postgres?.stop()
    },
  }
}

async function kitchensOf(count: number, settings: Record<string, string>, insert: Insert) {
  await using readers = await serveWithReaders(count, settings)
  const owners = await Promise.all(readers.emails.map((email) => logIn(readers.site, email)))
  const seeded: CrashingSite['kitchens'] = []
  for (const [i, { token, id: owner }] of owners.entries()) {
    const wishes = { owner, portions: PORTIONS, ordersPerSlot: i % 2 === 1 ? ORDERS_PER_SLOT : null }
    seeded.push({ ...(await seedKitchen(insert, `kitchen-${i}`, wishes)), token })
  }
  return seeded
}

const askSqlite =
  (file: string): Ask =>
  async <R>(statement: string) => {
    const db = new Sqlite(file)
    try {
      return db.prepare<[], R>(statement).all()
    } finally {
      db.close()
    }
  }

const askPostgres =
  (url: string): Ask =>
  async <R>(statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(statement)).rows as R[]
    } finally {
      await client.end()
    }
  }
