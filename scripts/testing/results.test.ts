import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parsePlaywrightReport, parseVitestReport } from './results.ts'

test('reads the file, title and error of a unit test from the report, and marks a test that passed after an error as flaky', () => {
  const assertion = { duration: 1500, failureMessages: ['\u001B[31mexpected 1\u001B[39m\n    at a.test.ts:1'] }
  const report = {
    testResults: [
      {
        name: `${process.cwd()}/contract/a.test.ts`,
        assertionResults: [
          { ...assertion, fullName: 'money is rounded', status: 'failed' },
          { ...assertion, fullName: 'money is printed', status: 'passed' },
          { fullName: 'money is left out', status: 'skipped', failureMessages: null },
        ],
      },
    ],
  }
  const result = { file: 'contract/a.test.ts', passed: false, flaky: false, error: 'expected 1', seconds: 1.5 }
  expect(parseVitestReport(report)).toEqual([
    { ...result, title: 'money is rounded' },
    { ...result, title: 'money is printed', passed: true, flaky: true },
    { ...result, title: 'money is left out', error: '', seconds: 0 },
  ])
})

test('reads the error and total time of a browser test from the report, and whether the test is flaky', () => {
  const failure = { duration: 2000, error: { message: 'no button\nCall log' } }
  const spec = { title: 'the menu opens', file: 'menu.spec.ts' }
  const suite = {
    suites: [
      {
        specs: [
          { ...spec, ok: true, tests: [{ status: 'flaky', results: [failure, { duration: 500 }] }] },
          { ...spec, ok: false, tests: [{ status: 'unexpected', results: [failure, failure, failure] }] },
          { ...spec, ok: true, tests: [{ status: 'skipped', results: [] }] },
        ],
      },
    ],
  }
  const result = { file: 'e2e/menu.spec.ts', title: 'the menu opens', error: 'no button' }
  expect(parsePlaywrightReport(suite)).toEqual([
    { ...result, passed: true, flaky: true, seconds: 2.5 },
    { ...result, passed: false, flaky: false, seconds: 6 },
    { ...result, passed: false, flaky: false, seconds: 0, error: '' },
  ])
})

test('no test is declared and then skipped, because a skipped test counts as failed', () => {
  const files = globSync('{build,content,contract,e2e,hub,scripts,server,web}/**/*.{test.ts,test.tsx,spec.ts}')
  expect(files.length).toBeGreaterThan(500)
  const skips = (file: string) =>
    /\b(test|it|describe)(\.\w+)*\.(skip|skipIf|runIf|todo)\(/.test(readFileSync(file, 'utf8'))
  expect(files.filter(skips)).toEqual([])
})
