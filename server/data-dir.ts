import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { listBackups } from './backups/backup-folder.ts'
import type { Config } from './config.ts'
import { readRecordedDatabases, recordFile } from './database-record.ts'
import { type DatabaseLocation, nameDatabase } from './db/database.ts'
import { createFolder, explainFolderError } from './db/folders.ts'
import { StartError } from './http/start-error.ts'

/** Creates the directory when it is missing. Other users of the machine cannot read it. */
export function prepareDataDir(path: string): void {
  try {
    createFolder(resolve(path))
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { text, remedy } = explainFolderError('DATA_DIR', path, error as NodeJS.ErrnoException)
    throw new StartError(`${text} ${remedy}`)
  }
}

/** Returns the database of a site, with its newest backup and the record that it was used, if they exist. */
export function locateDatabase({
  DATABASE_URL: url,
  DATA_DIR,
  BACKUP_DIR,
  SOURCES_DIR,
}: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'BACKUP_DIR' | 'SOURCES_DIR'>): DatabaseLocation {
  const file = databaseFile(DATA_DIR)
  const [newest] = listBackups(BACKUP_DIR)
  return {
    url,
    file,
    ...(newest && { newestBackup: join(BACKUP_DIR, newest.name) }),
    ...(SOURCES_DIR &&
      readRecordedDatabases(SOURCES_DIR).includes(nameDatabase({ url, file })) && { record: recordFile(SOURCES_DIR) }),
  }
}

/**
 * Returns a sentence for the owner when a new site is about to begin although an earlier start from the same folder used
 * another database, as when `.env` with DATA_DIR was lost; otherwise null.
 */
export function warnAboutNewSite({ url, file }: DatabaseLocation, sources: string | undefined): string | null {
  const former = readRecordedDatabases(sources).at(-1)
  if (url || existsSync(file) || !former || former === file) return null
  return `A new site begins in ${file}. The last new site of this folder was in ${former}: set DATA_DIR to ${dirname(former)} to go on with it.`
}

export const databaseFile = (dataDir: string): string => join(dataDir, 'site.sqlite')
