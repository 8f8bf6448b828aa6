import { setTimeout as wait } from 'node:timers/promises'
import type { Backplane } from '@hobohat/hub'
import { HOUR_MS, SECOND_MS } from '#contract/limits.ts'
import { writeProbeRow } from '../db/check-writable.ts'
import { DatabaseUnavailableError } from '../db/unavailable.ts'
import { leadAlone, type RunAsLeader } from '../jobs/leader.ts'
import { type Job, repeatJob } from '../jobs/repeat-job.ts'
import { type DeliveryContext, deleteOldWork, deliverDue, findNextDueTime, type OutboxSender } from './deliver.ts'
import { onWorkAdded } from './outbox.ts'

/** The longest time until this process finds the work of another process, when the wake-up message did not arrive. */
const PAUSE_MS = 30 * SECOND_MS
/** The pause after a failure, so that repeated failures do not fill the log. */
const LONG_PAUSE_MS = 30 * SECOND_MS
/** The pause while the database is unavailable. */
const UNAVAILABLE_PAUSE_MS = 5 * SECOND_MS
const STOP_GRACE_MS = 5 * SECOND_MS

/** The topic on which a process sends the kind of added work, to wake the other processes. */
const TOPIC = 'outbox'

interface Outbox extends Pick<DeliveryContext, 'db' | 'log'> {
  senders: readonly OutboxSender[]
  jobs?: readonly Job[]
  /** Jobs that run only in the leader, one process of the site. */
  leaderJobs?: readonly Job[]
  lead?: RunAsLeader
  /** The link between processes: a commit of one process wakes the workers of all processes. */
  backplane?: Backplane | undefined
  report?: (error: unknown) => void
}

/** Starts the worker, which delivers work after the commit that added it, and delayed work when it is due. */
export function startBackgroundWorker({
  db,
  log,
  senders,
  jobs = [],
  leaderJobs = [],
  lead = leadAlone,
  backplane,
  report,
}: Outbox) {
  let isAway = false
  const onError = (error: unknown) => {
    if (error instanceof DatabaseUnavailableError) {
      // Logs each outage once, because every job fails every few seconds.
      if (!isAway) log.warn({ err: error }, 'the outbox waits for the database')
      isAway = true
      return UNAVAILABLE_PAUSE_MS
    }
    log.error({ err: error }, 'the outbox cannot work')
    report?.(error)
    return LONG_PAUSE_MS
  }
  let isChecking = false
  const onSuccess = () => {
    if (!isAway || isChecking) return
    isChecking = true
    // A run can succeed without a write: it may find no work, or read from a deleted file that is still open.
    const check = writeProbeRow(db).then(() => {
      isAway = false
      log.info({}, 'the database is back')
    })
    check
      .catch(() => {})
      .finally(() => {
        isChecking = false
      })
  }
  /** Starts jobs. `stop` stops them and waits for their end. */
  const start = (jobs: readonly Job[]) => {
    const repetitions = jobs.map((job) => ({ ...job, ...repeatJob(job, { onSuccess, onError }) }))
    return {
      wake: (added: string) => {
        for (const { work, wake } of repetitions) if (work === added) wake()
      },
      stop: () => Promise.all(repetitions.map(({ stop }) => stop())),
    }
  }
  const deliveries = senders.map(
    (sender): Job => ({
      work: sender.kind,
      everyMs: PAUSE_MS,
      run: async () => (await deliverDue({ db, sender, log, report })) > 0,
      nextAt: (until) => findNextDueTime(db, sender.kind, until),
    }),
  )
  const { wake, stop } = start([...deliveries, ...jobs])
  const endLeaderJobs = lead(() => start([{ everyMs: HOUR_MS, run: () => deleteOldWork(db) }, ...leaderJobs]).stop)

  const forget = onWorkAdded(db, (work) => {
    wake(work)
    void backplane?.publish(TOPIC, Buffer.from(work))
  })
  backplane?.subscribe(TOPIC, (bytes) => wake(Buffer.from(bytes).toString())).catch(onError)

  return {
    /** Claims no more work; resolves when claimed work is finished, or after 5 s. */
    stop: async () => {
      forget()
      const stopped = Promise.all([stop(), endLeaderJobs()])
      await Promise.race([stopped, wait(STOP_GRACE_MS, undefined, { ref: false })])
    },
  }
}
