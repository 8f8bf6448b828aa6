import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase, type Database, type DatabaseLocation, openDatabase } from './db/database.ts'
import { migrate, migrations, type SchemaChange } from './db/migrate.ts'
import { findUnreadableListsOfRestoredSite } from './find-unreadable-lists.ts'
import { readBuildOutput } from './http/build-output.ts'
import { provisionEmptyDatabaseLocation } from './testing/database.ts'
import { writeTemporaryFixture } from './testing/fixture-build.ts'
import { readReleaseDatabaseSql, releaseDatabaseFileNames } from './testing/release-databases.ts'

/** Returns the migrations of a release. */
function changesOf(release: string): Record<string, SchemaChange> {
  const names = [...readReleaseDatabaseSql(release).matchAll(/^INSERT INTO "kysely_migration" .* VALUES \('([^']+)'/gm)]
  return Object.fromEntries(names.flatMap(([, name = '']) => (migrations[name] ? [[name, migrations[name]]] : [])))
}

async function open(location: DatabaseLocation): Promise<Database> {
  const db = await connectDatabase(location)
  onTestFinished(() => db.destroy())
  return db
}

/** Creates a database of a release at a location. On Postgres, the migrations of the release create its tables. */
async function restoreRelease(release: string, location: DatabaseLocation): Promise<void> {
  const text = readReleaseDatabaseSql(release)
  if (!location.url) {
    const file = new Sqlite(location.file)
    file.exec(text)
    return void file.close()
  }
  const db = await open(location)
  await migrate(db, changesOf(release))
  const rows = text.split(/;\n/).filter((line) => /^\s*INSERT INTO "(?!kysely_)/.test(line))
  await db.transaction().execute(async (tx) => {
    // The rows are not in the order of their references.
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const row of rows) await sql.raw(row).execute(tx)
  })
}

async function columnsOf(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name} ${column.dataType}`))
    .sort()
}

async function countRows(db: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await db.introspection.getTables({ withInternalKyselyTables: true })) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db)
    counts[name] = rows[0]?.n ?? 0
  }
  return counts
}

test.each(releaseDatabaseFileNames)(
  'a database of the release %s gets the tables of this version and keeps its rows, and all its lists can be read',
  async (release) => {
    const location = await provisionEmptyDatabaseLocation()
    await restoreRelease(release, location)
    const db = await open(location)
    const before = await countRows(db)
    expect(Object.values(before).filter((count) => count > 0).length).toBeGreaterThan(25)

    const build = readBuildOutput(join(writeTemporaryFixture(), 'dist'))
    expect(await findUnreadableListsOfRestoredSite(build, location)).toEqual([])
    const after = await countRows(db)
    for (const [table, count] of Object.entries(before)) expect(after[table], table).toBeGreaterThanOrEqual(count)

    const fresh = await openDatabase(await provisionEmptyDatabaseLocation())
    expect(await columnsOf(db)).toEqual(await columnsOf(fresh))
    await fresh.destroy()
  },
)
