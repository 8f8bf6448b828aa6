/**
 * `npm test`: runs all checks and tests, those that fail fastest first. Stops at the first step that fails. In CI,
 * where another run takes long, it runs all steps and reports all failures. See docs/testing.md.
 *
 *   npm test                                  all
 *   npm test -- search                        only tests in files whose path contains this text
 *   npm test -- e2e/search.spec.ts -t S4.1    only tests of this file whose title matches
 */
import { parseArgs } from 'node:util'
import { listTestFiles } from './testing/files.ts'
import { prepareTestRun } from './testing/run.ts'
import {
  createBrowserTestStep,
  createFormatAndLintStep,
  createUnitTestStep,
  deadCodeStep,
  siteBuildSteps,
  typeCheckStep,
} from './testing/steps.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { title: { type: 'string', short: 't' } },
})
const { title } = values
const isWhole = positionals.length === 0 && title === undefined
const { unit, browser } = listTestFiles(positionals)
if (unit.length + browser.length === 0) {
  console.error(`No file with tests has ${positionals.join(' or ')} in its path.`)
  process.exit(1)
}

const run = prepareTestRun()
if (isWhole) await run.perform([createFormatAndLintStep(['.']), typeCheckStep, deadCodeStep])
// Builds the sites first, because some unit tests read the build. Otherwise these tests would build the sites, and the
// time of the build would count as their own.
if (isWhole || browser.length > 0) await run.perform(siteBuildSteps)
if (unit.length > 0) await run.perform([createUnitTestStep(isWhole ? [] : unit, title)])
if (browser.length > 0) await run.perform([createBrowserTestStep(isWhole ? [] : browser, title)])
run.end({ byTitle: title !== undefined })
