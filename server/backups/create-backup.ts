import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { type DatabaseLocation, toDatabaseProblem } from '../db/database.ts'
import { createFolder, giveContentsToOwner, toFolderProblem } from '../db/folders.ts'
import { isDamageError, LostDatabaseError } from '../db/sqlite-file.ts'
import { formatProblem, StartError } from '../http/start-error.ts'
import { isBackupFolder, isPartialBackup, PARTIAL_BACKUP_SUFFIX } from './backup-folder.ts'
import {
  databaseFileNames,
  FILES_FOLDER,
  leadsOutOfFolder,
  MANIFEST_FILE,
  type Manifest,
  readFileSizeAndHash,
} from './manifest.ts'
import { dumpPostgresAndReadFingerprint } from './postgres-backup.ts'
import { listDatabasePaths, listDraftPaths, listFormerPaths } from './restore-paths.ts'
import { copySqliteAndReadFingerprint } from './sqlite-backup.ts'

/** Where a backup finds the data of a site. */
export interface SiteDataLocation {
  location: DatabaseLocation
  dataDir: string
  /** The folder of scheduled backups, which no backup contains. */
  backupDir: string
  /** The version of the build, if there is one. */
  version: string | null
}

/**
 * Makes a backup while the site runs. Writes to a temporary folder, which is renamed to `folder` when the backup is
 * complete. So an interrupted backup leaves no folder of that name.
 * @param check runs on the complete files before the renaming; when it throws, there is no backup
 * @throws {StartError} when the backup cannot be made
 */
export async function createBackup(
  site: SiteDataLocation,
  folder: string,
  check: (draft: string) => Promise<void> = async () => {},
): Promise<Manifest> {
  const target = resolve(folder)
  if (existsSync(target) && (!statSync(target).isDirectory() || readdirSync(target).length > 0))
    throw new StartError(`${target} exists already. Name a folder that does not exist yet.`)
  const draft = `${target}${PARTIAL_BACKUP_SUFFIX}-${process.pid}`
  try {
    rmSync(draft, { recursive: true, force: true })
    // Only the owner may read a backup, because it contains secret keys and email addresses.
    makeDraft(draft, dirname(target) === resolve(site.backupDir) ? 'BACKUP_DIR' : 'The folder')
    const manifest = await writeBackup(site, draft, target)
    giveContentsToOwner(draft)
    await check(draft)
    renameSync(draft, target)
    syncToDisk(dirname(target))
    return manifest
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (error instanceof StartError) throw error
    if (error instanceof LostDatabaseError || isDamageError(error))
      throw new StartError(`The backup could not be made. ${formatProblem(toDatabaseProblem(site.location, error))}`)
    throw new StartError(`The backup could not be made in ${target}: ${(error as Error).message}.`)
  }
}

/**
 * Creates the folder of an unfinished backup.
 * @param name the name of its parent folder in an error message
 * @throws {StartError} when the folder cannot be created
 */
function makeDraft(draft: string, name: string): void {
  try {
    createFolder(draft)
  } catch (error) {
    const problem = toFolderProblem(name, dirname(draft), error as NodeJS.ErrnoException)
    throw new StartError(`The backup could not be made. ${formatProblem(problem)}`)
  }
}

async function writeBackup({ location, dataDir, backupDir, version }: SiteDataLocation, draft: string, target: string) {
  const kind = location.url ? 'postgres' : 'sqlite'
  const database = join(draft, databaseFileNames[kind])
  const createdAt = Date.now()
  const fingerprint = location.url
    ? await dumpPostgresAndReadFingerprint(location.url, database)
    : await copySqliteAndReadFingerprint(location, database)
  chmodSync(database, 0o600)
  const filesFolder = join(dataDir, FILES_FOLDER)
  const ofRestores = [...listFormerPaths(filesFolder), ...listDraftPaths(filesFolder)]
  const excluded = [backupDir, draft, target, ...listDatabasePaths(location.file), ...ofRestores]
  await copyOtherFiles(dataDir, join(draft, FILES_FOLDER), excluded)
  const files: Manifest['files'] = []
  for (const path of listFiles(draft)) {
    files.push(await readFileSizeAndHash(draft, path))
    syncToDisk(join(draft, path))
  }
  const manifest: Manifest = { format: 1, version, createdAt, database: kind, ...fingerprint, files }
  writeFileSync(join(draft, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  syncToDisk(join(draft, MANIFEST_FILE))
  return manifest
}

/**
 * Copies the files of DATA_DIR except the database, backups and unfinished backups. The site itself stores pictures and
 * keys in the database, so only the owner or a fork can have added other files.
 * @param excluded the files and folders to leave out; a folder that contains DATA_DIR itself is ignored
 */
async function copyOtherFiles(dataDir: string, target: string, excluded: readonly string[]): Promise<void> {
  if (!existsSync(dataDir)) return
  const inside = excluded.filter((path) => leadsOutOfFolder(relative(path, dataDir)))
  const isExcluded = (path: string) =>
    isBackupFolder(path) || isPartialBackup(path) || inside.some((each) => !leadsOutOfFolder(relative(each, path)))
  // When DATA_DIR is a disk of its own, ext4 creates `lost+found` in it, which only root may read.
  const names = readdirSync(dataDir).filter((name) => name !== 'lost+found' && !isExcluded(join(dataDir, name)))
  for (const name of names)
    await cp(join(dataDir, name), join(target, name), { recursive: true, filter: (path) => !isExcluded(path) })
}

/** Lists the paths of the files in a folder and its subfolders, relative to the folder, with `/` between the parts. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/** Waits until a file or the entries of a folder are on the disk, so that they survive a loss of power. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    // Windows refuses to sync a folder, or a file that is open for reading.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  } finally {
    closeSync(handle)
  }
}
