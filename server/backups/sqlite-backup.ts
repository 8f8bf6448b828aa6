import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { type DatabaseLocation, isDataExpected } from '../db/database.ts'
import { findDatabaseLoss, isDamageError, LostDatabaseError } from '../db/sqlite-file.ts'
import { StartError } from '../http/start-error.ts'
import type { DatabaseFingerprint } from './manifest.ts'
import { columnsToSum } from './summed-columns.ts'
import { tablesWithoutRows } from './tables-without-rows.ts'

/** The number of database pages that are copied before the process can do other work. */
const PAGES_AT_ONCE = 2_000
/** The time that a read waits for a program that locks the whole database. */
const BUSY_TIMEOUT_MS = 5_000
/** Hashes of rows are added modulo 2^128. */
const HASH_MASK = (1n << 128n) - 1n

async function open(file: string, readonly = true): Promise<Sqlite.Database> {
  const { default: Database } = await import('better-sqlite3')
  return new Database(file, { readonly, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
}

/**
 * Copies the database to a new file while the site writes to it.
 * @returns the fingerprint of the database as it is in the copy
 * @throws {LostDatabaseError} when SQLite finds a damage, and errors of SQLite
 */
export async function copySqliteAndReadFingerprint(
  location: DatabaseLocation,
  copy: string,
): Promise<DatabaseFingerprint & { schema: string }> {
  const { file } = location
  const loss = findDatabaseLoss(file, isDataExpected(location))
  if (loss) throw new LostDatabaseError(loss)
  if (!existsSync(file)) throw new StartError(`There is no database at ${file}. Check DATA_DIR and DATABASE_URL.`)
  const database = await open(file)
  try {
    // A transaction sees one state from its first read on. Without a transaction, each write of the site would restart
    // the copy.
    database.exec('begin')
    const schema = readSchema(database)
    if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new LostDatabaseError('damaged')
    const fingerprint = readSqliteFingerprint(database, tablesWithoutRows)
    await database.backup(copy, { progress: () => PAGES_AT_ONCE })
    database.exec('commit')
    await emptyTables(
      copy,
      tablesWithoutRows.filter((name) => name in fingerprint.tables),
    )
    return { ...fingerprint, schema }
  } finally {
    database.close()
  }
}

/** Deletes all rows of these tables from the copy, and overwrites their bytes. */
async function emptyTables(copy: string, names: readonly string[]): Promise<void> {
  const database = await open(copy, false)
  try {
    // A write-ahead log would be a second file beside the copy.
    database.pragma('journal_mode = delete')
    database.pragma('secure_delete = on')
    for (const name of names) database.exec(`delete from "${name}"`)
  } finally {
    database.close()
  }
}

/** Returns the fingerprint of a database file that no program has open, and a sentence for each damage. */
export async function inspectSqlite(file: string): Promise<{ fingerprint: DatabaseFingerprint; problems: string[] }> {
  let database: Sqlite.Database | undefined
  try {
    database = await open(file)
    const found = database.pragma('integrity_check(3)', { simple: false }) as { integrity_check: string }[]
    const problems = found.map((row) => row.integrity_check).filter((text) => text !== 'ok')
    return {
      fingerprint: readSqliteFingerprint(database),
      problems: problems.map((text) => `SQLite finds a damage: ${text}.`),
    }
  } catch (error) {
    const problem = `SQLite cannot read the database: ${(error as Error).message}.`
    return { fingerprint: { tables: {}, sums: {} }, problems: [problem] }
  } finally {
    database?.close()
  }
}

function readSchema(database: Sqlite.Database): string {
  try {
    return database.prepare('select max(name) from kysely_migration').pluck().get() as string
  } catch (error) {
    if (isDamageError(error)) throw error
    throw new StartError('The database has no tables of this site yet. Start the site once, then make the backup.')
  }
}

/** Returns the fingerprint of all readable tables. Tables named in `empty` count as if they had no rows. */
function readSqliteFingerprint(database: Sqlite.Database, empty: readonly string[] = []): DatabaseFingerprint {
  const names = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by name")
    .pluck()
    .all() as string[]
  const fingerprint: DatabaseFingerprint = { tables: {}, sums: {} }
  for (const name of names) {
    try {
      const rows = database.prepare(`select * from "${name}" where ${empty.includes(name) ? 0 : 1}`).raw()
      fingerprint.tables[name] = hashRows(rows.iterate() as Iterable<unknown[]>)
    } catch {
      // Skips the unreadable table. A comparison of two databases then reports it as missing.
    }
  }
  for (const [table, column] of columnsToSum) {
    if (!fingerprint.tables[table]) continue
    const sum = `select cast(coalesce(sum("${column}"), 0) as text) from "${table}"`
    fingerprint.sums[`${table}.${column}`] = database.prepare(sum).pluck().get() as string
  }
  return fingerprint
}

function hashRows(rows: Iterable<unknown[]>) {
  let count = 0
  let sum = 0n
  for (const row of rows) {
    count++
    const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex')
    sum = (sum + BigInt(`0x${hash.slice(0, 32)}`)) & HASH_MASK
  }
  return { rows: count, hash: sum.toString(16) }
}
