import * as z from 'zod'
import { type BackupSchedule, backupResultSchema, setBackupSchedule } from '#contract/backups.ts'
import type { DatabaseOrTx } from '../../db/database.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import { createWorkLease } from '../../db/work-lease.ts'

const SCHEDULE_KEY = 'backups.schedule'

/** The lease for making a backup. Its result is the result of the last backup. */
export const backupLease = createWorkLease('backups.state', backupResultSchema)

/** `changedAt`: when the schedule was changed; scheduled times before it cause no backup. */
const storedSchedule = setBackupSchedule.body.extend({ changedAt: z.int() })
export type StoredSchedule = z.output<typeof storedSchedule>

const noSchedule: StoredSchedule = { isOn: false, time: '03:00', timeZone: 'UTC', keep: 7, changedAt: 0 }

/** Reads the schedule; it is switched off on a new site. */
export async function readSchedule(db: DatabaseOrTx): Promise<StoredSchedule> {
  const parsed = storedSchedule.safeParse(await readSetting(db, SCHEDULE_KEY))
  return parsed.data ?? noSchedule
}

export const writeSchedule = (db: DatabaseOrTx, schedule: BackupSchedule): Promise<void> =>
  writeSetting(db, SCHEDULE_KEY, { ...schedule, changedAt: Date.now() } satisfies StoredSchedule)
