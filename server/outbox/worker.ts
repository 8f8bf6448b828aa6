import { setTimeout as wait } from 'node:timers/promises'
import type { Backplane } from '@hobohat/hub'
import { HOUR_MS, SECOND_MS } from '#contract/limits.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import { type Job, repeat } from '../jobs/repeat.ts'
import { type Delivery, deleteOldWork, deliverDue, nextDueAt, type Sender } from './deliver.ts'
import { onWork, type Work } from './outbox.ts'

/** The longest time until this process finds work of another process that could not wake it. */
const PAUSE_MS = 30 * SECOND_MS
/** The pause after a failure, so that it does not fill the log. */
const LONG_PAUSE_MS = 30 * SECOND_MS
/** The pause while the database is unavailable. */
const UNAVAILABLE_PAUSE_MS = 5 * SECOND_MS
const STOP_GRACE_MS = 5 * SECOND_MS

/** The topic by which processes wake one another, with the kind of work. */
const TOPIC = 'outbox'

interface Outbox extends Pick<Delivery, 'db' | 'log'> {
  senders: readonly Sender[]
  jobs?: readonly Job[]
  /** The link between processes: a commit of one process wakes the workers of all processes. */
  backplane?: Backplane | undefined
  report?: (error: unknown) => void
}

/** Starts the worker, which delivers work after its commit, and delayed work at its time, until it is stopped. */
export function startOutbox({ db, log, senders, jobs = [], backplane, report }: Outbox) {
  let isAway = false
  const onError = (error: unknown) => {
    if (error instanceof DatabaseUnavailable) {
      // Logs each outage once, because every job fails every few seconds.
      if (!isAway) log.warn({ err: error }, 'the outbox waits for the database')
      isAway = true
      return UNAVAILABLE_PAUSE_MS
    }
    log.error({ err: error }, 'the outbox cannot work')
    report?.(error)
    return LONG_PAUSE_MS
  }
  const onSuccess = () => {
    if (isAway) log.info({}, 'the database is back')
    isAway = false
  }
  const all: (Job & { wokenBy?: Work })[] = [
    ...senders.map((sender) => ({
      everyMs: PAUSE_MS,
      wokenBy: sender.kind,
      run: async () => (await deliverDue({ db, sender, log })) > 0,
      nextAt: (until: number) => nextDueAt(db, sender.kind, until),
    })),
    { everyMs: HOUR_MS, run: () => deleteOldWork(db) },
    ...jobs,
  ]
  const repetitions = all.map((job) => ({ ...repeat(job, { onSuccess, onError }), wokenBy: job.wokenBy }))

  const wake = (work: string) => {
    for (const { wokenBy, wake } of repetitions) if (wokenBy === work) wake()
  }
  const forget = onWork(db, (work) => {
    wake(work)
    void backplane?.publish(TOPIC, Buffer.from(work))
  })
  backplane?.subscribe(TOPIC, (bytes) => wake(Buffer.from(bytes).toString())).catch(onError)

  return {
    /** Claims no more work; resolves when claimed work is finished, or after 5 s. */
    stop: async () => {
      forget()
      const stopped = Promise.all(repetitions.map(({ stop }) => stop()))
      await Promise.race([stopped, wait(STOP_GRACE_MS, undefined, { ref: false })])
    },
  }
}
