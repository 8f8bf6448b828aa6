import { test } from 'vitest'

/** Stops the database while the given function runs. */
export type RunDuringOutage = <T>(meanwhile: () => Promise<T>) => Promise<T>

/**
 * Defines a test for each scenario. All scenarios share one outage, because each scenario spends most of its time
 * waiting. The outage begins when all scenarios have requested it. It ends when all scenarios have run their functions.
 * The first test waits for all scenarios.
 */
export function defineOutageTests(
  takeAway: RunDuringOutage,
  scenarios: Record<string, (away: RunDuringOutage) => Promise<void>>,
): void {
  const runAll = async () => {
    const [down, up] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const runs = Object.entries(scenarios).map(([title, scenario]) => {
      const [ready, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const away: RunDuringOutage = async (meanwhile) => {
        ready.resolve()
        await down.promise
        try {
          return await meanwhile()
        } finally {
          done.resolve()
          await up.promise
        }
      }
      const end = scenario(away).finally(() => {
        // After a failure, the other scenarios need not wait for this scenario.
        ready.resolve()
        done.resolve()
      })
      return { title, ready: ready.promise, done: done.promise, end }
    })
    const ends = Promise.allSettled(runs.map(({ end }) => end))
    await Promise.all(runs.map(({ ready }) => ready))
    await takeAway(async () => {
      down.resolve()
      await Promise.all(runs.map(({ done }) => done))
    })
    up.resolve()
    await ends
    return new Map(runs.map(({ title, end }) => [title, end]))
  }
  let all: ReturnType<typeof runAll> | undefined
  for (const title of Object.keys(scenarios)) {
    test(title, async () => {
      all ??= runAll()
      await (await all).get(title)
    })
  }
}

/**
 * Starts a stopwatch, and returns a function that gives the elapsed milliseconds. A delay of the event loop counts as
 * at most 50 ms, so that the delays of a busy machine do not count as waiting for Postgres.
 */
export function startStopwatch(): () => number {
  let [elapsed, last] = [0, performance.now()]
  const count = () => {
    const now = performance.now()
    elapsed += Math.min(now - last, 50)
    last = now
  }
  const timer = setInterval(count, 10)
  return () => {
    clearInterval(timer)
    count()
    return elapsed
  }
}
