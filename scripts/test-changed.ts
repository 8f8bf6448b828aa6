/**
 * `npm run test:changed`: within a minute, what the change since origin/main is likeliest to have broken. Says what it
 * leaves out. See docs/testing.md.
 */
import { isBuilt } from '../build/build-site.ts'
import { fixtureFolder } from '../build/site.ts'
import { changedFiles, dependentsOf, projectFiles, reachedTests, readSources } from './testing/changes.ts'
import { guessSeconds, readDurations } from './testing/durations.ts'
import { planTests } from './testing/plan.ts'
import { startRun } from './testing/run.ts'
import { browserTests, builds, format, types, unitTests } from './testing/steps.ts'
import { workersFor } from './testing/workers.ts'

const SECONDS = 50

const started = performance.now()
const changed = changedFiles()
console.log(`${changed.length} changed files, such as ${changed.slice(0, 5).join(', ')}`)
const run = startRun()
await run.perform([format(['--no-errors-on-unmatched', ...changed]), types])

const sources = readSources(projectFiles())
const reached = reachedTests(changed, dependentsOf(sources))
const durations = readDurations()
const { unit, browser } = planTests({
  reached,
  secondsOf: (file) => durations[file] ?? guessSeconds(file, sources[file] ?? ''),
  seconds: SECONDS - (performance.now() - started) / 1000,
  workers: workersFor(),
  isBuilt: isBuilt(fixtureFolder),
})
await run.perform([unitTests(unit, undefined, ['--project', '!postgres'])])
if (browser.length > 0) await run.perform([...builds, browserTests(browser)])
run.end({
  leftOut: [
    ...rest('files of unit and server tests', reached.unit, unit),
    ...rest('files of browser tests', reached.browser, browser),
    'all other browser tests, the tests on Postgres, and dead code: npm test',
  ],
})

function rest(what: string, files: string[], chosen: string[]): string[] {
  const left = files.filter((file) => !chosen.includes(file))
  if (left.length === 0) return []
  return [`${left.length} of ${files.length} ${what}, such as: npm test -- ${left.slice(0, 3).join(' ')}`]
}
