import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'
import { buildAccountsQuery } from '../db/accounts.ts'
import { countQueryRows } from '../db/count-query-rows.ts'
import { connectDatabase } from '../db/database.ts'
import { giveContentsToOwner } from '../db/folders.ts'
import { migrations } from '../db/migrate.ts'
import { StartError } from '../http/start-error.ts'
import { toBackupName } from './backup-folder.ts'
import { compareDatabaseFingerprints } from './compare-fingerprints.ts'
import { listFiles, type SiteDataLocation, syncToDisk } from './create-backup.ts'
import {
  databaseFileNames,
  FILES_FOLDER,
  findBackupFileProblems,
  type Manifest,
  readFileSizeAndHash,
  readManifest,
} from './manifest.ts'
import { type Move, moveFiles, pathExists } from './move-files.ts'
import {
  findPostgresSchema,
  listTables,
  readPostgresFingerprint,
  restorePostgres,
  withPostgresClient,
} from './postgres-backup.ts'
import { listDraftPaths, listFormerPaths, sqliteFileSuffixes, toDraftPath, toFormerPath } from './restore-paths.ts'

interface Restored {
  manifest: Manifest
  /** The places of all databases that this restore and earlier ones have set aside, newest first. */
  former: string[]
  /** The folders with all files of DATA_DIR that this restore and earlier ones have set aside, newest first. */
  formerFiles: string[]
}

/**
 * Restores a backup into the database and DATA_DIR of a site that is stopped. Deletes nothing: moves the previous
 * database, and each file that it replaces, to another place.
 * @param overwrite whether a database with accounts may be replaced
 * @throws {StartError} when nothing was restored; the previous data then stay in use
 */
export async function restoreBackup(site: SiteDataLocation, folder: string, overwrite: boolean): Promise<Restored> {
  const manifest = readManifest(folder)
  const kind = site.location.url ? 'postgres' : 'sqlite'
  const names = { sqlite: 'SQLite', postgres: 'Postgres' }
  if (manifest.database !== kind)
    throw new StartError(
      `The backup is of ${names[manifest.database]}, and the site uses ${names[kind]}. ${kind === 'postgres' ? 'Unset DATABASE_URL' : 'Set DATABASE_URL'} to restore it.`,
    )
  refuseNewerBackup(manifest)
  const damages = await findBackupFileProblems(folder, manifest)
  if (damages.length > 0) throw new StartError(`The backup is damaged. ${damages.join(' ')} Choose another backup.`)
  const database = join(folder, databaseFileNames[kind])
  await refuseRunningSite(site)
  const people = await countPeople(site)
  if (people !== 0 && !overwrite) {
    const found = people === null ? 'cannot be read' : `has ${people === 1 ? 'one account' : `${people} accounts`}`
    throw new StartError(
      `The database of the site ${found}. Nothing was changed. Add --overwrite to replace it; its data are then set aside.`,
    )
  }
  const { url, file } = site.location
  const time = toBackupName(Date.now())
  const filesFolder = join(site.dataDir, FILES_FOLDER)
  const draft = toDraftPath(filesFolder)
  // An interrupted restore may have left copies of keys and of the database.
  for (const path of [filesFolder, file].flatMap(listDraftPaths)) rmSync(path, { recursive: true, force: true })
  try {
    const places = { dataDir: site.dataDir, draft, former: toFormerPath(filesFolder, time) }
    const moves = await prepareFiles(folder, manifest, places)
    const files = [...moves.former, ...moves.restored]
    const former = url
      ? await replacePostgres(url, database, manifest, time, () => moveFiles(files))
      : replaceSqlite(file, database, time, files)
    return { manifest, former, formerFiles: listFormerPaths(filesFolder) }
  } finally {
    rmSync(draft, { recursive: true, force: true })
    giveContentsToOwner(site.dataDir)
  }
}

/** @throws {StartError} when a later version of the site has made the backup */
export function refuseNewerBackup({ schema }: Manifest): void {
  if (schema in migrations) return
  throw new StartError(`A newer version of this site has made the backup (${schema}). Upgrade the site first.`)
}

/** Returns the number of accounts; null when the database cannot be read. */
async function countPeople({ location }: SiteDataLocation): Promise<number | null> {
  if (!location.url && !existsSync(location.file)) return 0
  const db = await connectDatabase(location).catch(() => null)
  if (!db) return null
  try {
    const tables = await db.introspection.getTables()
    if (tables.every(({ isView }) => isView)) return 0
    return await countQueryRows(buildAccountsQuery(db).clearSelect())
  } catch (error) {
    if (location.url) throw new StartError(`Postgres cannot be used: ${(error as Error).message}.`)
    return null
  } finally {
    await db.destroy()
  }
}

/** @throws {StartError} when the site runs, or another program uses its database */
async function refuseRunningSite({ location: { url, file } }: SiteDataLocation): Promise<void> {
  if (!url) return refuseOpenFile(file)
  if (await withPostgresClient(url, isUsedByOthers))
    throw new StartError(
      'The site or another program uses the database. Stop it, then restore the backup. Nothing was changed.',
    )
}

/**
 * Checks that no other program has the database open. The check switches the write-ahead log off. SQLite refuses this
 * while another program has the database open.
 * @throws {StartError} when the site runs
 */
async function refuseOpenFile(file: string): Promise<void> {
  if (!existsSync(file)) return
  const { default: Sqlite } = await import('better-sqlite3')
  let database: InstanceType<typeof Sqlite> | undefined
  try {
    database = new Sqlite(file, { timeout: 500 })
    database.pragma('journal_mode = delete')
  } catch (error) {
    if (/^SQLITE_(BUSY|LOCKED)/.test(String((error as { code?: unknown }).code)))
      throw new StartError('The site is running. Stop it, then restore the backup. Nothing was changed.')
    // Any other error means that the database is damaged. The restore then moves the damaged database as it is.
  } finally {
    database?.close()
  }
}

/**
 * Sets the present database aside, and moves the database and the files of the backup to their places.
 * @returns the databases that this restore and earlier ones have set aside
 */
function replaceSqlite(file: string, backup: string, time: string, files: readonly Move[]): string[] {
  const draft = toDraftPath(file)
  const former = toFormerPath(file, time)
  const present = sqliteFileSuffixes.filter((end) => existsSync(file + end))
  try {
    copyToDisk(backup, draft)
    chmodSync(draft, 0o600)
    moveFiles([...present.map((end) => ({ from: file + end, to: former + end })), { from: draft, to: file }, ...files])
  } finally {
    rmSync(draft, { force: true })
  }
  syncToDisk(dirname(file))
  return listFormerPaths(file)
}

/** Copies a file of the backup. @throws {StartError} when the file cannot be copied */
function copyToDisk(from: string, to: string): void {
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    copyFileSync(from, to)
    syncToDisk(to)
  } catch (error) {
    throw new StartError(`${from} could not be copied to ${to}: ${(error as Error).message}. Nothing was changed.`)
  }
}

/** Returns whether another program has the database open. Waits up to a second for closed connections to end. */
async function isUsedByOthers(client: Client): Promise<boolean> {
  for (let attempt = 0; attempt < 5; attempt++) {
    // Workers of Postgres, such as autovacuum, do no harm.
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    if (rowCount === 0) return false
    await setTimeout(200)
  }
  return true
}

/**
 * Moves the tables of the site into another schema and restores the backup. When the restore or `placeFiles` fails,
 * moves the tables back.
 * @returns the schemas into which this restore and earlier ones have moved tables
 */
const replacePostgres = (
  url: string,
  backup: string,
  manifest: Manifest,
  time: string,
  placeFiles: () => void,
): Promise<string[]> =>
  withPostgresClient(url, async (client) => {
    const schema = await findPostgresSchema(client)
    refuseOtherSchema(schema, manifest)
    const tables = await listTables(client, schema)
    const former = `before_${time.replaceAll('-', '_').toLowerCase()}`
    const move = async (from: string, to: string) => {
      for (const name of tables) await client.query(`alter table "${from}"."${name}" set schema "${to}"`)
    }
    await client.query('begin')
    await client.query(`create schema "${former}"`)
    await move(schema, former)
    await client.query('commit')
    try {
      await restorePostgres(url, backup, schema)
      const differences = compareDatabaseFingerprints(manifest, await readPostgresFingerprint(client))
      if (differences.length > 0)
        throw new StartError(
          `What was restored differs from the backup, so nothing was changed. ${differences.join(' ')} Choose another backup.`,
        )
      placeFiles()
    } catch (error) {
      await client.query('begin')
      for (const name of await listTables(client, schema))
        await client.query(`drop table "${schema}"."${name}" cascade`)
      await move(former, schema)
      await client.query(`drop schema "${former}"`)
      await client.query('commit')
      throw error
    }
    if (tables.length === 0) await client.query(`drop schema "${former}"`)
    return listFormerSchemas(client)
  })

/** Lists the schemas into which restores have moved previous tables, newest first. */
async function listFormerSchemas(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname ~ '^before_[0-9_t]+z$' order by nspname desc",
  )
  return rows.map(({ name }) => `the schema ${name}`)
}

/** @throws {StartError} when pg_restore would restore nothing, because the site has its tables in another schema */
function refuseOtherSchema(schema: string, { postgresSchema = schema }: Manifest): void {
  if (schema === postgresSchema) return
  throw new StartError(
    `The backup is of the schema ${postgresSchema} of Postgres, and the site uses the schema ${schema}. Nothing was changed. Create the schema ${postgresSchema} in the database if it is missing, and let the account use it: alter role … set search_path = "${postgresSchema}".`,
  )
}

interface FileMoves {
  /** The moves that set aside the files of DATA_DIR that differ from the files of the backup. */
  former: Move[]
  /** The moves that put the copies of the backup's files into DATA_DIR. */
  restored: Move[]
}

/** Copies the files that DATA_DIR lacks, or that differ there, from the backup to the folder `draft`. */
async function prepareFiles(
  folder: string,
  { files }: Manifest,
  { dataDir, draft, former }: { dataDir: string; draft: string; former: string },
): Promise<FileMoves> {
  const moves: FileMoves = { former: [], restored: [] }
  for (const path of listFiles(join(folder, FILES_FOLDER))) {
    const file = join(dataDir, path)
    const backedUp = files.find((each) => each.path === `${FILES_FOLDER}/${path}`)
    const present = await readFileSizeAndHash(dataDir, path).catch(() => null)
    if (present && present.sha256 === backedUp?.sha256) continue
    copyToDisk(join(folder, FILES_FOLDER, path), join(draft, path))
    if (pathExists(file)) moves.former.push({ from: file, to: join(former, path) })
    moves.restored.push({ from: join(draft, path), to: file })
  }
  return moves
}
