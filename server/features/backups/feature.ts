import type { BackupOverview } from '#contract/backups.ts'
import * as calls from '#contract/backups.ts'
import { recordAction } from '../../db/audit-log.ts'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../../http/failures.ts'
import { isTimeZone } from '../../http/time-zone.ts'
import { defineFeature, type InboxSource } from '../define-feature.ts'
import { type BackupStore, type BackupsContext, createBackupRunner } from './backup-runner.ts'
import { backupLease, readSchedule, writeSchedule } from './backup-state.ts'
import { findNextScheduledTime } from './schedule.ts'

/**
 * The scheduled backups of the site. Admins choose when backups are made and how many are kept. Only the environment
 * chooses the folder, so that nobody at the desk can write elsewhere on the server.
 */
export function createBackupsFeature(context: BackupsContext) {
  const { db, store } = context
  const runner = createBackupRunner(context)
  const present = () => presentBackups(db, store)
  return defineFeature({
    name: 'backups',
    switchedBy: 'accounts',
    routes: ({ scope, bind }) => {
      scope.addHook('onClose', runner.stop)

      bind(calls.getBackupOverview, present)
      bind(calls.setBackupSchedule, async ({ body, actor }) => {
        if (!isTimeZone(body.timeZone)) throw new Refusal('time_zone_unknown')
        await db.transaction().execute(async (tx) => {
          await writeSchedule(tx, body)
          const detail = body.isOn ? `daily at ${body.time} ${body.timeZone}, ${body.keep} kept` : 'off'
          await recordAction(tx, {
            actor,
            action: 'backups scheduled',
            target: { id: null, name: 'the backups' },
            detail,
          })
        })
        return present()
      })
      bind(calls.startBackup, async ({ actor }) => {
        if (!(await runner.start())) throw new Refusal('backup_running')
        const target = { id: null, name: 'a backup' }
        await recordAction(db, { actor, action: 'backup started', target })
        return present()
      })
    },
    jobs: [runner.job],
    // A backup gets its final name only after a copy of it was restored as a check.
    setupChecks: {
      backup: async () => {
        const [latest] = store.list()
        return { isDone: latest !== undefined, findings: latest ? { backupAt: latest.createdAt } : {} }
      },
    },
    inbox: [backupInbox],
  })
}

/** The last backup, when it has failed and no backup is running. */
const backupInbox: InboxSource = {
  kind: 'backup',
  count: async (db) => (await backupInbox.list(db)).shown.length,
  list: async (db) => {
    const { runningSince, last } = await backupLease.read(db)
    if (!last?.problem || runningSince !== null) return { shown: [], damaged: undefined }
    const item = {
      kind: 'backup',
      id: 'backup',
      at: last.endedAt,
      title: '',
      text: last.problem,
      to: '/desk/backups',
    } as const
    return { shown: [item], damaged: undefined }
  },
}

/** Returns the schedule, the last result and the existing backups. */
async function presentBackups(db: Database, { folder, list }: BackupStore): Promise<BackupOverview> {
  const { changedAt: _, ...schedule } = await readSchedule(db)
  const { runningSince, last } = await backupLease.read(db)
  const nextAt = schedule.isOn ? findNextScheduledTime(schedule, Date.now()) : null
  return { folder, schedule, nextAt, runningSince, last, backups: list() }
}
