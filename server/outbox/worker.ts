import { setTimeout as wait } from 'node:timers/promises'
import type { Backplane } from '@hobohat/hub'
import { HOUR_MS, SECOND_MS } from '#contract/limits.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import { type Job, repeat } from '../jobs/repeat.ts'
import { type Delivery, deleteOldWork, deliverDue, nextDueAt, type Sender } from './deliver.ts'
import { onWork, type Work } from './wake.ts'

/** How long work waits at most of which this process has not heard: another one has left it, and could not say so. */
const PAUSE_MS = 30 * SECOND_MS
/** After a failure of the database, so that the log is not full of it. */
const LONG_PAUSE_MS = 30 * SECOND_MS
/** While there is no database, which may be back at any moment. */
const UNAVAILABLE_PAUSE_MS = 5 * SECOND_MS
const STOP_GRACE_MS = 5 * SECOND_MS

/** Where processes tell one another of work, by its kind. */
const TOPIC = 'outbox'

interface Outbox extends Pick<Delivery, 'db' | 'log'> {
  /** One for each kind of work: they do not wait for one another. */
  senders: readonly Sender[]
  /** What else is due by the clock. */
  jobs?: readonly Job[]
  /** The link between several processes: a commit of one wakes the workers of all. */
  backplane?: Backplane | undefined
  /** Told of what breaks. */
  report?: (error: unknown) => void
}

export interface OutboxWorker {
  /** Takes nothing more in hand; resolves when what is in hand is dealt with, or after 5 s. */
  stop: () => Promise<void>
}

/** Does what is due until it is stopped: as soon as it has been committed, and what is due later when its time comes. */
export function startOutbox({ db, log, senders, jobs = [], backplane, report }: Outbox): OutboxWorker {
  let isAway = false
  const failed = (error: unknown) => {
    if (error instanceof DatabaseUnavailable) {
      // Once for each outage: every job would say so every few seconds.
      if (!isAway) log.warn({ err: error }, 'the outbox waits for the database')
      isAway = true
      return UNAVAILABLE_PAUSE_MS
    }
    log.error({ err: error }, 'the outbox cannot work')
    report?.(error)
    return LONG_PAUSE_MS
  }
  const worked = () => {
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
  const repetitions = all.map((job) => ({ ...repeat(job, { worked, failed }), wokenBy: job.wokenBy }))

  const wake = (work: string) => {
    for (const { wokenBy, wake } of repetitions) if (wokenBy === work) wake()
  }
  const forget = onWork(db, (work) => {
    wake(work)
    void backplane?.publish(TOPIC, Buffer.from(work))
  })
  backplane?.subscribe(TOPIC, (bytes) => wake(Buffer.from(bytes).toString())).catch(failed)

  return {
    stop: async () => {
      forget()
      const stopped = Promise.all(repetitions.map(({ stop }) => stop()))
      await Promise.race([stopped, wait(STOP_GRACE_MS, undefined, { ref: false })])
    },
  }
}
