import * as z from 'zod'
import { type BackupResult, type BackupSchedule, backupResult, setBackupSchedule } from '#contract/backups.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import type { DatabaseOrTx } from '../../db/database.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'

const STATE_KEY = 'backups.state'
const SCHEDULE_KEY = 'backups.schedule'

/** How long a claim lasts after its last renewal. This releases the claim of a killed process. */
const CLAIM_MS = 2 * MINUTE_MS
/** The interval in which the process that makes a backup renews its claim. */
export const CLAIM_RENEWAL_INTERVAL_MS = MINUTE_MS / 2

const state = z.object({
  runningSince: z.int().nullable(),
  claimedUntil: z.int(),
  last: backupResult.nullable(),
})
type State = z.output<typeof state>

/** `changedAt`: when the schedule was changed; scheduled times before it cause no backup. */
const storedSchedule = setBackupSchedule.body.extend({ changedAt: z.int() })
export type StoredSchedule = z.output<typeof storedSchedule>

const noState: State = { runningSince: null, claimedUntil: 0, last: null }
const noSchedule: StoredSchedule = { isOn: false, time: '03:00', timeZone: 'UTC', keep: 7, changedAt: 0 }

/** Reads the result of the last backup, and the time when the running backup started. */
export async function readBackupState(db: DatabaseOrTx): Promise<Pick<State, 'runningSince' | 'last'>> {
  const { runningSince, claimedUntil, last } = parseState(await readSetting(db, STATE_KEY))
  return { runningSince: claimedUntil > Date.now() ? runningSince : null, last }
}

/**
 * Claims the making of a backup for this process.
 * @returns false when another process is making a backup
 */
export async function claimBackup(db: DatabaseOrTx): Promise<boolean> {
  const now = Date.now()
  const stored = await readSetting(db, STATE_KEY)
  const before = parseState(stored)
  if (before.claimedUntil > now) return false
  const claimed: State = { ...before, runningSince: now, claimedUntil: now + CLAIM_MS }
  if (stored === undefined) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('settings')
      .values({ key: STATE_KEY, value: JSON.stringify(claimed) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  // Changes the row only while it has the value that was read, so that only one of two processes gets the claim.
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: JSON.stringify(claimed) })
    .where('key', '=', STATE_KEY)
    .where('value', '=', JSON.stringify(stored))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Renews the claim of this process. */
export async function renewClaim(db: DatabaseOrTx): Promise<void> {
  const before = parseState(await readSetting(db, STATE_KEY))
  await writeSetting(db, STATE_KEY, { ...before, claimedUntil: Date.now() + CLAIM_MS } satisfies State)
}

/** Ends the claim of this process. @param result null when the backup was interrupted; it will run again */
export async function releaseClaim(db: DatabaseOrTx, result: BackupResult | null): Promise<void> {
  const { last } = parseState(await readSetting(db, STATE_KEY))
  await writeSetting(db, STATE_KEY, { ...noState, last: result ?? last } satisfies State)
}

/** Reads the schedule; it is switched off on a new site. */
export async function readSchedule(db: DatabaseOrTx): Promise<StoredSchedule> {
  const parsed = storedSchedule.safeParse(await readSetting(db, SCHEDULE_KEY))
  return parsed.data ?? noSchedule
}

export const writeSchedule = (db: DatabaseOrTx, schedule: BackupSchedule): Promise<void> =>
  writeSetting(db, SCHEDULE_KEY, { ...schedule, changedAt: Date.now() } satisfies StoredSchedule)

const parseState = (stored: unknown): State => state.safeParse(stored).data ?? noState
