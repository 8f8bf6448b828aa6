import { Random } from '@hobohat/hub/testing'
import { findRunViolations } from './check.ts'
import { simulateCook } from './cook.ts'
import { type CrashStatistics, type DatabaseKind, type KillTarget, serveCrashableSite } from './crashable-site.ts'
import { simulateCustomer } from './customer.ts'
import { CrashRunRecorder } from './run.ts'

const KITCHENS = 5

/** The result of a run in which a process was killed repeatedly. */
export interface CrashRunResult extends CrashStatistics {
  /** Messages about acknowledged orders and moves that are missing or duplicated, and about other errors. */
  violations: string[]
  /** The number of acknowledged orders. */
  acknowledged: number
}

interface Settings {
  database: DatabaseKind
  victim: KillTarget
  ms: number
  killEveryMs: number
  customers: number
  seed: number
}

/**
 * Runs customers and cooks while a process is killed repeatedly (kill -9). The killed process is the server, or the
 * Postgres that two server processes share. After the run, compares the database with the acknowledged orders.
 */
export async function runOrdersThroughCrashes({
  database,
  victim,
  ms,
  killEveryMs,
  customers,
  seed,
}: Settings): Promise<CrashRunResult> {
  await using site = await serveCrashableSite(database, victim, KITCHENS)
  const run = new CrashRunRecorder(site.origins, site.kitchens)
  const crashes = site.crash(killEveryMs, () => run.isOver)
  const randoms = Array.from(
    { length: customers + KITCHENS },
    (_, i) => new Random(seed + Math.imul(i + 1, 0x9e3779b1)),
  )
  const people = randoms.map((random, i) => {
    const kitchen = site.kitchens[i]
    return kitchen ? simulateCook(run, random, kitchen.vId, kitchen.token) : simulateCustomer(run, random, i)
  })
  setTimeout(() => {
    run.isOver = true
  }, ms)
  const [crashed] = await Promise.all([crashes, ...people])
  await site.end()
  return { ...crashed, violations: await findRunViolations(run, site.ask), acknowledged: run.acknowledged.size }
}
