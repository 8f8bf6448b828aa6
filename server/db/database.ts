import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type Transaction } from 'kysely'
import { SECOND_MS } from '#contract/limits.ts'
import { StartError } from '../http/start-error.ts'
import { migrate, NewerDatabase } from './migrate.ts'
import { isRefusedByPostgres, migrationLimits, openPostgres, type PostgresLimits } from './postgres.ts'
import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite.ts'
import { EmptyDatabase } from './sqlite-file.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** How long after a failed attempt to reach Postgres at the start the next one follows. */
const RETRY_MS = SECOND_MS

export type Database = Kysely<Schema>
/** What a repository takes: the database, or the transaction that its caller is in. */
export type Queries = Database | Transaction<Schema>

/** Where the data is: in the Postgres at the url, or in the SQLite file where there is none. */
export interface DatabaseLocation {
  url?: string | undefined
  file: string
}

/**
 * Opens the database and brings its tables up to date. Who opened it ends it with `destroy()`.
 * @throws {StartError} when it cannot be used, without the password of the url
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  try {
    return await open(location)
  } catch (error) {
    throw new StartError(complaint(location, error))
  }
}

/**
 * Opens the database like `openDatabase` and prepares it, for as long as it takes until there is a Postgres to be reached.
 * @param prepare what else the start needs of the database; called again when Postgres goes away meanwhile
 * @param waiting called once with a sentence for the owner, when there is something to wait for
 * @returns the database, and what `prepare` gave
 * @throws {StartError} when waiting would change nothing
 */
export async function awaitDatabase<T>(
  location: DatabaseLocation,
  prepare: (db: Database) => Promise<T>,
  waiting: (message: string) => void,
): Promise<{ db: Database; prepared: T }> {
  const isAway = (error: unknown) => location.url && error instanceof DatabaseUnavailable && !isRefusedByPostgres(error)
  for (let attempt = 1; ; attempt++) {
    let db: Database | undefined
    try {
      db = await open(location).catch((error) => {
        throw isAway(error) ? error : new StartError(complaint(location, error))
      })
      return { db, prepared: await prepare(db) }
    } catch (error) {
      await db?.destroy()
      if (!isAway(error)) throw error
      if (attempt === 1) waiting(`${complaint(location, error)} The site starts as soon as it answers.`)
      await wait(RETRY_MS)
    }
  }
}

async function open(location: DatabaseLocation): Promise<Database> {
  const db = await connect(location, migrationLimits)
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  if (!location.url) return db
  await db.destroy()
  return connect(location)
}

/** The database as it is. @param limits how long callers wait for Postgres, unless as they do while the site serves */
export async function connect({ url, file }: DatabaseLocation, limits?: PostgresLimits): Promise<Database> {
  return new Kysely<Schema>({ dialect: url ? await openPostgres(url, limits) : await openSqlite(file) })
}

function complaint({ url, file }: DatabaseLocation, error: unknown): string {
  const where = url ? `at ${withoutSecrets(url)}` : file
  if (error instanceof NewerDatabase) {
    return `The database ${where} was used by a newer version of this site. Start that version, or use another database.`
  }
  if (error instanceof EmptyDatabase) {
    return `The database ${where} is empty. Restore it from a backup, or remove ${file} and what begins with that name to begin a new site.`
  }
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const { message, code } = cause as NodeJS.ErrnoException
  const remedy = url
    ? 'Check that it runs and that DATABASE_URL is right.'
    : /^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(String(code))
      ? 'Free some space on its disk, or set DATA_DIR to a folder on another one.'
      : 'Check that it is whole and belongs to this user, or set DATA_DIR to another folder.'
  return `The database ${where} cannot be used: ${message || code}. ${remedy}`
}

/** Host, port and name of a database, as far as its address can be read. */
function withoutSecrets(url: string): string {
  const { host, pathname } = URL.parse(url) ?? { host: 'DATABASE_URL', pathname: '' }
  return host + pathname
}
