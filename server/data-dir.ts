import { accessSync, constants } from 'node:fs'
import { join, resolve } from 'node:path'
import { listBackups } from './backups/backup-folder.ts'
import type { Config } from './config.ts'
import type { DatabaseLocation } from './db/database.ts'
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

/** Returns the database of a site, with its newest scheduled backup. */
export function locateDatabase({
  DATABASE_URL: url,
  DATA_DIR,
  BACKUP_DIR,
}: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'BACKUP_DIR'>): DatabaseLocation {
  const [newest] = listBackups(BACKUP_DIR)
  return { url, file: databaseFile(DATA_DIR), ...(newest && { newestBackup: join(BACKUP_DIR, newest.name) }) }
}

export const databaseFile = (dataDir: string): string => join(dataDir, 'site.sqlite')
