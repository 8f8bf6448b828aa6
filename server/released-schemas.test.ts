import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { connect, type Database, openDatabase } from './db/database.ts'
import { readBuildOutput } from './http/build-output.ts'
import { readRestoredSite } from './read-restored-site.ts'
import { writeFixtureBuild } from './testing/fixture-build.ts'

/** SQLite databases of each release, as SQL, with rows in most tables. */
const released = join(import.meta.dirname, 'testing/released')

async function columnsOf(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name} ${column.dataType}`))
    .sort()
}

function countRows(file: string): Record<string, number> {
  const db = new Sqlite(file, { readonly: true })
  const names = db.prepare<[], string>("select name from sqlite_master where type = 'table'").pluck().all()
  const count = (name: string) => db.prepare<[], number>(`select count(*) from "${name}"`).pluck().get() ?? 0
  const counts = Object.fromEntries(names.map((name) => [name, count(name)]))
  db.close()
  return counts
}

test.each(readdirSync(released))(
  'a database of the release %s gets the tables of this version, keeps its rows, and every list of it can be read',
  async (release) => {
    const folder = mkdtempSync(join(tmpdir(), 'released-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'site.sqlite')
    const former = new Sqlite(file)
    former.exec(readFileSync(join(released, release), 'utf8'))
    former.close()
    const before = countRows(file)
    expect(Object.values(before).filter((count) => count > 0).length).toBeGreaterThan(25)

    const build = readBuildOutput(join(writeFixtureBuild(), 'dist'))
    expect(await readRestoredSite(build, { file, url: undefined })).toEqual([])
    const after = countRows(file)
    for (const [table, count] of Object.entries(before)) expect(after[table], table).toBeGreaterThanOrEqual(count)

    const [migrated, fresh] = [await connect({ file }), await openDatabase({ file: join(folder, 'new.sqlite') })]
    expect(await columnsOf(migrated)).toEqual(await columnsOf(fresh))
    await migrated.destroy()
    await fresh.destroy()
  },
)
