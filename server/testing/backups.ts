import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, inject, onTestFinished, vi } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { runBackupCommand } from '../backup-command.ts'
import { getDatabaseFilePath } from '../data-dir.ts'
import { connectDatabase, type Database, type DatabaseLocation, openDatabase } from '../db/database.ts'
import { provisionTestDatabaseLocation } from './database.ts'
import { writeTemporaryFixture } from './fixture-build.ts'
import { createOrderSite } from './orders.ts'
import { buildPathVariableStartingWith, createDatabase, findOrStartDumpablePostgres } from './postgres-programs.ts'
import { runCommandInThisProcess } from './run-command.ts'

/** Creates a site with people, comments and orders, and functions that run the backup commands on it. */
export async function createBackupSite() {
  const root = mkdtempSync(join(tmpdir(), 'site-backup-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const build = writeTemporaryFixture()
  const { location, createTarget } = await locate(root)
  const db = await connectDatabase(location)
  onTestFinished(() => db.destroy())
  const site = await createOrderSite({ db })
  const envOf = ({ url, file }: DatabaseLocation): NodeJS.ProcessEnv => ({
    DATA_DIR: file ? dirname(file) : join(root, 'data'),
    DATABASE_URL: url ?? '',
    BUILD_DIR: join(build, 'dist'),
  })
  /** Runs a backup command on a database: create, check or restore. */
  const runOn = (place: DatabaseLocation, ...args: string[]) =>
    runCommandInThisProcess(runBackupCommand, envOf(place), args)
  return {
    ...site,
    root,
    location,
    env: envOf(location),
    /** Returns the location of a new empty database of the same kind. */
    createTarget,
    run: (...args: string[]) => runOn(location, ...args),
    runOn,
  }
}

let postgres: Awaited<ReturnType<typeof findOrStartDumpablePostgres>> = null

/**
 * In a run on Postgres, starts a Postgres that the pg_dump of this machine can read. It is started once for all tests
 * of a file, because the start takes longer than a test.
 */
export function startPostgresForTestFile(): void {
  beforeAll(async () => {
    if (inject('postgres')) postgres = await findOrStartDumpablePostgres()
  }, 5 * MINUTE_MS)
  afterAll(() => postgres?.stop())
}

/**
 * Returns the location of a migrated database, and a function that creates locations of empty databases. All of them
 * are databases of the kind that this run tests.
 */
async function locate(
  root: string,
): Promise<{ location: DatabaseLocation; createTarget: () => Promise<DatabaseLocation> }> {
  if (!inject('postgres')) {
    let targets = 0
    const createTarget = async () => ({ file: getDatabaseFilePath(join(root, `target-${targets++}`)) })
    return { location: await provisionTestDatabaseLocation(), createTarget }
  }
  if (!postgres) throw new Error('No pg_dump of this machine can read a Postgres. Install the packages of Postgres.')
  const { server, programs } = postgres
  vi.stubEnv('PATH', buildPathVariableStartingWith(programs))
  const createTarget = async () => ({
    url: await createDatabase(server, `backup_${crypto.randomUUID().replaceAll('-', '')}`),
    file: '',
  })
  const location = await createTarget()
  await (await openDatabase(location)).destroy()
  return { location, createTarget }
}

/** Opens a database, and closes it after `run`. */
export async function withDatabaseAt<T>(place: DatabaseLocation, run: (db: Database) => Promise<T>): Promise<T> {
  const db = await connectDatabase(place)
  return run(db).finally(() => db.destroy())
}

export const countAccounts = (place: DatabaseLocation): Promise<number> =>
  withDatabaseAt(place, async (db) => (await db.selectFrom('users').select('id').execute()).length)
