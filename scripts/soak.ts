/**
 * `npm run soak`: runs the long form of each test that has one (contract/testing/soak-run.ts), one file after the
 * other, with a random seed. Prints the duration of each file, and the command that repeats a failed file. See
 * docs/testing.md.
 *
 *   npm run soak                       all
 *   npm run soak -- payments           only the files whose path contains this
 *   npm run soak -- payments --seed 7  the same random inputs again
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fixtureSiteFolder, siteFolder } from '../build/site.ts'
import { ensureChromium } from './chromium.ts'
import { ensureBuilt } from './ensure-built.ts'
import { tryInstallRedis } from './redis.ts'
import { hasSoakForm, listTestFiles } from './testing/files.ts'
import { trackPeakMemoryKilobytes } from './testing/memory.ts'
import { runStep, type StepResult } from './testing/steps.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } })
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31))

const isLong = (file: string) => hasSoakForm(readFileSync(file, 'utf8'))
const { unit, browser } = listTestFiles(positionals)
const steps = [
  ...unit.filter(isLong).map((file) => ({ name: file, command: 'vitest', args: ['run', file, '--testTimeout=0'] })),
  ...browser.filter(isLong).map((file) => {
    return { name: file, command: 'playwright', args: ['test', file, '--timeout=0', '--retries=0'] }
  }),
]
if (steps.length === 0) {
  console.error(`No file with a long test has ${positionals.join(' or ')} in its path.`)
  process.exit(1)
}

const memory = trackPeakMemoryKilobytes()
process.env.SOAK_SEED = seed
process.env.CHROMIUM_PATH = ensureChromium()
tryInstallRedis()
if (browser.some(isLong)) for (const folder of [fixtureSiteFolder, siteFolder]) ensureBuilt(folder)
const ended: StepResult[] = []
for (const step of steps) ended.push(await runStep(step))

console.log(`\nSeed ${seed}. At most ${Math.round((memory() ?? 0) / 1024)} MB of memory.`)
for (const { name, seconds, passed } of ended) {
  console.log(`${passed ? 'passed' : 'failed'} ${seconds.toFixed(0).padStart(5)} s  ${name}`)
  if (!passed) console.log(`  again: npm run soak -- ${name} --seed ${seed}`)
}
process.exitCode = ended.every(({ passed }) => passed) ? 0 : 1
