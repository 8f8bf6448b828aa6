import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { DAY_MS } from '#contract/limits.ts'
import type { DatabaseLocation } from '../db/database.ts'
import { DatabaseUnavailableError } from '../db/unavailable.ts'
import { StartError } from '../http/start-error.ts'
import { listFolderEntries } from './backup-folder.ts'
import { compareDatabaseFingerprints } from './compare-fingerprints.ts'
import { databaseFileNames, findBackupFileProblems, type Manifest, readManifest } from './manifest.ts'
import {
  readPostgresFingerprint,
  restorePostgres,
  UnusableProgramError,
  withPostgresClient,
} from './postgres-backup.ts'
import { refuseNewerBackup } from './restore-backup.ts'
import { inspectSqlite } from './sqlite-backup.ts'

/** The beginning of the name of a temporary folder, which contains a copy of the database. */
const FOLDER_PREFIX = 'backup-check-'
/** Matches the names that `mkdtemp` gives, because other programs may use the same beginning. */
const temporaryFolderName = new RegExp(`^${FOLDER_PREFIX}[A-Za-z0-9]{6}$`)
/**
 * The age from which a temporary folder or database belongs to a check that was killed, for example by a shutdown of
 * the site.
 */
const LEFTOVER_MS = DAY_MS

/** Starts the site on a restored database and reads its lists. @returns a sentence for each problem */
export type FindUnreadableListsOfRestoredSite = (location: DatabaseLocation) => Promise<string[]>

/**
 * Restores a backup into a new temporary folder, or into a temporary database of the Postgres at `url`. Compares the
 * restored database with the manifest, and starts the site on it.
 * @returns a sentence for each problem; none when the backup can be restored
 * @throws {StartError} when the backup cannot be checked
 */
export async function findBackupProblemsByRestoring(
  folder: string,
  url: string | undefined,
  readSite: FindUnreadableListsOfRestoredSite,
): Promise<string[]> {
  const manifest = readManifest(folder)
  refuseNewerBackup(manifest)
  const damages = await findBackupFileProblems(folder, manifest)
  // Stops here, because pg_restore may run for ever on a damaged file.
  if (damages.length > 0) return damages
  return manifest.database === 'sqlite'
    ? checkSqlite(folder, manifest, readSite)
    : checkPostgres(folder, manifest, url, readSite)
}

async function checkSqlite(folder: string, manifest: Manifest, readSite: FindUnreadableListsOfRestoredSite) {
  deleteLeftoverFolders()
  const temporary = prepareCheck(() => mkdtempSync(join(tmpdir(), FOLDER_PREFIX)))
  try {
    const file = join(temporary, 'site.sqlite')
    prepareCheck(() => copyFileSync(join(folder, databaseFileNames.sqlite), file))
    chmodSync(file, 0o600)
    const { fingerprint, problems } = await inspectSqlite(file)
    const all = [...problems, ...compareDatabaseFingerprints(manifest, fingerprint)]
    // Does not start the site when the restored data are already known to be wrong.
    return all.length > 0 ? all : await readSite({ file })
  } catch (error) {
    // The site writes some data when it starts, and the disk may be full.
    throw error instanceof DatabaseUnavailableError ? toMachineError(error.cause as Error) : error
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/**
 * Runs a step that fails only because of this machine, since the backup's file has been read before.
 * @throws {StartError} when the step fails
 */
function prepareCheck<T>(step: () => T): T {
  try {
    return step()
  } catch (error) {
    throw toMachineError(error as Error)
  }
}

const toMachineError = ({ message }: Error) =>
  new StartError(
    `The backup could not be checked in ${tmpdir()}: ${message}. Free some space there, or set TMPDIR to another folder.`,
  )

/** Deletes the folders that killed checks left behind, but only those of the user who runs this process. */
function deleteLeftoverFolders(): void {
  for (const name of listFolderEntries(tmpdir())) {
    if (!temporaryFolderName.test(name)) continue
    const folder = join(tmpdir(), name)
    try {
      const found = lstatSync(folder)
      const isOld = found.mtimeMs < Date.now() - LEFTOVER_MS
      if (found.isDirectory() && isOld && found.uid === process.getuid?.()) rmSync(folder, { recursive: true })
    } catch {
      // The check of another site may be deleting the folder. A folder that stays does not make the backup bad.
    }
  }
}

async function checkPostgres(
  folder: string,
  manifest: Manifest,
  url: string | undefined,
  readSite: FindUnreadableListsOfRestoredSite,
) {
  if (!url)
    throw new StartError(
      'The backup is of Postgres. Set DATABASE_URL: the check restores it into a new database of that server.',
    )
  const { postgresSchema = 'public' } = manifest
  const name = `backup_check_${Date.now()}_${randomBytes(6).toString('hex')}`
  const temporary = new URL(url)
  temporary.pathname = name
  await withPostgresClient(url, async (client) => {
    await client.query(`create database ${name} template template0`)
    await client.query(`alter database ${name} set search_path = ${client.escapeIdentifier(postgresSchema)}`)
  }).catch((error: Error) => {
    throw new StartError(
      `The check needs a new database, which Postgres does not let this account create. Give it the right with “alter role … createdb”. ${error.message}`,
    )
  })
  try {
    return await withPostgresClient(temporary.href, async (client) => {
      try {
        await client.query(`create schema if not exists ${client.escapeIdentifier(postgresSchema)}`)
        await restorePostgres(temporary.href, join(folder, databaseFileNames.postgres), postgresSchema)
      } catch (error) {
        if (error instanceof UnusableProgramError) throw error
        return [`The database could not be restored: ${(error as Error).message}`]
      }
      const problems = compareDatabaseFingerprints(manifest, await readPostgresFingerprint(client))
      return problems.length > 0 ? problems : await readSite({ url: temporary.href, file: '' })
    })
  } finally {
    await withPostgresClient(url, async (client) => {
      await client.query(`drop database ${name} with (force)`)
      // A database that stays does not make the backup bad. The next check tries again to delete it.
      await deleteLeftoverDatabases(client).catch(() => {})
    })
  }
}

/** Deletes the leftover databases of this account's killed checks. Their names contain the time of the check. */
async function deleteLeftoverDatabases(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
     where datname ~ '^backup_check_[0-9]+_[0-9a-f]{12}$' and pg_get_userbyid(datdba) = current_user`,
  )
  for (const { name } of rows)
    if (Number(name.split('_')[2]) < Date.now() - LEFTOVER_MS)
      await client.query(`drop database if exists ${name} with (force)`)
}
