import { expect, test } from 'vitest'
import { summariseRun } from './summary.ts'

const passing = { file: 'web/a.test.ts', title: 'a button shows', passed: true, flaky: false, error: '', seconds: 1 }
const failing = { ...passing, title: 'a dish is sold', passed: false, error: 'expected 1' }
const flaky = { ...passing, file: 'e2e/menu.spec.ts', title: 'the menu opens', flaky: true, error: 'no button' }
const run = { results: [passing], steps: [], leftOut: [], memory: null, flakyPasses: false }

test('a summary lists the slowest tests, the time of each step, the memory and the number of passed tests', () => {
  const steps = [
    { name: 'Types', seconds: 7.4, passed: true },
    { name: 'Browser tests', seconds: 310, passed: true },
  ]
  const slow = Array.from({ length: 12 }, (_, at) => ({ ...passing, seconds: at }))
  const { lines, passed } = summariseRun({ ...run, results: slow, steps, memory: 3.25 * 1024 ** 2 })
  expect(passed).toBe(true)
  expect(lines.filter((line) => line.includes('a button shows'))).toHaveLength(10)
  expect(lines).toContain('    11.0 s  web/a.test.ts  a button shows')
  expect(lines.slice(-6)).toEqual([
    'Steps',
    '       7 s  Types',
    '     310 s  Browser tests',
    '     3.3 GB  of memory at most',
    '',
    '12 passed, 0 failed',
  ])
})

test('a summary groups tests that failed with the same error, each with the command that repeats it', () => {
  const onPostgres = { ...failing, title: 'a dish is sold (on Postgres)' }
  const { lines, passed } = summariseRun({ ...run, results: [passing, failing, onPostgres] })
  expect(passed).toBe(false)
  expect(lines.slice(-5)).toEqual([
    '2 × expected 1',
    '    npm test -- web/a.test.ts -t "a dish is sold"',
    '    npm test -- web/a.test.ts -t "a dish is sold"',
    '',
    '1 passed, 2 failed',
  ])
})

test('a summary lists a flaky test, and counts it as failed on the author’s machine but as passed in CI', () => {
  const atHome = summariseRun({ ...run, results: [passing, flaky] })
  expect(atHome.passed).toBe(false)
  expect(atHome.lines.at(-1)).toBe('1 passed, 1 failed')
  const inCi = summariseRun({ ...run, results: [passing, flaky], flakyPasses: true })
  expect(inCi.passed).toBe(true)
  expect(inCi.lines.at(-1)).toBe('2 passed, 0 failed')
  for (const { lines } of [atHome, inCi]) {
    expect(lines).toContain('  e2e/menu.spec.ts the menu opens')
    expect(lines).toContain('      no button')
  }
})

test('a run fails when a step fails without a failed test, or when no test has run', () => {
  const steps = [{ name: 'Types', seconds: 7, passed: false }]
  const { lines, passed } = summariseRun({ ...run, steps })
  expect(passed).toBe(false)
  expect(lines).toContain('Failed: Types.')
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
  expect(summariseRun({ ...run, results: [] }).passed).toBe(false)
})

test('a summary does not list a test of less than one second as slow', () => {
  expect(summariseRun({ ...run, results: [{ ...passing, seconds: 0.9 }] }).lines).toEqual(['', '1 passed, 0 failed'])
})
