import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every test with random inputs uses the seed of the run, so that the run can be repeated', () => {
  const files = globSync('{build,contract,hub,scripts,server,web}/**/*.test.{ts,tsx}')
  const random = files
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => /from 'fast-check'/.test(text))
  expect(random.length).toBeGreaterThan(20)
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
  const unseeded = random.filter(
    ({ text }) => count(text, /\bfc\.(assert|sample)\(/g) > count(text, /numRuns: [^}]*\bseed\b/g),
  )
  expect(unseeded.map(({ file }) => file)).toEqual([])
})
