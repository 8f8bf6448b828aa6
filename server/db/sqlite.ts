import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'

/** How long a write waits for that of another process, such as the command line beside the server. */
const BUSY_TIMEOUT_MS = 5_000
/** How many prepared statements are kept: more than the site has queries. */
const STATEMENTS_MAX = 500

/** A transaction takes the right to write as it begins: one that read first could find that another had written since. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
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
 * @throws {Error} of SQLite or the file system
 */
export async function openSqlite(file: string): Promise<Dialect> {
  const { default: Sqlite } = await import('better-sqlite3')
  closeSync(openSync(file, 'a', 0o600))
  // SQLite gives the files it puts beside this one the same mode; those of a copy may have come with another.
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, 0o600)
  const database = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS })
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  return dialectOf({ database: keepingStatements(database) })
}

/** The same few queries are asked over and over; parsing and planning each anew took a seventh of an answer's time. */
function keepingStatements(database: SqliteDatabase): SqliteDatabase {
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

function dialectOf(config: SqliteDialectConfig): Dialect {
  const kysely = new SqliteDialect(config)
  return {
    createDriver: () => new ImmediateDriver(config),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => kysely.createQueryCompiler(),
    createIntrospector: (db) => kysely.createIntrospector(db),
  }
}
