/** A job that is run again and again. */
export interface Job {
  /** The longest pause between two runs. */
  everyMs: number
  /** @returns true when there is more to do at once */
  run: () => Promise<unknown>
  /** Finds when the next of it is due, where that is not after `until`, so that the pause ends then. */
  nextAt?: (until: number) => Promise<number | null>
}

export interface Repetition {
  /** Ends the pause. A run that has begun is followed by another one without a pause. */
  wake: () => void
  /** Begins no more runs; resolves when the one that has begun is over. */
  stop: () => Promise<void>
}

interface Watch {
  /** Told of each run that went well. */
  worked: () => void
  /** Told of what a run throws. @returns how long to pause then (ms), whoever wakes it */
  failed: (error: unknown) => number
}

/** Runs a job now, whenever it is woken, when it says that something is due, and at the latest after its pause. */
export function repeat({ everyMs, run, nextAt }: Job, { worked, failed }: Watch): Repetition {
  let isStopping = false
  let hasFailed = false
  let pause = Promise.withResolvers<void>()

  async function work(): Promise<void> {
    while (!isStopping) {
      // Before the run: what wakes it meanwhile may have come too late to be seen by it.
      pause = Promise.withResolvers()
      const pauseMs = await runOnce()
      if (isStopping || pauseMs <= 0) continue
      const timer = setTimeout(pause.resolve, pauseMs)
      timer.unref()
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
      worked()
      return hasMore ? 0 : (next ?? until) - Date.now()
    } catch (error) {
      hasFailed = true
      pause = Promise.withResolvers()
      return failed(error)
    }
  }

  const working = work()
  return {
    wake: () => {
      if (!hasFailed) pause.resolve()
    },
    stop: () => {
      isStopping = true
      pause.resolve()
      return working
    },
  }
}
