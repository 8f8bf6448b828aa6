import { setTimeout as wait } from 'node:timers/promises'
import { HOUR_MS, SECOND_MS } from '#contract/limits.ts'
import { type Delivery, deleteOldMail, deliverDue } from './deliver.ts'

const PAUSE_MS = SECOND_MS
/** After a failure of the database, so that the log is not full of it. */
const LONG_PAUSE_MS = 30 * SECOND_MS
const STOP_GRACE_MS = 5 * SECOND_MS

export interface OutboxWorker {
  /** Takes nothing more in hand, and resolves when what is being sent is sent, or after 5 s. */
  stop: () => Promise<void>
}

/** Looks every second for what is due, which is one query of an index, and delivers it. */
export function startOutbox(delivery: Delivery): OutboxWorker {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    let cleanedAt = 0
    while (!signal.aborted) {
      const pause = await work().catch((error) => {
        delivery.log.error({ err: error }, 'the outbox cannot work')
        return LONG_PAUSE_MS
      })
      await wait(pause, undefined, { signal, ref: false }).catch(() => {})
    }
    async function work() {
      while (!signal.aborted && (await deliverDue(delivery)) > 0);
      if (Date.now() - cleanedAt > HOUR_MS) {
        await deleteOldMail(delivery.db)
        cleanedAt = Date.now()
      }
      return PAUSE_MS
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await Promise.race([running, wait(STOP_GRACE_MS, undefined, { ref: false })])
    },
  }
}
