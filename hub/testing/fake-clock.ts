import type { Clock } from '../clock.ts'

/** A clock that stands still until it is advanced. */
export interface FakeClock extends Clock {
  /**
   * Advances the time by `ms` milliseconds and runs the due tasks in order. Does not wait for promises of the tasks.
   */
  advance(ms: number): void
}

export function createFakeClock(start = 1_000_000): FakeClock {
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
