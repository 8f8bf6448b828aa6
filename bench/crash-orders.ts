/**
 * `npm run crash:orders [-- --database postgres --seconds 60 --customers 50 --seed 1]`: customers order, kitchens cook, and
 * the server is killed every five seconds (kill -9). Prints figures, and fails when anything that was acknowledged is not
 * there, once and whole.
 */
import { parseArgs } from 'node:util'
import { Random } from '../hub/fuzz/random.ts'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { violationsOf } from './crash/check.ts'
import { cookUntilOver } from './crash/cook.ts'
import { type DatabaseName, serveCrashing } from './crash/crashing-site.ts'
import { orderUntilOver } from './crash/customer.ts'
import { Run } from './crash/run.ts'

const KITCHENS = 5
const KILL_EVERY_MS = 5_000

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { database: text, seconds: text, customers: text, seed: text } })
const database: DatabaseName = values.database === 'postgres' ? 'postgres' : 'sqlite'
const seconds = Number(values.seconds ?? 60)
const customers = Number(values.customers ?? 50)
const seed = Number(values.seed ?? Date.now() % 2 ** 32)

ensureBuilt()
console.log(`${customers} customers and ${KITCHENS} kitchens on ${database} for ${seconds} s, seed ${seed} …`)
await using site = await serveCrashing(database, KITCHENS)
const run = new Run(site.origin, site.kitchens)
const crashes = site.crash(KILL_EVERY_MS, () => run.isOver)
const randoms = Array.from({ length: customers + KITCHENS }, (_, i) => new Random(seed + Math.imul(i + 1, 0x9e3779b1)))
const people = randoms.map((random, i) => {
  const kitchen = site.kitchens[i]
  return kitchen ? cookUntilOver(run, random, kitchen.vId, kitchen.token) : orderUntilOver(run, random, i)
})
setTimeout(() => {
  run.isOver = true
}, seconds * 1_000)
const [{ kills, longestOutageMs }] = await Promise.all([crashes, ...people])
await site.end()
const violations = await violationsOf(run, site.ask)
console.log(`${run.acknowledged.size} orders and ${run.moves.length} moves of orders were acknowledged.`)
console.log(`${run.refused.size} orders were refused, ${run.unanswered.size} not answered.`)
console.log(
  `${kills} kills; the server was away for ${Math.round(longestOutageMs)} ms at most; ${run.retries} calls were made again.`,
)
for (const [name, count] of [...run.statuses].toSorted()) console.log(`  ${name}: ${count}`)
for (const violation of violations.slice(0, 20)) console.log(violation)
console.log(
  violations.length === 0 ? 'Nothing was lost, and nothing is there twice.' : `${violations.length} violations.`,
)
process.exitCode = violations.length === 0 && run.acknowledged.size > 0 ? 0 : 1
