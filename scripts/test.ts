/**
 * `npm test`: everything, in the order in which it fails fastest. Stops at the first step that fails; in CI, where
 * another run is far away, it says all that is wrong.
 *
 *   npm test             all
 *   npm test -- search   only the unit and browser tests in files whose name matches
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { findChromium } from './chromium.ts'
import { ensureBuilt } from './ensure-built.ts'
import { fetchRedis } from './redis.ts'
import { readResults } from './test-results.ts'

const filter = process.argv.slice(2)
const reports = 'test-results'
const chromium = findChromium()
fetchRedis()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports)

function passes(name: string, command: string, args: string[]): boolean {
  console.log(`\n— ${name}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: chromium } })
  if (status !== 0) console.log(`\n${name}: failed.`)
  return status === 0
}

const steps: [string, string, string[]][] = [
  ['Format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['Types', 'tsc', ['-b']],
  ['Dead code', 'knip', []],
  ['Unit and server tests', 'vitest', ['run', '--passWithNoTests', ...filter]],
  ['Browser tests', 'playwright', ['test', ...filter]],
]
const failures: string[] = []
for (const [name, command, args] of steps) {
  if (command === 'playwright') ensureBuilt()
  if (passes(name, command, args)) continue
  failures.push(name)
  if (process.env.CI === undefined) break
}
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}.`)

const results = readResults()
const passed = results.filter(({ passed }) => passed).length
const failed = results.length - passed
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || failures.length > 0 ? 1 : 0
