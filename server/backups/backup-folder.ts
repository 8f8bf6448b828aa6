import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupFile } from '#contract/backups.ts'
import { countAllRows, type Manifest, readManifest, sumFileBytes } from './manifest.ts'

/** Returns the name of a backup that was made at this time, such as 2026-11-25T03-00-00Z. */
export const toBackupName = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** Returns whether a folder has the name of a scheduled backup. */
export const isBackupName = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name)

/** Lists the complete backups in the folder of scheduled backups, newest first. Other folders are ignored. */
export function listBackups(backupDir: string): BackupFile[] {
  return listEntryNames(backupDir)
    .filter(isBackupName)
    .sort()
    .reverse()
    .flatMap((name) => {
      try {
        return [presentBackup(name, readManifest(join(backupDir, name)))]
      } catch {
        return []
      }
    })
}

/** Returns the names in a folder; none when it is missing or cannot be read. */
export function listEntryNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Returns the facts of a backup that the desk shows. */
export const presentBackup = (name: string, manifest: Manifest): BackupFile => ({
  name,
  createdAt: manifest.createdAt,
  bytes: sumFileBytes(manifest),
  rows: countAllRows(manifest),
})
