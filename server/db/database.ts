import { existsSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type Transaction } from 'kysely'
import { lazy } from '#contract/lazy.ts'
import { SECOND_MS } from '#contract/limits.ts'
import { formatProblem, type Problem, StartError } from '../http/start-error.ts'
import { migrate, NewerDatabaseError, readSchemaState } from './migrate.ts'
import { isPostgresLoginRefused, migrationTimeouts, openPostgresDialect, type PostgresTimeouts } from './postgres.ts'
import type { Schema } from './schema.ts'
import { openSqliteDialect } from './sqlite.ts'
import { type DatabaseLoss, isDamageError, LostDatabaseError } from './sqlite-file.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

/** The pause between two attempts to reach Postgres at the start. */
const RETRY_MS = SECOND_MS
const listFormat = lazy(() => new Intl.ListFormat('en'))

export type Database = Kysely<Schema>
/** A transaction that the caller has begun. */
export type Tx = Transaction<Schema>
/** The database, or the transaction of the caller. */
export type DatabaseOrTx = Database | Tx

/** The Postgres at `url`, or the SQLite file when there is no `url`. */
export interface DatabaseLocation {
  url?: string | undefined
  file: string
  /** The folder of the newest backup, if there is one. */
  newestBackup?: string | undefined
  /**
   * Set when the site was last started from this folder with another database: an existing file, or a database on
   * Postgres.
   */
  other?: string | undefined
  /** The file that lists the databases of earlier starts. Undefined when it lists neither this database nor `other`. */
  record?: string | undefined
}

/**
 * Opens the database and runs the migrations. The caller closes it with `destroy()`.
 * @throws {StartError} when the database cannot be used; the message has no password
 */
export const openDatabase = (location: DatabaseLocation): Promise<Database> =>
  open(location).catch((error) => refuseStart(location, error))

/**
 * Opens the database like `openDatabase`, and waits as long as Postgres cannot be reached.
 * @param onWaiting called once with a sentence for the owner when the wait begins
 */
export const openDatabaseWhenUp = (
  location: DatabaseLocation,
  onWaiting: (message: string) => void,
): Promise<Database> =>
  retryWhileDown(location, () => open(location), onWaiting).catch((error) => refuseStart(location, error))

/**
 * Runs a part of the start, and repeats it as long as Postgres cannot be reached.
 * @param onWaiting called once with a sentence for the owner when the wait begins
 */
export async function retryWhileDown<T>(
  location: DatabaseLocation,
  run: () => Promise<T>,
  onWaiting: (message: string) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isAway(location, error)) throw error
      const problem = formatProblem(toDatabaseProblem(location, error))
      if (attempt === 1) onWaiting(`${problem} The site starts as soon as it answers.`)
      await wait(RETRY_MS)
    }
  }
}

const isAway = ({ url }: DatabaseLocation, error: unknown): boolean =>
  url !== undefined && error instanceof DatabaseUnavailableError && !isPostgresLoginRefused(error)

async function open(location: DatabaseLocation): Promise<Database> {
  const db = await connectDatabase(location, migrationTimeouts)
  try {
    if (isDataExpected(location) && (await readSchemaState(db)).isEmpty) throw new LostDatabaseError('empty')
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  if (!location.url) return db
  await db.destroy()
  return connectDatabase(location)
}

/**
 * Connects to the database without migrating it.
 * @param limits how long callers wait for Postgres; those of a running site by default
 */
export async function connectDatabase(location: DatabaseLocation, limits?: PostgresTimeouts): Promise<Database> {
  const { url, file } = location
  const openFile = () => openSqliteDialect(file, isDataExpected(location))
  return new Kysely<Schema>({ dialect: url ? await openPostgresDialect(url, limits) : await openFile() })
}

/**
 * Returns whether the site had data in this database before, so that a missing file or missing tables are a loss. A
 * backup counts as proof for SQLite only: after a move to Postgres, the backups are older than the new database.
 */
export const isDataExpected = ({ url, newestBackup, record }: DatabaseLocation): boolean =>
  record !== undefined || (!url && newestBackup !== undefined)

/** Returns the name of a database without a password: the path of the file, or host, port and name on Postgres. */
export const formatDatabaseName = ({ url, file }: Pick<DatabaseLocation, 'url' | 'file'>): string =>
  url ? withoutSecrets(url) : file

function refuseStart(location: DatabaseLocation, error: unknown): never {
  throw new StartError(formatProblem(toDatabaseProblem(location, error)))
}

/** Returns the end of a sentence that tells the owner how to make the site use another database. */
export function formatDatabaseSwitchAdvice({ url }: Pick<DatabaseLocation, 'url'>, other: string): string {
  if (!isAbsolute(other)) return 'set DATABASE_URL to its address'
  return `${url ? 'remove DATABASE_URL and ' : ''}set DATA_DIR to ${dirname(other)}`
}

/** Explains how the contents of a database were lost. */
function explainDatabaseLoss(
  { url, file, newestBackup, other, record }: DatabaseLocation,
  loss: DatabaseLoss,
): Problem {
  const hasFile = !url && existsSync(file)
  const command = `npm run restore -- ${newestBackup ?? 'FOLDER'}${hasFile ? ' --overwrite' : ''}`
  const restore = other
    ? `The site was started from this folder with the database ${other}: ${formatDatabaseSwitchAdvice({ url }, other)}.`
    : `${loss === 'missing' ? 'Mount its disk or put it back; otherwise stop the site and restore' : 'Restore'} ${newestBackup ? 'the newest' : 'a'} backup: ${command}.`
  const leftovers = [
    ...(hasFile || existsSync(`${file}-wal`) ? [`what begins with ${file}`] : []),
    ...(newestBackup && !url ? [`the backups in ${dirname(newestBackup)}`] : []),
    ...(record ? [`the file ${record}`] : []),
  ]
  return {
    text: `The database ${url ? 'at ' : ''}${formatDatabaseName({ url, file })} is ${loss}.`,
    remedy: `${restore} To begin a new site instead, move ${listFormat().format(leftovers)} to another folder.`,
  }
}

/** Explains why a database cannot be used, without the password of its URL. */
export function toDatabaseProblem(location: DatabaseLocation, error: unknown): Problem {
  const { url } = location
  const name = (url ? 'at ' : '') + formatDatabaseName(location)
  if (error instanceof NewerDatabaseError)
    return {
      text: `The database ${name} was used by a newer version of this site.`,
      remedy: 'Start that version, or use another database.',
    }
  if (error instanceof LostDatabaseError) return explainDatabaseLoss(location, error.loss)
  if (isDamageError(error)) return explainDatabaseLoss(location, 'damaged')
  const cause = error instanceof DatabaseUnavailableError ? error.cause : error
  const { message, code } = cause as NodeJS.ErrnoException
  const remedy = url
    ? 'Check that it runs and that DATABASE_URL is right.'
    : /^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(String(code))
      ? 'Free some space on its disk.'
      : 'Check that the file and its folder belong to this user.'
  return { text: `The database ${name} cannot be used: ${message || code}.`, remedy }
}

/** Returns host, port and name of a database, as far as the URL can be parsed. */
function withoutSecrets(url: string): string {
  const { host, pathname } = URL.parse(url) ?? { host: 'DATABASE_URL', pathname: '' }
  return host + pathname
}
