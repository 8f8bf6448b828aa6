/** The source of time of the hub. Tests replace it. */
export interface Clock {
  /** Milliseconds since some fixed moment; Date.now() for the real clock. */
  now(): number
  /** Runs `task` once after `ms` milliseconds. Returns a function that cancels it. Never keeps the process alive. */
  after(ms: number, task: () => void): () => void
}

/** The longest time of `setTimeout`, about 25 days. Node runs a task with a longer time after one millisecond. */
const TIMER_MS_MAX = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, Math.min(ms, TIMER_MS_MAX))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
