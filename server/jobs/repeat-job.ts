/** A job that runs repeatedly. */
export interface Job {
  /** The longest pause between two runs. */
  everyMs: number
  /** @returns true when there is more work, so that the next run follows without a pause */
  run: () => Promise<unknown>
  /** Returns the time when the next run is due, or null when that is after `until`. The pause ends at that time. */
  nextAt?: (until: number) => Promise<number | null>
}

interface Callbacks {
  onSuccess: () => void
  /** Called with the error of a run. @returns the pause after it in milliseconds, which `wake` does not end */
  onError: (error: unknown) => number
}

/** Runs a job now, whenever it is woken, when its next run is due, and at the latest after its pause. */
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
      const until = Date.now() + everyMs
      const next = hasMore ? null : await nextAt?.(until)
      hasFailed = false
      onSuccess()
      return hasMore ? 0 : (next ?? until) - Date.now()
    } catch (error) {
      hasFailed = true
      pause = Promise.withResolvers()
      return onError(error)
    }
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
