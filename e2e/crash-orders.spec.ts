import { expect, test } from '@playwright/test'
import { chooseByRun, soakSeed } from '#contract/testing/soak-run.ts'
import { runOrdersThroughCrashes } from '../bench/crash/crash-orders.ts'

const length = chooseByRun({ customers: 10, ms: 6_000 }, { customers: 50, ms: 300_000 })
const killEveryMs = { server: chooseByRun(2_000, 5_000), postgres: 10_000 }
const crashes = [
  { victim: 'server', database: 'sqlite' },
  { victim: 'server', database: 'postgres' },
  { victim: 'postgres', database: 'postgres' },
] as const

for (const { victim, database } of crashes.slice(0, chooseByRun(1, 3))) {
  test(`when the ${victim} is killed repeatedly while customers order on ${database}, each acknowledged order and each of its changes of state is stored completely and exactly once`, async () => {
    const run = await runOrdersThroughCrashes({
      database,
      victim,
      killEveryMs: killEveryMs[victim],
      ...length,
      seed: soakSeed,
    })
    expect(run.violations).toEqual([])
    expect(run.acknowledged).toBeGreaterThan(0)
    expect(run.kills).toBeGreaterThan(0)
    // No server process ended, except those that the test has killed.
    expect(run.ended).toBe(0)
  })
}
