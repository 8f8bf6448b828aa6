import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupSummary } from '#contract/backups.ts'
import { CLOCK_DIFFERENCE_MAX_MS } from '#contract/limits.ts'
import { type Manifest, readManifest, sumFileBytes, sumRowCounts } from './manifest.ts'

/** Returns the name of a backup that was made at this time, such as 2026-11-25T03-00-00Z. */
export const toBackupName = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/**
 * Returns the latest of the given times of backups, or 0 when there is none. Ignores times in the future: they were
 * stored while the clock of the machine was ahead, and do not show the age of a backup.
 */
export const findLatestPastTime = (times: readonly number[], now: number): number =>
  Math.max(0, ...times.filter((time) => time <= now + CLOCK_DIFFERENCE_MAX_MS))

/** The end of the name of a backup folder while the backup is being made or deleted. */
export const PARTIAL_BACKUP_SUFFIX = '.partial'

const partialBackupName = /\.partial(-\d+)?$/

/** Returns whether a folder has the name of a scheduled backup. */
export const isScheduledBackupName = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name)

/** Lists the complete backups in a folder, scheduled ones and others, newest first. */
export function listBackups(backupDir: string): BackupSummary[] {
  return listFolderEntries(backupDir)
    .filter((name) => !name.includes(PARTIAL_BACKUP_SUFFIX))
    .flatMap((name) => {
      try {
        return [presentBackup(name, readManifest(join(backupDir, name)))]
      } catch {
        return []
      }
    })
    .sort((one, other) => other.createdAt - one.createdAt)
}

/** Returns whether a folder is a complete backup. A `manifest.json` of another program does not count. */
export function isBackupFolder(folder: string): boolean {
  try {
    readManifest(folder)
    return true
  } catch {
    return false
  }
}

/** Returns whether a path is the folder of a backup whose creation or deletion is running or was interrupted. */
export const isPartialBackup = (path: string): boolean => partialBackupName.test(path) && lstatSync(path).isDirectory()

/** Returns the names in a folder; none when it is missing or cannot be read. */
export function listFolderEntries(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Returns what the desk shows about a backup. */
export const presentBackup = (name: string, manifest: Manifest): BackupSummary => ({
  name,
  createdAt: manifest.createdAt,
  bytes: sumFileBytes(manifest),
  rows: sumRowCounts(manifest),
})
