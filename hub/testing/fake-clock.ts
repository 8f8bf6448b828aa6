import type { Clock } from '../clock.ts'

/** A clock that stands still until it is moved. */
export interface FakeClock extends Clock {
  /** Lets `ms` milliseconds pass, running what falls due in order. What that sets in motion runs later, as ever. */
  advance(ms: number): void
}

/** A clock for tests. */
export function fakeClock(start = 1_000_000): FakeClock {
  let now = start
  let tasks: { at: number; task: () => void }[] = []
  return {
    now: () => now,
    after(ms, task) {
      const entry = { at: now + ms, task }
      tasks.push(entry)
      return () => {
        tasks = tasks.filter((other) => other !== entry)
      }
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const due = tasks.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        tasks = tasks.filter((other) => other !== due)
        now = due.at
        due.task()
      }
      now = end
    },
  }
}
