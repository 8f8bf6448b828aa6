import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'

const ms = z.int()

/** When the site backs itself up. */
const schedule = z.object({
  isOn: z.boolean(),
  /** The time of day in `timeZone`. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  timeZone: z.string().max(100),
  /** The number of latest backups that are kept. When a new backup is complete, older backups are deleted. */
  keep: z.int().min(1).max(365),
})
export type BackupSchedule = z.output<typeof schedule>

/** A complete backup in the folder of the site. The site has checked the backup by restoring it once. */
export const backupFileSchema = z.object({ name: z.string(), createdAt: ms, bytes: z.int(), rows: z.int() })
export type BackupSummary = z.output<typeof backupFileSchema>

/** The result of the last attempt: a backup, or the problem as a sentence. */
export const backupResultSchema = z.object({
  startedAt: ms,
  endedAt: ms,
  backup: backupFileSchema.nullable(),
  problem: z.string().nullable(),
})
export type BackupResult = z.output<typeof backupResultSchema>

const backups = z.object({
  /** The folder of the backups on the server. Only the environment variable BACKUP_DIR sets it. */
  folder: z.string(),
  schedule,
  /** The time of the next backup; null while the schedule is off. */
  nextAt: ms.nullable(),
  /** The start of the backup that runs now. */
  runningSince: ms.nullable(),
  /** Null when no backup has ended yet. */
  last: backupResultSchema.nullable(),
  /** The backups in the folder, newest first. */
  backups: z.array(backupFileSchema),
})
export type BackupOverview = z.output<typeof backups>

export const getBackupOverview = defineEndpoint({
  method: 'GET',
  path: '/api/desk/backups',
  access: 'admin',
  replies: { 200: backups },
})

export const setBackupSchedule = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/backups',
  access: 'admin',
  body: schedule,
  replies: { 200: backups },
  errors: ['time_zone_unknown'],
})

/** Starts a backup now. The reply does not wait until the backup is complete. */
export const startBackup = defineEndpoint({
  method: 'POST',
  path: '/api/desk/backups',
  access: 'admin',
  replies: { 202: backups },
  errors: ['backup_running'],
})
