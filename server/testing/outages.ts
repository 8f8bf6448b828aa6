import { test } from 'vitest'

/** Takes the database away for as long as what is given takes. */
export type Away = <T>(meanwhile: () => Promise<T>) => Promise<T>

/**
 * Defines a test for each scenario. They all go through one outage at the same time, because nearly all they do is wait:
 * it begins when each of them has asked for it, and ends when each has done what it does meanwhile. The first test that
 * runs waits for all.
 */
export function testTogether(takeAway: Away, scenarios: Record<string, (away: Away) => Promise<void>>): void {
  const runAll = async () => {
    const [down, up] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const runs = Object.entries(scenarios).map(([title, scenario]) => {
      const [ready, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const away: Away = async (meanwhile) => {
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
        // After a failure the others go on.
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
 * Measures the milliseconds until it is called again. A turn that this process gets late counts as 50 ms at most: what a
 * loaded machine keeps waiting is not what waits for Postgres.
 */
export function startWatch(): () => number {
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
