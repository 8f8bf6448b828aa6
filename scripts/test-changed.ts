/**
 * `npm run test:changed`: runs, for up to a minute, the tests that are most likely to fail after the changes since
 * origin/main. Names the omitted tests. See docs/testing.md.
 */
import { isBuildCurrent } from '../build/fingerprint.ts'
import { fixtureSiteFolder } from '../build/site.ts'
import {
  listAffectedTests,
  listChangedFiles,
  listProjectFiles,
  mapDirectDependents,
  readSources,
} from './testing/changes.ts'
import { estimateTestFileSeconds, readDurations } from './testing/durations.ts'
import { chooseTestsWithinTime } from './testing/plan.ts'
import { prepareTestRun } from './testing/run.ts'
import {
  createBrowserTestStep,
  createFormatAndLintStep,
  createUnitTestStep,
  siteBuildSteps,
  typeCheckStep,
} from './testing/steps.ts'
import { chooseWorkerCount } from './testing/workers.ts'

const SECONDS = 50

const started = performance.now()
const changed = listChangedFiles()
console.log(`${changed.length} changed files, such as ${changed.slice(0, 5).join(', ')}`)
const run = prepareTestRun()
await run.perform([createFormatAndLintStep(['--no-errors-on-unmatched', ...changed]), typeCheckStep])

const sources = readSources(listProjectFiles())
const reached = listAffectedTests(changed, mapDirectDependents(sources))
const durations = readDurations()
const { unit, browser } = chooseTestsWithinTime({
  reached,
  secondsOf: (file) => durations[file] ?? estimateTestFileSeconds(file, sources[file] ?? ''),
  seconds: SECONDS - (performance.now() - started) / 1000,
  workers: chooseWorkerCount(),
  isBuilt: isBuildCurrent(fixtureSiteFolder),
})
await run.perform([createUnitTestStep(unit, undefined, ['--project', '!postgres'])])
if (browser.length > 0) await run.perform([...siteBuildSteps, createBrowserTestStep(browser)])
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
