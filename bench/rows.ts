import Sqlite from 'better-sqlite3'
import pg from 'pg'

export type TableRow = Record<string, string | number | null>
/** Inserts rows into a table of the site's database. */
export type InsertRows = (table: string, rows: Iterable<TableRow>) => Promise<void>

const BATCH = 5_000

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/**
 * Builds a UUIDv7 for a time in milliseconds.
 * @param kind a number that differs for each table, so that ids of different tables differ
 */
export function buildUuidV7(ms: number, kind: number, i: number): string {
  const time = hex(ms, 12)
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${hex(kind, 2)}${hex(i, 10)}`
}

/**
 * Returns a function that inserts rows into a SQLite file, with one transaction for each table. The indexes are created
 * afterwards, which is faster.
 */
export const createSqliteInserter =
  (file: string): InsertRows =>
  async (table, rows) => {
    const db = new Sqlite(file, { timeout: 60_000 })
    db.pragma('synchronous = off')
    db.pragma('cache_size = -200000')
    const indexes = db
      .prepare<[string], { name: string; sql: string }>(
        "select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql is not null",
      )
      .all(table)
    db.exec('begin immediate')
    for (const { name } of indexes) db.exec(`drop index ${name}`)
    let insert: Sqlite.Statement | undefined
    for (const row of rows) {
      const names = Object.keys(row)
      insert ??= db.prepare(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
      insert.run(Object.values(row))
    }
    for (const { sql } of indexes) db.exec(sql)
    db.exec('commit')
    db.pragma('wal_checkpoint(truncate)')
    db.close()
  }

/** Returns a function that inserts rows into a Postgres database. @param url the URL of the database */
export const createPostgresInserter =
  (url: string): InsertRows =>
  async (table, rows) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const write = (batch: readonly TableRow[]) => {
      // The columns are named, so that all other columns get their default values.
      const columns = [...new Set(batch.flatMap((row) => Object.keys(row)))].map((name) => pg.escapeIdentifier(name))
      return client.query(
        `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(batch)],
      )
    }
    let batch: TableRow[] = []
    for (const row of rows) {
      batch.push(row)
      if (batch.length === BATCH) {
        await write(batch)
        batch = []
      }
    }
    if (batch.length > 0) await write(batch)
    await client.end()
  }
