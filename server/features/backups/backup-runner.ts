import type { FastifyBaseLogger } from 'fastify'
import type { BackupResult, BackupSummary } from '#contract/backups.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { findLatestPastTime } from '../../backups/backup-folder.ts'
import type { Database } from '../../db/database.ts'
import type { WorkClaim } from '../../db/work-lease.ts'
import type { Job } from '../../jobs/repeat-job.ts'
import { notifyAdmins } from '../../outbox/notify-admins.ts'
import { backupLease, readSchedule } from './backup-state.ts'
import { findLastScheduledTime, findNextScheduledTime } from './schedule.ts'

/** The folder of scheduled backups. */
export interface BackupStore {
  folder: string
  list: () => BackupSummary[]
  /**
   * Makes and checks a backup, and deletes the oldest ones.
   * @param keep how many backups remain
   * @throws {Error} with a message that says why there is no new backup
   */
  make: (keep: number, signal: AbortSignal) => Promise<BackupSummary>
}

export interface BackupsContext {
  db: Database
  origin: string
  store: BackupStore
  log: FastifyBaseLogger
  reportFailure: (operation: string, message: string) => (error: unknown) => void
}

/** Makes backups, one at a time in all processes of the site, and records the result of each. */
export function createBackupRunner({ db, origin, store, log, reportFailure }: BackupsContext) {
  const onError = reportFailure('backups', 'a backup was not recorded')
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  /** Makes the backup that this process has claimed, and notifies admins when it fails. */
  async function run(claim: WorkClaim<BackupResult>): Promise<void> {
    const startedAt = Date.now()
    // Reads the schedule before the renewals of the claim start: if the database does not answer, the claim must
    // expire.
    const { keep } = await readSchedule(db)
    const result = await claim
      .renewDuring(() => store.make(keep, stopping.signal), onError)
      .then(
        (backup) => ({ backup, problem: null }),
        (error: Error) => ({ backup: null, problem: error.message }),
      )
    if (stopping.signal.aborted) {
      // Without a result, the backup will run again.
      await claim.release(db)
      return
    }
    if (result.problem !== null) log.error({ reason: result.problem }, 'a backup has failed')
    await record(claim, { startedAt, endedAt: Date.now(), ...result })
  }

  const record = (claim: WorkClaim<BackupResult>, result: BackupResult): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await claim.release(tx, result)
      if (result.problem === null) return
      await notifyAdmins(tx, origin, {
        counter: 'backup-mails',
        title: 'A backup has failed',
        summary: result.problem,
        paragraphs: [result.problem, 'The earlier backups are still there.'],
        url: '/desk/backups',
        tag: 'backup',
        note: 'You get a mail for each backup that fails.',
      })
    })

  /**
   * Starts a backup. @returns false when another backup is running; otherwise `ended` resolves at the end of the backup
   */
  async function start(): Promise<false | { ended: Promise<void> }> {
    const claim = await backupLease.claim(db)
    if (!claim) return false
    running = run(claim).catch(onError)
    return { ended: running }
  }

  const job: Job = {
    everyMs: MINUTE_MS,
    run: async () => {
      const { isOn, changedAt, ...times } = await readSchedule(db)
      if (!isOn || stopping.signal.aborted) return
      const { last } = await backupLease.read(db)
      const now = Date.now()
      // A scheduled time that passed while the site was down still causes a backup. Stored times in the future are
      // ignored; otherwise they would prevent all backups until then.
      if (findLastScheduledTime(times, now) <= findLatestPastTime([changedAt, last?.startedAt ?? 0], now)) return
      const started = await start()
      if (started) await started.ended
    },
    nextAt: async (until) => {
      const { isOn, ...times } = await readSchedule(db)
      if (!isOn) return null
      const next = findNextScheduledTime(times, Date.now())
      return next <= until ? next : null
    },
  }

  return {
    job,
    start,
    /** Interrupts a running backup; resolves when its claim has ended. */
    stop: async (): Promise<void> => {
      stopping.abort()
      await running
    },
  }
}
