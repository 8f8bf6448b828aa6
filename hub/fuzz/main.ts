/**
 * `npm run fuzz:hub [-- --count 1000000 --seed 1]`: attacks a hub with hostile frames and calls, prints what is left of it,
 * and fails when anything is wrong.
 */
import { parseArgs } from 'node:util'
import { attack } from './run.ts'

const { values } = parseArgs({ options: { count: { type: 'string' }, seed: { type: 'string' } } })
const count = Number(values.count ?? 1_000_000)
const seed = Number(values.seed ?? Date.now() % 2 ** 32)
console.log(`${count} hostile inputs, seed ${seed} …`)
const start = performance.now()
const { frames, calls, statuses, witnessed, before, after } = await attack({ count, seed })
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
console.log(
  `${frames} WebSocket messages and ${calls} HTTP calls in ${((performance.now() - start) / 1000).toFixed(0)} s.`,
)
console.log(`Statuses of the calls (0: we hung up): ${JSON.stringify(statuses)}`)
console.log(`A well-behaved client made ${witnessed} calls meanwhile, each answered rightly.`)
console.log(`Heap ${megabytes(before.heap)} before, ${megabytes(after.heap)} after.`)
console.log(`Resident ${megabytes(before.resident)} before, ${megabytes(after.resident)} after.`)
for (const failure of after.failures) console.log(failure)
const isServerError = Object.keys(statuses).some((status) => Number(status) >= 500)
process.exit(after.failures.length > 0 || isServerError || after.heap - before.heap > 8 * 2 ** 20 ? 1 : 0)
