import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'
import { runsAfterCommit } from './after-commit.ts'
import { ensureSqliteFile, watchSqliteFile } from './sqlite-file.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** How long a write waits for that of another process, such as the command line beside the server. */
const BUSY_TIMEOUT_MS = 5_000
/** How many prepared statements are kept: more than the site has queries. */
const STATEMENTS_MAX = 500

/** What a query fails with when the disk is full or cannot be read or written, or another process holds the database. */
const unavailableCodes = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|PERM|NOMEM)/

interface DriverOptions {
  inTransaction: () => boolean
  /** @throws {DatabaseUnavailable} when the file is not the one that is open any more */
  assertInPlace: () => void
}

class SiteDriver extends SqliteDriver {
  readonly #options: DriverOptions
  #connection: DatabaseConnection | undefined

  constructor(config: SqliteDialectConfig, options: DriverOptions) {
    super(config)
    this.#options = options
  }

  override async acquireConnection() {
    this.#connection ??= guarded(await super.acquireConnection(), this.#options.assertInPlace)
    return this.#connection
  }

  /** A transaction takes the right to write as it begins: one that read first could find that another had written since. */
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite rolls back by itself when the disk fails; once more would be an error. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#options.inTransaction()) await super.rollbackTransaction(connection)
  }
}

/** The connection, which says nothing is written unless it is in the file that has the name of the database. */
function guarded(connection: DatabaseConnection, assertInPlace: () => void): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const writes = !/^\s*(select|rollback)\b/i.test(query.sql)
      if (writes) assertInPlace()
      try {
        const result = await connection.executeQuery<R>(query)
        if (writes) assertInPlace()
        return result
      } catch (error) {
        throw unavailableCodes.test(String((error as { code?: unknown }).code)) ? new DatabaseUnavailable(error) : error
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}

/** Tables can be made within a transaction here, so migrations that are cut short leave nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/**
 * Opens the file, or makes it, so that only its owner can read it. What was committed survives a loss of power.
 * @throws {EmptyDatabase} when a database was here, and is empty now
 * @throws {Error} of SQLite or the file system
 */
export async function openSqlite(file: string): Promise<Dialect> {
  const { default: Sqlite } = await import('better-sqlite3')
  const open = (path: string) => {
    const database = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS })
    database.pragma('journal_mode = WAL')
    return database
  }
  ensureSqliteFile(file, open)
  const database = open(file)
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  const guards = { inTransaction: () => database.inTransaction, assertInPlace: watchSqliteFile(file) }
  return sqliteDialect(keepingStatements(database), guards)
}

/** The same few queries are asked over and over; parsing and planning each anew took a seventh of an answer's time. */
export function keepingStatements(database: SqliteDatabase): SqliteDatabase {
  const kept = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  return {
    prepare: (sql) => {
      const known = kept.get(sql)
      if (known) return known
      const statement = database.prepare(sql)
      // What changes tables is asked once, and what was known of their columns may no longer be true.
      if (kept.size >= STATEMENTS_MAX || /^\s*(create|alter|drop)\b/i.test(sql)) kept.clear()
      kept.set(sql, statement)
      return statement
    },
    close: () => database.close(),
  }
}

/** Returns the dialect of `openSqlite` on a database that is open already. */
export function sqliteDialect(database: SqliteDatabase, options: DriverOptions): Dialect {
  const config = { database }
  const kysely = new SqliteDialect(config)
  return {
    createDriver: () => runsAfterCommit(new SiteDriver(config, options)),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => kysely.createQueryCompiler(),
    createIntrospector: (db) => kysely.createIntrospector(db),
  }
}
