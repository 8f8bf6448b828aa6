import { expect, test } from 'vitest'
import { estimateTestFileSeconds, sumBrowserDurationsByFile } from './durations.ts'

test('adds up the durations of the browser tests of each file, and ignores unit tests', () => {
  const result = { title: 'a page shows', passed: true, flaky: false, error: '', seconds: 2 }
  const files = ['e2e/menu.spec.ts', 'e2e/menu.spec.ts', 'e2e/desk.spec.ts', 'web/menu.test.ts']
  expect(sumBrowserDurationsByFile(files.map((file) => ({ ...result, file })))).toEqual({
    'e2e/menu.spec.ts': 4,
    'e2e/desk.spec.ts': 2,
  })
})

test.each([
  ['e2e/menu.spec.ts', 'test()', 20],
  ['web/menu.test.ts', "test('it opens', () => {\n})", 4],
  ['web/menu.test.ts', "test('it opens', async () => {\n}, 30_000)", 4],
  ['build/site.test.ts', 'beforeAll(() => {\n}, 60_000)', 60],
  ['build/site.test.ts', "test('it is built', () => {\n}, 180_000)", 60],
])('estimates the duration of a test file that has never run: %s with the source %j', (file, source, seconds) => {
  expect(estimateTestFileSeconds(file, source)).toBe(seconds)
})
