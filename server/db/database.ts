import { Kysely, type Transaction } from 'kysely'
import { StartError } from '../http/start-error.ts'
import { migrate, NewerDatabase } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite.ts'

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
  let db: Database | undefined
  try {
    db = await connect(location)
    await migrate(db)
    return db
  } catch (error) {
    await db?.destroy()
    throw new StartError(complaint(location, error))
  }
}

/** The database as it is. */
export async function connect({ url, file }: DatabaseLocation): Promise<Database> {
  return new Kysely<Schema>({ dialect: url ? await openPostgres(url) : await openSqlite(file) })
}

function complaint({ url, file }: DatabaseLocation, error: unknown): string {
  const where = url ? `at ${withoutSecrets(url)}` : file
  if (error instanceof NewerDatabase) {
    return `The database ${where} was used by a newer version of this site. Start that version, or use another database.`
  }
  const { message, code } = error as NodeJS.ErrnoException
  const remedy = url
    ? 'Check that it runs and that DATABASE_URL is right.'
    : 'Check that it is whole and belongs to this user, or set DATA_DIR to another folder.'
  return `The database ${where} cannot be used: ${message || code}. ${remedy}`
}

/** Host, port and name of a database, as far as its address can be read. */
function withoutSecrets(url: string): string {
  const { host, pathname } = URL.parse(url) ?? { host: 'DATABASE_URL', pathname: '' }
  return host + pathname
}
