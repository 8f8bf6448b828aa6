import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutants } from './mutants/all.ts'

test('the text that a mutant replaces occurs exactly once in its file, and differs from the replacement', () => {
  const rotten = mutants.filter(
    ({ file, find, replace }) => find === replace || readFileSync(file, 'utf8').split(find).length !== 2,
  )
  expect(rotten.map(({ row, change }) => `${row} ${change}`)).toEqual([])
})

/**
 * Matches the rows of the checklist about the author's pages. A site with other pages has no mutants for these rows.
 */
const ofPages = /^S2\.(0[1-8]|1[0-2])$|^S9\.0[67]$/
const hasPages = existsSync('content/tests/mutants.ts')

test('every row of the checklist has a mutant, all mutants are different, and every mutant names existing tests', () => {
  const rows = readFileSync('docs/spec/checklist.md', 'utf8')
  for (const { row, tests } of mutants) {
    expect(rows).toContain(`- ${row} `)
    expect(tests.length).toBeGreaterThan(0)
    for (const file of tests) expect(existsSync(file), file).toBe(true)
  }
  const ids = [...rows.matchAll(/^- (S\d+\.\d+) /gm)].map(([, id]) => id)
  expect(ids).toHaveLength(102)
  const without = ids.filter((id = '') => !mutants.some(({ row }) => row === id))
  expect(without.filter((id = '') => hasPages || !ofPages.test(id))).toEqual([])
  expect(new Set(mutants.map(({ row, change }) => `${row} ${change}`)).size).toBe(mutants.length)
})
