import { setTimeout as wait } from 'node:timers/promises'
import type { Backplane } from '@hobohat/hub'
import { HOUR_MS, SECOND_MS } from '#contract/limits.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import { type Courier, type Delivery, deleteOldWork, deliverDue, nextDueAt } from './deliver.ts'
import { type Chore, repeat } from './repeat.ts'
import { onWork } from './wake.ts'

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
  couriers: readonly Courier[]
  /** What else is due by the clock. */
  chores?: readonly Chore[]
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
export function startOutbox({ db, log, couriers, chores = [], backplane, report }: Outbox): OutboxWorker {
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
  const all: Chore[] = [
    ...couriers.map((courier) => ({
      everyMs: PAUSE_MS,
      wokenBy: courier.kind,
      run: async () => (await deliverDue({ db, courier, log })) > 0,
      nextAt: (until: number) => nextDueAt(db, courier.kind, until),
    })),
    { everyMs: HOUR_MS, run: () => deleteOldWork(db) },
    ...chores,
  ]
  const repetitions = all.map((chore) => ({ ...repeat(chore, { worked, failed }), wokenBy: chore.wokenBy }))

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
