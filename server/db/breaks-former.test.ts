import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import { readReleaseDatabaseSql, releaseDatabaseFileNames } from '../testing/release-databases.ts'
import { migrate, migrations, type SchemaChange } from './migrate.ts'

interface Column {
  name: string
  type: string
  notnull: 0 | 1
  dflt_value: string | null
}

/** The columns of a table, and the rules that can refuse a row. */
interface Table {
  columns: Map<string, Column>
  rules: string[]
}

/**
 * Describes every table. The rules are keys, references, unique indexes, and the SQL of CHECK constraints and triggers.
 */
function describeTables(file: Sqlite.Database): Map<string, Table> {
  const all = <T>(query: string, ...values: unknown[]) => file.prepare(query).all(...values) as T[]
  const names = all<{ name: string }>(`select name from sqlite_master where type = 'table' and name not like 'kysely%'`)
  return new Map(
    names.map(({ name }) => {
      const columns = all<Column>('select name, type, "notnull", dflt_value from pragma_table_info(?)', name)
      const unique = all<object>(
        `select json_group_array(c.name) as unique_columns, i.partial from pragma_index_list(?) i, pragma_index_info(i.name) c
         where i."unique" = 1 group by i.name`,
        name,
      )
      const references = all<object>('select "table", "from", "to", on_delete from pragma_foreign_key_list(?)', name)
      const [own = { sql: '' }] = all<{ sql: string }>(`select sql from sqlite_master where name = ?`, name)
      const triggers = all<object>(`select sql from sqlite_master where type = 'trigger' and tbl_name = ?`, name)
      const checks = (own.sql.match(/\bcheck\b/gi) ?? []).map((_, at) => ({ check: at + 1 }))
      const rules = [...unique, ...references, ...triggers, ...checks].map((rule) => JSON.stringify(rule))
      return [name, { columns: new Map(columns.map((column) => [column.name, column])), rules }]
    }),
  )
}

/** Returns the differences that would break a version of the site that was written for the former tables. */
function findRestrictions(former: Map<string, Table>, present: Map<string, Table>): string[] {
  return [...former].flatMap(([name, before]) => {
    const after = present.get(name)
    if (!after) return [`${name} is gone`]
    const lost = [...before.columns.values()].flatMap((column) => {
      const now = after.columns.get(column.name)
      if (!now) return [`${name}.${column.name} is gone`]
      const isSame =
        now.type === column.type &&
        now.notnull <= column.notnull &&
        (now.dflt_value ?? column.dflt_value) === now.dflt_value
      return isSame ? [] : [`${name}.${column.name} is another`]
    })
    const needed = [...after.columns.values()]
      .filter((column) => !before.columns.has(column.name) && column.notnull === 1 && column.dflt_value === null)
      .map((column) => `${name}.${column.name} must be given`)
    const rules = after.rules.filter((rule) => !before.rules.includes(rule)).map((rule) => `${name}: ${rule}`)
    return [...lost, ...needed, ...rules]
  })
}

/**
 * Applies the migrations that are newer than the newest release to its database, one after the other.
 * @returns the restrictions of each migration that is not marked with `breaksFormer`
 */
async function findSilentBreaks(available: Record<string, SchemaChange>): Promise<Record<string, string[]>> {
  const file = new Sqlite(':memory:')
  file.exec(readReleaseDatabaseSql(releaseDatabaseFileNames.at(-1) ?? ''))
  const db = new Kysely({ dialect: new SqliteDialect({ database: file }) })
  const made = new Set(file.prepare<[], string>('select name from kysely_migration').pluck().all())
  const silent: Record<string, string[]> = {}
  for (const [name, { breaksFormer }] of Object.entries(available)) {
    if (made.has(name)) continue
    made.add(name)
    const before = describeTables(file)
    await migrate(db, Object.fromEntries(Object.entries(available).filter(([name]) => made.has(name))))
    const restrictions = findRestrictions(before, describeTables(file))
    if (restrictions.length > 0 && !breaksFormer) silent[name] = restrictions
  }
  await db.destroy()
  return silent
}

test('when the newest release cannot work with the tables of a migration, the migration has breaksFormer', async () => {
  expect(await findSilentBreaks(migrations)).toEqual({})
})

type Change = (db: Kysely<unknown>) => Promise<unknown>
const run =
  (text: string): Change =>
  (db) =>
    sql.raw(text).execute(db)

const find = async (up: Change, breaksFormer?: true) =>
  findSilentBreaks({
    ...migrations,
    '9999-next': { up: async (db) => void (await up(db)), ...(breaksFormer && { breaksFormer }) },
  })

test.each([
  ['a table', run('create table later (id text not null primary key, name text not null unique)')],
  ['a column that may be null', run('alter table users add column later text')],
  ['a column with a default', run('alter table users add column later integer not null default 0')],
  ['an index', run('create index users_later on users (name)')],
])('a migration that adds %s does not break the former version', async (_, up) => {
  expect(await find(up)).toEqual({})
})

const removals: [string, Change, string][] = [
  ['removes a table', run('drop table push_opt_outs'), 'push_opt_outs is gone'],
  ['renames a table', run('alter table tools rename to links'), 'tools is gone'],
  ['removes a column', run('alter table tools drop column name'), 'tools.name is gone'],
  ['renames a column', run('alter table tools rename column name to title'), 'tools.name is gone'],
  [
    'changes the type of a column',
    (db) => run('create table t as select id, 1 as name, url, position from tools')(db).then(() => replaceTools(db)),
    'tools.name is another',
  ],
  ['adds a unique index', run('create unique index one_name on tools (name)'), 'tools: {"unique_columns'],
  ['adds a reference', run('alter table tools add column later text references users'), 'tools: {"table":"users"'],
  ['adds a check', run('alter table tools add column later text check (later is not null or position > 0)'), 'check'],
  [
    'adds a trigger',
    run(`create trigger t before insert on tools begin select raise(abort, 'no'); end`),
    'tools: {"sql":"CREATE TRIGGER',
  ],
]
const replaceTools: Change = async (db) => {
  await run('drop table tools')(db)
  await run('alter table t rename to tools')(db)
}

test.each(removals)('a migration that %s must be marked with breaksFormer', async (_, up, restriction) => {
  expect(String((await find(up))['9999-next'])).toContain(restriction)
  expect(await find(up, true)).toEqual({})
})

test('a migration that adds a required column breaks the former version, which inserts rows without this column', async () => {
  const up: Change = async (db) => {
    await run(
      'create table t (id text primary key, name text not null, url text, position integer, later text not null)',
    )(db)
    await replaceTools(db)
  }
  expect((await find(up))['9999-next']).toContain('tools.later must be given')
})
