import { renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupSummary } from '#contract/backups.ts'
import { DAY_MS } from '#contract/limits.ts'
import { StartError } from '../http/start-error.ts'
import {
  isScheduledBackupName,
  listBackups,
  listFolderEntries,
  PARTIAL_BACKUP_SUFFIX,
  presentBackup,
  toBackupName,
} from './backup-folder.ts'
import { type FindUnreadableListsOfRestoredSite, findBackupProblemsByRestoring } from './check-backup.ts'
import { createBackup, type SiteDataLocation } from './create-backup.ts'

/**
 * Makes a backup in the folder of scheduled backups, checks it, and deletes the oldest scheduled backups. When the new
 * backup cannot be restored, only the new backup is deleted.
 * @param keep the number of scheduled backups to keep
 * @throws {StartError} that says why there is no new backup
 */
export async function createBackupAndPruneOld(
  site: SiteDataLocation,
  keep: number,
  readSite: FindUnreadableListsOfRestoredSite,
): Promise<BackupSummary> {
  const name = toBackupName(Date.now())
  deleteLeftovers(site.backupDir)
  const manifest = await createBackup(site, join(site.backupDir, name), async (draft) => {
    const problems = await findBackupProblemsByRestoring(draft, site.location.url, readSite)
    if (problems.length > 0) throw new StartError(`The new backup cannot be restored. ${problems.join(' ')}`)
  })
  const others = listBackups(site.backupDir).filter((other) => isScheduledBackupName(other.name) && other.name !== name)
  // A backup with a later time than the new one was made while the clock was ahead. It is deleted first.
  const isEarlier = ({ createdAt }: BackupSummary) => createdAt <= manifest.createdAt
  const byAge = [...others.filter(isEarlier), ...others.filter((other) => !isEarlier(other))]
  for (const { name } of byAge.slice(keep - 1)) deleteBackup(join(site.backupDir, name))
  return presentBackup(name, manifest)
}

/** Deletes a backup. Renames it first, so that an interrupted deletion leaves no incomplete backup in the list. */
function deleteBackup(folder: string): void {
  const leftover = `${folder}${PARTIAL_BACKUP_SUFFIX}`
  renameSync(folder, leftover)
  rmSync(leftover, { recursive: true })
}

/** Deletes the old folders of interrupted backups. A newer folder may belong to a running backup. */
function deleteLeftovers(backupDir: string): void {
  for (const name of listFolderEntries(backupDir)) {
    const [backup = '', ...ends] = name.split(PARTIAL_BACKUP_SUFFIX)
    if (ends.length !== 1 || !isScheduledBackupName(backup)) continue
    const folder = join(backupDir, name)
    if (statSync(folder).mtimeMs < Date.now() - DAY_MS) rmSync(folder, { recursive: true, force: true })
  }
}
