import { setTimeout as wait } from 'node:timers/promises'
import { HOUR_MS, SECOND_MS } from '#contract/limits.ts'
import { type Delivery, deleteOldMail, deliverDue } from './deliver.ts'

const PAUSE_MS = SECOND_MS
/** After a failure of the database, so that the log is not full of it. */
const LONG_PAUSE_MS = 30 * SECOND_MS
const STOP_GRACE_MS = 5 * SECOND_MS

export interface OutboxWorker {
  /** Takes nothing more in hand; resolves when what is in hand is dealt with, or after 5 s. */
  stop: () => Promise<void>
}

/** Looks every second for what is due, which is one look into an index, and delivers it until it is stopped. */
export function startOutbox(delivery: Delivery): OutboxWorker {
  const stopping = new AbortController()
  const running = work(delivery, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await Promise.race([running, wait(STOP_GRACE_MS, undefined, { ref: false })])
    },
  }
}

async function work(delivery: Delivery, signal: AbortSignal): Promise<void> {
  let cleanedAt = 0
  while (!signal.aborted) {
    let pause = PAUSE_MS
    try {
      if ((await deliverDue(delivery)) > 0) continue
      if (Date.now() - cleanedAt > HOUR_MS) {
        await deleteOldMail(delivery.db)
        cleanedAt = Date.now()
      }
    } catch (error) {
      delivery.log.error({ err: error }, 'the outbox cannot work')
      pause = LONG_PAUSE_MS
    }
    await wait(pause, undefined, { signal, ref: false }).catch(() => {})
  }
}
