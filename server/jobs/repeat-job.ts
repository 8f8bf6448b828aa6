import { SECOND_MS } from '#contract/limits.ts'
import type { WorkKind } from '../outbox/outbox.ts'

/**
 * The pause when the next run is due immediately after a run. This happens when the job could not do its work: for
 * example, it could not reject a damaged order.
 */
const OVERDUE_PAUSE_MS = SECOND_MS

/** A job that runs repeatedly. */
export interface Job {
  /** A commit that adds this kind of work wakes the job (`wakeWorkerAfterCommit`). */
  work?: WorkKind
  /** The longest pause between two runs. */
  everyMs: number
  /** @returns true when there is more work, so that the next run follows without a pause */
  run: () => Promise<unknown>
  /** Returns the time when the next run is due, or null when that is after `until`. The pause ends at that time. */
  nextAt?: (until: number) => Promise<number | null>
}

interface Callbacks {
  onSuccess: () => void
  /**
   * Called with the error of a run.
   * @returns the pause after the failed run in milliseconds; `wake` does not end this pause
   */
  onError: (error: unknown) => number
}

/** Runs a job now, whenever it is woken, when its next run is due, and at the latest `everyMs` after its last run. */
export function repeatJob({ everyMs, run, nextAt }: Job, { onSuccess, onError }: Callbacks) {
  let isStopping = false
  let hasFailed = false
  let pause = Promise.withResolvers<void>()

  async function work(): Promise<void> {
    while (!isStopping) {
      // Set before the run, because work that arrives during the run may be too late for that run.
      pause = Promise.withResolvers()
      const pauseMs = await runOnce()
      if (isStopping || pauseMs <= 0) continue
      const timer = setTimeout(pause.resolve, pauseMs).unref()
      await pause.promise
      clearTimeout(timer)
    }
  }

  async function runOnce(): Promise<number> {
    try {
      const hasMore = (await run()) === true
      const pauseMs = hasMore ? 0 : await findPause()
      hasFailed = false
      onSuccess()
      return pauseMs
    } catch (error) {
      hasFailed = true
      pause = Promise.withResolvers()
      return onError(error)
    }
  }

  async function findPause(): Promise<number> {
    const until = Date.now() + everyMs
    const next = (await nextAt?.(until)) ?? until
    const pauseMs = next - Date.now()
    return pauseMs > 0 ? pauseMs : Math.min(everyMs, OVERDUE_PAUSE_MS)
  }

  const working = work()
  return {
    /** Ends the pause. If a run is active, another one follows without a pause. */
    wake: () => {
      if (!hasFailed) pause.resolve()
    },
    /** Starts no more runs; resolves when the active run has ended. */
    stop: () => {
      isStopping = true
      pause.resolve()
      return working
    },
  }
}
