import { Random } from '@hobohat/hub/testing'
import { violationsOf } from './check.ts'
import { cookUntilOver } from './cook.ts'
import { type Crashes, type DatabaseName, serveCrashing, type Victim } from './crashing-site.ts'
import { orderUntilOver } from './customer.ts'
import { Run } from './run.ts'

const KITCHENS = 5

/** How a run went in which something was killed again and again. */
export interface CrashedRun extends Crashes {
  /** Acknowledged orders and moves that are not there once and whole, and whatever else is wrong. */
  violations: string[]
  /** How many orders were acknowledged. */
  acknowledged: number
}

interface Settings {
  database: DatabaseName
  victim: Victim
  ms: number
  killEveryMs: number
  customers: number
  seed: number
}

/**
 * Lets customers order and kitchens cook while the server is killed again and again (kill -9), or the Postgres under two
 * processes of the site; then compares the database with what was acknowledged.
 */
export async function crashOrders({
  database,
  victim,
  ms,
  killEveryMs,
  customers,
  seed,
}: Settings): Promise<CrashedRun> {
  await using site = await serveCrashing(database, victim, KITCHENS)
  const run = new Run(site.origins, site.kitchens)
  const crashes = site.crash(killEveryMs, () => run.isOver)
  const randoms = Array.from(
    { length: customers + KITCHENS },
    (_, i) => new Random(seed + Math.imul(i + 1, 0x9e3779b1)),
  )
  const people = randoms.map((random, i) => {
    const kitchen = site.kitchens[i]
    return kitchen ? cookUntilOver(run, random, kitchen.vId, kitchen.token) : orderUntilOver(run, random, i)
  })
  setTimeout(() => {
    run.isOver = true
  }, ms)
  const [crashed] = await Promise.all([crashes, ...people])
  await site.end()
  return { ...crashed, violations: await violationsOf(run, site.ask), acknowledged: run.acknowledged.size }
}
