/** The source of time of the hub. Tests replace it. */
export interface Clock {
  /** Milliseconds since some fixed moment; Date.now() for the real clock. */
  now(): number
  /** Runs `task` once after `ms` milliseconds. Returns a function that cancels it. Never keeps the process alive. */
  after(ms: number, task: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
