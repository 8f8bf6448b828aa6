import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasSoakForm } from './testing/files.ts'

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

test('npm run soak runs every test that has a long form', () => {
  const sources = globSync('{contract,e2e,hub,server}/**/*.{test.ts,test.tsx,spec.ts}').map((file) => {
    return { file: file.replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }
  })
  const long = sources.filter(({ text }) => /\b(chooseByRun|chooseForSoak)\(/.test(text))
  const folders = new Set(long.map(({ file }) => file.split('/')[0]))
  expect([...folders].sort()).toEqual(['contract', 'e2e', 'hub', 'server'])
  expect(long.filter(({ text }) => !hasSoakForm(text)).map(({ file }) => file)).toEqual([])
})
