import { existsSync, readFileSync } from 'node:fs'

export interface TestResult {
  title: string
  passed: boolean
}

interface VitestReport {
  testResults: { assertionResults: { title: string; fullName: string; status: string }[] }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { title: string; ok: boolean; tests: { status: string }[] }[]
}

/** What the last `npm test` found, from the reports of both runners. A test that was skipped has not passed. */
export function readResults(folder = 'test-results'): TestResult[] {
  const read = <T>(name: string): T | null =>
    existsSync(`${folder}/${name}`) ? JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) : null
  const unit = read<VitestReport>('vitest.json')?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? []
  const browser = specsOf(read<PlaywrightSuite>('playwright.json') ?? {})
  return [
    ...unit.map(({ fullName, status }) => ({ title: fullName, passed: status === 'passed' })),
    ...browser.map(({ title, ok, tests }) => ({
      title,
      passed: ok && tests.every(({ status }) => status !== 'skipped'),
    })),
  ]
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
]
