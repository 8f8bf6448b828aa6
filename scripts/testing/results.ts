import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export interface TestResult {
  /** The path of the test file, relative to the root. */
  file: string
  title: string
  passed: boolean
  /** Whether the test failed at first and passed on a retry. */
  flaky: boolean
  /** The first line of the error, without colours; empty without an error. */
  error: string
  seconds: number
}

interface VitestReport {
  testResults: {
    name: string
    assertionResults: {
      fullName: string
      status: string
      duration?: number | null
      failureMessages: string[] | null
    }[]
  }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    ok: boolean
    tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[]
  }[]
}

/**
 * Reads the results of the last `npm test` from the reports of both runners. A skipped test does not count as passed.
 */
export function readTestResults(folder = 'test-results'): TestResult[] {
  const read = <T>(name: string): T | null =>
    existsSync(`${folder}/${name}`) ? JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) : null
  return [
    ...parseVitestReport(read<VitestReport>('vitest.json') ?? { testResults: [] }),
    ...parsePlaywrightReport(read<PlaywrightSuite>('playwright.json') ?? {}),
  ]
}

/** Reads the report of Vitest. */
export function parseVitestReport({ testResults }: VitestReport): TestResult[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration, failureMessages }) => ({
      file: path.relative(process.cwd(), name).replaceAll(path.sep, '/'),
      title: fullName,
      passed: status === 'passed',
      flaky: status === 'passed' && Boolean(failureMessages?.length),
      error: firstLine(failureMessages?.[0]),
      seconds: (duration ?? 0) / 1000,
    })),
  )
}

/** Reads the report of Playwright, or a suite in it. */
export function parsePlaywrightReport({ suites = [], specs = [] }: PlaywrightSuite): TestResult[] {
  const own = specs.map(({ title, file, ok, tests }) => {
    const results = tests.flatMap(({ results }) => results)
    return {
      file: `e2e/${file}`,
      title,
      passed: ok && tests.every(({ status }) => status !== 'skipped'),
      flaky: tests.some(({ status }) => status === 'flaky'),
      error: firstLine(results.findLast(({ error }) => error)?.error?.message),
      seconds: results.reduce((total, { duration }) => total + duration, 0) / 1000,
    }
  })
  return [...own, ...suites.flatMap(parsePlaywrightReport)]
}

const firstLine = (message = ''): string => stripVTControlCharacters(message).split('\n', 1)[0] ?? ''
