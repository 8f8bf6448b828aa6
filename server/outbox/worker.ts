import { setTimeout as wait } from 'node:timers/promises'
import { HOUR_MS, SECOND_MS } from '#contract/limits.ts'
import { type Courier, type Delivery, deleteOldWork, deliverDue } from './deliver.ts'

const PAUSE_MS = SECOND_MS
/** After a failure of the database, so that the log is not full of it. */
const LONG_PAUSE_MS = 30 * SECOND_MS
const STOP_GRACE_MS = 5 * SECOND_MS

/** What is done again and again. */
export interface Chore {
  everyMs: number
  /** @returns true when there is more to do at once */
  run: () => Promise<unknown>
}

interface Outbox extends Pick<Delivery, 'db' | 'log'> {
  /** One for each kind of work: they do not wait for one another. */
  couriers: readonly Courier[]
  /** What else is due by the clock. */
  chores?: readonly Chore[]
  /** Told of what breaks. */
  report?: (error: unknown) => void
}

export interface OutboxWorker {
  /** Takes nothing more in hand; resolves when what is in hand is dealt with, or after 5 s. */
  stop: () => Promise<void>
}

/** Looks every second for what is due, which is one look into an index for each kind, and does it until it is stopped. */
export function startOutbox({ db, log, couriers, chores = [], report }: Outbox): OutboxWorker {
  const stopping = new AbortController()
  const failed = (error: unknown) => {
    log.error({ err: error }, 'the outbox cannot work')
    report?.(error)
  }
  const all: Chore[] = [
    ...couriers.map((courier) => ({
      everyMs: PAUSE_MS,
      run: async () => (await deliverDue({ db, courier, log })) > 0,
    })),
    { everyMs: HOUR_MS, run: () => deleteOldWork(db) },
    ...chores,
  ]
  const running = Promise.all(all.map((chore) => work(chore, failed, stopping.signal)))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.race([running, wait(STOP_GRACE_MS, undefined, { ref: false })])
    },
  }
}

async function work({ everyMs, run }: Chore, failed: (error: unknown) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let pause = everyMs
    try {
      if ((await run()) === true) continue
    } catch (error) {
      failed(error)
      pause = LONG_PAUSE_MS
    }
    await wait(pause, undefined, { signal, ref: false }).catch(() => {})
  }
}
