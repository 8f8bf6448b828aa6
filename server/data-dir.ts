import { accessSync, constants, existsSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { listBackups } from './backups/backup-folder.ts'
import type { Config } from './config.ts'
import { getDatabaseRecordPath, readRecordedDatabases } from './database-record.ts'
import { type DatabaseLocation, formatDatabaseName, formatDatabaseSwitchAdvice } from './db/database.ts'
import { createFolder, toFolderProblem } from './db/folders.ts'
import { type Finding, warningFinding } from './finding.ts'
import { formatProblem, StartError } from './http/start-error.ts'

/**
 * Creates the folder when it is missing, readable by its owner only. @throws {StartError} when it cannot be created or
 * written to
 */
export function prepareDataDir(path: string): void {
  try {
    createFolder(resolve(path))
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(formatProblem(toFolderProblem('DATA_DIR', path, error as NodeJS.ErrnoException)))
  }
}

/**
 * Returns the location of a site's database, and the signs that the site had data before: its newest backup, and the
 * record of the databases with which the site was started from this folder.
 */
export function readDatabaseLocation({
  DATABASE_URL: url,
  DATA_DIR,
  BACKUP_DIR,
  SOURCES_DIR,
}: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'BACKUP_DIR' | 'SOURCES_DIR'>): DatabaseLocation {
  const file = getDatabaseFilePath(DATA_DIR)
  const name = formatDatabaseName({ url, file })
  const [newest] = listBackups(BACKUP_DIR)
  const recorded = readRecordedDatabases(SOURCES_DIR)
  const isOther = (found: string) => found !== name && (!isAbsolute(found) || existsSync(found))
  // The record lists the databases by the time of their last use, the latest last. So only the databases after this
  // database were used later.
  const other = recorded.slice(recorded.indexOf(name) + 1).findLast(isOther)
  return {
    url,
    file,
    ...(newest && { newestBackup: join(BACKUP_DIR, newest.name) }),
    ...(other && { other }),
    ...(SOURCES_DIR && (other || recorded.includes(name)) && { record: getDatabaseRecordPath(SOURCES_DIR) }),
  }
}

/**
 * Returns a warning when the site was last started with another database. In this case, the data of the site are in two
 * places.
 */
export function findDatabaseSwitchWarning(location: DatabaseLocation): Finding | null {
  const { other } = location
  if (!other) return null
  return warningFinding(
    `The site was started from this folder with the database ${other}, and now it is ${formatDatabaseName(location)}.`,
    `If that is not intended, for example because .env was lost, stop the site and ${formatDatabaseSwitchAdvice(location, other)}.`,
  )
}

export const getDatabaseFilePath = (dataDir: string): string => join(dataDir, 'site.sqlite')
