/**
 * `npm run spec`: lists the rows of the checklist, each with the tests of the last `npm test` whose titles contain its
 * id.
 */
import { readFileSync } from 'node:fs'
import { readTestResults } from './testing/results.ts'

const results = readTestResults()
if (results.length === 0) {
  console.error('There are no test results. Run npm test first.')
  process.exit(1)
}
const rows = [...readFileSync('docs/spec/checklist.md', 'utf8').matchAll(/^- (S\d+\.\d+) (.*)$/gm)]
let shown = 0
for (const [, id = '', text = ''] of rows) {
  const tests = results.filter(({ title }) => title.split(/[\s,:]+/).includes(id))
  const failed = tests.filter(({ passed }) => !passed)
  const state = tests.length === 0 ? 'no test' : failed.length > 0 ? 'FAILED' : 'passed'
  if (state === 'passed') shown++
  console.log(`${state.padEnd(8)}${id.padEnd(7)}${text.slice(0, 90)}`)
  for (const { title, passed } of tests) console.log(`${' '.repeat(15)}${passed ? '✓' : '✗'} ${title}`)
}
console.log(`\n${shown} of ${rows.length} rows have passing tests.`)
