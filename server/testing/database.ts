import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished, type ProvidedContext } from 'vitest'
import { databaseFile } from '../data-dir.ts'
import { connect, type Database, type DatabaseLocation, openDatabase } from '../db/database.ts'
import { databaseOn, runOn } from './postgres-template.ts'

/**
 * A database with all tables and no rows, on the kind that this run of the tests is for, until the test is over. On
 * Postgres, where making one takes half a second, the next test gets the same with its rows deleted: a test that changes
 * tables takes `createOwnDatabase`.
 */
export async function createTestDatabase(): Promise<Database> {
  const postgres = inject('postgres')
  if (!postgres) return createOwnDatabase()
  const kept = returned.pop() ?? (await keep(await copyOf(postgres.template, postgres)))
  onTestFinished(() => void returned.push(kept))
  await kept.cleaner.query(deleteAllRows)
  const db = await connect({ url: kept.url, file: '' })
  onTestFinished(() => db.destroy())
  return db
}

/** The same, which no other test gets. */
export async function createOwnDatabase(): Promise<Database> {
  const db = await connect(await locateTestDatabase())
  onTestFinished(() => db.destroy())
  return db
}

/** Databases on Postgres whose test is over; they go with the template. */
const returned: Kept[] = []

interface Kept {
  url: string
  /** Connected until the process ends: on a new connection, learning the tables takes longer than emptying them. */
  cleaner: pg.Client
}

async function keep(url: string): Promise<Kept> {
  const cleaner = new pg.Client({ connectionString: url })
  // Without a listener, the end of the server would be that of the process.
  cleaner.on('error', () => {})
  await cleaner.connect()
  return { url, cleaner }
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
  const folder = mkdtempSync(join(tmpdir(), 'hobohat-database-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return databaseFile(folder)
}

let template: Promise<Buffer> | undefined

/** Made by the first test of a file that asks. */
function sqliteTemplate(): Promise<Buffer> {
  template ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hobohat-template-'))
    const file = join(folder, 'template.sqlite')
    const db = await openDatabase({ file })
    await db.destroy()
    const bytes = readFileSync(file)
    rmSync(folder, { recursive: true })
    return bytes
  })()
  return template
}
