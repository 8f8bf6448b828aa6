import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, type SqliteDatabase } from 'kysely'
import pg from 'pg'
import { inject, onTestFinished, type ProvidedContext, vi } from 'vitest'
import { databaseFile } from '../data-dir.ts'
import { connect, type Database, type DatabaseLocation, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { createPool, postgresDialect } from '../db/postgres.ts'
import type { Schema } from '../db/schema.ts'
import { cacheStatements, sqliteDialect } from '../db/sqlite.ts'
import { databaseOn, runOn } from './postgres-template.ts'

/**
 * Returns a database with all tables and no rows, on the kind that this run of the tests is for, until the test is over.
 * The next test gets the same with its rows deleted: making a database and learning its tables takes longer than most
 * tests. So a test that changes tables or settings takes `createOwnDatabase`, as does one about the file.
 */
export async function createTestDatabase(): Promise<Database> {
  const postgres = inject('postgres')
  return postgres ? createOnPostgres(postgres) : createInMemory()
}

/** The same, which no other test gets; on SQLite a file. */
export async function createOwnDatabase(): Promise<Database> {
  const db = await connect(await locateTestDatabase())
  onTestFinished(() => db.destroy())
  return db
}

/** Databases of SQLite in the memory of this process whose test is over. */
const returnedMemories: KeptMemory[] = []

interface KeptMemory {
  sqlite: Sqlite.Database
  /** With the statements that earlier tests have prepared. */
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
    // All rows go, and so do all that others refer to.
    sqlite.pragma('foreign_keys = OFF')
    deleteAll()
    sqlite.pragma('foreign_keys = ON')
  }
  return { sqlite, database, empty }
}

const memoryDialect = ({ sqlite, database }: Pick<KeptMemory, 'sqlite' | 'database'>) =>
  sqliteDialect(database, { inTransaction: () => sqlite.inTransaction, assertInPlace: () => {} })

/** Databases on Postgres whose test is over; they go with the template. */
const returned: KeptPostgres[] = []

interface KeptPostgres {
  /** Connected until the process ends, as is the cleaner: on a new connection, learning the tables takes long. */
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
  // As the end of the pool would, the end of the test waits for its connections.
  const end = () => vi.waitUntil(() => isIdle(pool), { timeout: 2_000, interval: 5 }).catch(() => {})
  const db = new Kysely<Schema>({ dialect: postgresDialect(pool, async () => void (await end())) })
  onTestFinished(() => db.destroy())
  return db
}

/** Whether no query is under way. */
const isIdle = (pool: pg.Pool) => pool.totalCount === pool.idleCount && pool.waitingCount === 0

async function keep(url: string): Promise<KeptPostgres> {
  const pool = await createPool(url)
  // A test may have stopped the clock by which an idle connection would be closed, or be using it.
  pool.options.idleTimeoutMillis = 0
  const cleaner = new pg.Client({ connectionString: url })
  // Without a listener, the end of the server would be that of the process.
  cleaner.on('error', () => {})
  await cleaner.connect()
  return { pool, cleaner }
}

/**
 * Ids count from 1 again, as in a new database; what Kysely keeps of the migrations stays. Deleting a few rows costs a
 * third of `truncate`, which makes new files and is for tables that have grown. What others refer to goes a round later.
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

/** Where there is such a database, for a test that lets a process of its own open it. */
export async function locateTestDatabase(): Promise<DatabaseLocation> {
  const postgres = inject('postgres')
  if (postgres) return { url: await ownCopyOf(postgres.template, postgres), file: '' }
  const file = newFile()
  writeFileSync(file, await sqliteTemplate())
  return { file }
}

/** Where there is a database without tables. */
export async function locateEmptyDatabase(): Promise<DatabaseLocation> {
  const postgres = inject('postgres')
  return postgres ? { url: await ownCopyOf('template1', postgres), file: '' } : { file: newFile() }
}

/** @returns the url of a copy that is gone when the test is over */
async function ownCopyOf(source: string, postgres: Postgres): Promise<string> {
  const url = await copyOf(source, postgres)
  onTestFinished(async () => {
    await runOn(postgres.server, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
  })
  return url
}

type Postgres = NonNullable<ProvidedContext['postgres']>

async function copyOf(source: string, { server, template }: Postgres): Promise<string> {
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await runOn(server, `create database ${name} template ${source} strategy wal_log`)
  return databaseOn(server, name)
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-database-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return databaseFile(folder)
}

let template: Promise<Buffer> | undefined

/** Made by the first test of a file that asks. */
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
