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
import { addAfterCommitToDriver } from './after-commit.ts'
import { createFileInPlaceAssertion, ensureSqliteFile } from './sqlite-file.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

/** The time that a write waits for another process, such as the command line beside the server. */
const BUSY_TIMEOUT_MS = 5_000
/** The number of prepared statements in the cache; the site has fewer queries. */
const STATEMENTS_MAX = 500

/** The error codes of a query when the disk is full or fails, or another process locks the database. */
const unavailableCodes = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|PERM|NOMEM)/

interface DriverOptions {
  inTransaction: () => boolean
  /** @throws {DatabaseUnavailableError} when the open file is missing or was replaced by another file */
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

  /**
   * Begins a transaction with a write lock. A transaction that reads first could fail at its first write, because
   * another transaction has written in the meantime.
   */
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** Rolls back unless SQLite has already rolled back after a disk failure, because a second rollback would throw. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#options.inTransaction()) await super.rollbackTransaction(connection)
  }
}

/** Returns a connection that reports a write as done only when the database file is still in place. */
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
        throw unavailableCodes.test(String((error as { code?: unknown }).code))
          ? new DatabaseUnavailableError(error)
          : error
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}

/** SQLite can create tables in a transaction, so an interrupted migration leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/**
 * Opens the file, or creates a file that only its owner can read. Committed data survives a loss of power.
 * @param hadData whether the site had data before, so that a missing file is a loss
 * @throws {LostDatabaseError} when the contents of the database have been lost
 * @throws {Error} of SQLite or the file system
 */
export async function openSqliteDialect(file: string, hadData = false): Promise<Dialect> {
  const { default: Sqlite } = await import('better-sqlite3')
  const open = (path: string) => {
    const database = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS })
    database.pragma('journal_mode = WAL')
    return database
  }
  ensureSqliteFile(file, open, hadData)
  const database = open(file)
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  const guards = { inTransaction: () => database.inTransaction, assertInPlace: createFileInPlaceAssertion(file) }
  return createSqliteDialect(cacheStatements(database), guards)
}

/** Caches prepared statements. Without the cache, parsing and planning took a seventh of the time of an answer. */
export function cacheStatements(database: SqliteDatabase): SqliteDatabase {
  const statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  return {
    prepare: (sql) => {
      const cached = statements.get(sql)
      if (cached) return cached
      const statement = database.prepare(sql)
      // After a statement that changes tables, cached statements may have outdated columns, so the cache is cleared.
      if (statements.size >= STATEMENTS_MAX || /^\s*(create|alter|drop)\b/i.test(sql)) statements.clear()
      statements.set(sql, statement)
      return statement
    },
    close: () => database.close(),
  }
}

/** Returns the dialect of `openSqliteDialect` on an open database. */
export function createSqliteDialect(database: SqliteDatabase, options: DriverOptions): Dialect {
  const config = { database }
  const kysely = new SqliteDialect(config)
  return {
    createDriver: () => addAfterCommitToDriver(new SiteDriver(config, options)),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => kysely.createQueryCompiler(),
    createIntrospector: (db) => kysely.createIntrospector(db),
  }
}
