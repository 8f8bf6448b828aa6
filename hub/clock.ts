/** Where the hub takes its time from, so that tests can pass it by hand. */
export interface Clock {
  /** Milliseconds since some fixed moment; Date.now() for the real clock. */
  now(): number
  /** Runs `task` once after `ms` milliseconds. Returns a function that calls it off. Never keeps the process alive. */
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
