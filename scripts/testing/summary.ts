import { buildRerunCommand } from './rerun.ts'
import type { TestResult } from './results.ts'
import type { StepResult } from './steps.ts'

const SLOWEST = 10
/** The duration in seconds from which a test is listed as slow. */
const SLOW = 1

interface Run {
  results: TestResult[]
  steps: StepResult[]
  /** Lines about the test files that were left out. */
  leftOut: string[]
  /** The highest memory of all processes together, in kilobytes; null when it could not be measured. */
  memory: number | null
  /** Whether a test that passed on a retry counts as passed. */
  flakyPasses: boolean
}

/** Summarises a test run in lines of text. The last line is the result, which CI reads. */
export function summariseRun({ results, steps, leftOut, memory, flakyPasses }: Run): {
  lines: string[]
  passed: boolean
} {
  const flaky = results.filter((result) => result.flaky)
  const failed = results.filter((result) => !result.passed || (result.flaky && !flakyPasses))
  const failedSteps = steps.filter(({ passed }) => !passed).map(({ name }) => name)
  const lines = [
    ...section('The slowest tests', slowestLines(results)),
    ...section(
      `Flaky: failed, then passed${flakyPasses ? '' : ' (this counts as failed)'}`,
      flaky.flatMap(({ file, title, error }) => [
        `${file} ${title}`,
        `    ${error}`,
        `    ${buildRerunCommand(file, title)}`,
      ]),
    ),
    ...section('Steps', stepLines(steps, memory)),
    ...section('Left out', leftOut),
    ...failureLines(failed),
    ...(failedSteps.length > 0 ? ['', `Failed: ${failedSteps.join(', ')}.`] : []),
    '',
    // A step can fail without a failed test, for example because of an uncaught error. Such a failure must be counted
    // in the last line too.
    `${results.length - failed.length} passed, ${Math.max(failed.length, failedSteps.length)} failed`,
  ]
  return { lines, passed: results.length > failed.length && failed.length + failedSteps.length === 0 }
}

const section = (title: string, lines: string[]): string[] =>
  lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : []

function slowestLines(results: TestResult[]): string[] {
  const slow = results.filter(({ seconds }) => seconds >= SLOW)
  const slowest = slow.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  return slowest.map(({ seconds, file, title }) => `${seconds.toFixed(1).padStart(6)} s  ${file}  ${title}`)
}

function stepLines(steps: StepResult[], memory: number | null): string[] {
  const lines = steps.map(({ name, seconds }) => `${seconds.toFixed(0).padStart(6)} s  ${name}`)
  const peak = memory === null ? [] : [`${(memory / 1024 ** 2).toFixed(1).padStart(6)} GB  of memory at most`]
  return lines.length > 0 ? [...lines, ...peak] : []
}

/**
 * Formats the failed tests, grouped by error. Grouping keeps the text short, because the start of a long log may be cut
 * off.
 */
function failureLines(failed: TestResult[]): string[] {
  const byError = Map.groupBy(failed, ({ error }) => error || 'skipped')
  return [...byError].flatMap(([error, tests]) => [
    '',
    `${tests.length} × ${error}`,
    ...tests
      .slice(0, 3)
      .map(({ file, title }) => `    ${buildRerunCommand(file, title.replace(/ \(on Postgres\)$/, ''))}`),
    ...(tests.length > 3 ? [`    and ${tests.length - 3} more`] : []),
  ])
}
