import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, type SqliteDatabase } from 'kysely'
import pg from 'pg'
import { inject, onTestFinished, type ProvidedContext, vi } from 'vitest'
import { getDatabaseFilePath } from '../data-dir.ts'
import { connectDatabase, type Database, type DatabaseLocation, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { createDialectFromPool, createPool } from '../db/postgres.ts'
import type { Schema } from '../db/schema.ts'
import { cacheStatements, createSqliteDialect } from '../db/sqlite.ts'
import { buildDatabaseUrl, runStatement } from './postgres-template.ts'

/**
 * Returns a database with all tables and no rows, of the kind that this run tests. The next test gets the same database
 * with its rows deleted. Creating a new database and reading its tables would take longer than most tests. Tests that
 * change tables or settings, or are about the file, use `createIsolatedDatabase`.
 */
export async function createTestDatabase(): Promise<Database> {
  const postgres = inject('postgres')
  return postgres ? createOnPostgres(postgres) : createInMemory()
}

/** Returns a database with all tables, for one test only; on SQLite it is a file. */
export async function createIsolatedDatabase(): Promise<Database> {
  const db = await connectDatabase(await provisionTestDatabaseLocation())
  onTestFinished(() => db.destroy())
  return db
}

/** The in-memory SQLite databases of finished tests, which later tests use again. */
const returnedMemories: KeptMemory[] = []

interface KeptMemory {
  sqlite: Sqlite.Database
  /** The database with the cache of the statements that earlier tests have prepared. */
  database: SqliteDatabase
  empty: () => void
}

async function createInMemory(): Promise<Database> {
  const kept = returnedMemories.pop() ?? (await newMemory())
  onTestFinished(() => void returnedMemories.push(kept))
  kept.empty()
  let isOver = false
  const database: SqliteDatabase = {
    prepare: (sql) => {
      if (isOver) throw new Error('The test that had this database is over.')
      return kept.database.prepare(sql)
    },
    close: () => {
      isOver = true
    },
  }
  const db = new Kysely<Schema>({ dialect: memoryDialect({ ...kept, database }) })
  onTestFinished(() => db.destroy())
  return db
}

async function newMemory(): Promise<KeptMemory> {
  const sqlite = new Sqlite(':memory:')
  sqlite.pragma('foreign_keys = ON')
  const database = cacheStatements(sqlite)
  const db = new Kysely<Schema>({ dialect: memoryDialect({ sqlite, database: { ...database, close: () => {} } }) })
  await migrate(db)
  await db.destroy()
  const tables = sqlite
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'kysely%'")
    .pluck()
    .all() as string[]
  const deletions = tables.map((name) => sqlite.prepare(`delete from "${name}"`))
  const deleteAll = sqlite.transaction(() => {
    for (const deletion of deletions) deletion.run()
  })
  const empty = () => {
    if (sqlite.inTransaction) sqlite.exec('rollback')
    // All rows are deleted, so references between them need no check.
    sqlite.pragma('foreign_keys = OFF')
    deleteAll()
    sqlite.pragma('foreign_keys = ON')
  }
  return { sqlite, database, empty }
}

const memoryDialect = ({ sqlite, database }: Pick<KeptMemory, 'sqlite' | 'database'>) =>
  createSqliteDialect(database, { inTransaction: () => sqlite.inTransaction, assertInPlace: () => {} })

/** The Postgres databases of finished tests, which later tests use again. They are deleted with the template. */
const returned: KeptPostgres[] = []

interface KeptPostgres {
  /**
   * The pool and the cleaner stay connected until the process ends, because a new connection has to read the tables
   * first.
   */
  pool: pg.Pool
  cleaner: pg.Client
}

async function createOnPostgres(postgres: Postgres): Promise<Database> {
  const kept = returned.pop() ?? (await keep(await copyOf(postgres.template, postgres)))
  const { pool, cleaner } = kept
  onTestFinished(() => {
    if (isIdle(pool)) returned.push(kept)
  })
  await cleaner.query(deleteAllRows)
  // The pool stays open for later tests. So the end of the test waits for running queries, as ending the pool would.
  const end = () => vi.waitUntil(() => isIdle(pool), { timeout: 2_000, interval: 5 }).catch(() => {})
  const db = new Kysely<Schema>({ dialect: createDialectFromPool(pool, async () => void (await end())) })
  onTestFinished(() => db.destroy())
  return db
}

/** Returns whether no query is running. */
const isIdle = (pool: pg.Pool) => pool.totalCount === pool.idleCount && pool.waitingCount === 0

async function keep(url: string): Promise<KeptPostgres> {
  const pool = await createPool(url)
  // Idle connections are never closed by a timeout, because a test may control the clock.
  pool.options.idleTimeoutMillis = 0
  const cleaner = new pg.Client({ connectionString: url })
  // Without a listener, the end of the Postgres server would end this process.
  cleaner.on('error', () => {})
  await cleaner.connect()
  return { pool, cleaner }
}

/**
 * Deletes all rows except those of Kysely about migrations, and restarts the sequences at 1. Deleting a few rows takes
 * a third of the time of `truncate`, which is used only for large tables. Rows that other tables still refer to are
 * deleted in a later round.
 */
const deleteAllRows = `do $$
declare
  one text;
  remaining text[] := (select coalesce(array_agg(quote_ident(tablename)), '{}') from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%');
  referred text[];
begin
  while remaining <> '{}' loop
    referred := '{}';
    foreach one in array remaining loop
      begin
        execute case when pg_relation_size(one::regclass) < 1e6 then 'delete from ' || one else 'truncate ' || one || ' cascade' end;
      exception when foreign_key_violation then
        referred := referred || one;
      end;
    end loop;
    remaining := referred;
  end loop;
  for one in select quote_ident(sequencename) from pg_sequences where schemaname = 'public' and last_value is not null loop
    execute 'alter sequence ' || one || ' restart';
  end loop;
end $$`

/** Returns the location of a migrated database, for a test whose own process opens it. */
export async function provisionTestDatabaseLocation(): Promise<DatabaseLocation> {
  const postgres = inject('postgres')
  if (postgres) return { url: await ownCopyOf(postgres.template, postgres), file: '' }
  const file = newFile()
  writeFileSync(file, await sqliteTemplate())
  return { file }
}

/** Returns the location of a database without tables. */
export async function provisionEmptyDatabaseLocation(): Promise<DatabaseLocation> {
  const postgres = inject('postgres')
  return postgres ? { url: await ownCopyOf('template1', postgres), file: '' } : { file: newFile() }
}

/** Copies a database on Postgres. @returns the url of the copy, which is deleted when the test is over */
async function ownCopyOf(source: string, postgres: Postgres): Promise<string> {
  const url = await copyOf(source, postgres)
  onTestFinished(async () => {
    await runStatement(postgres.server, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
  })
  return url
}

type Postgres = NonNullable<ProvidedContext['postgres']>

async function copyOf(source: string, { server, template }: Postgres): Promise<string> {
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await runStatement(server, `create database ${name} template ${source} strategy wal_log`)
  return buildDatabaseUrl(server, name)
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-database-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return getDatabaseFilePath(folder)
}

let template: Promise<Buffer> | undefined

/** Returns the bytes of a migrated SQLite database, created at the first call in a test file. */
function sqliteTemplate(): Promise<Buffer> {
  template ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'site-template-'))
    const file = join(folder, 'template.sqlite')
    const db = await openDatabase({ file })
    await db.destroy()
    const bytes = readFileSync(file)
    rmSync(folder, { recursive: true })
    return bytes
  })()
  return template
}
