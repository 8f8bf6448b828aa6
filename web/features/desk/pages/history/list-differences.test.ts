import { expect, test } from 'vitest'
import { listDifferences } from './list-differences.ts'

const show = (before: string, after: string) =>
  listDifferences(before, after).map(({ kind, text }) => `${kind} ${text}`)

test('changed lines are shown with two equal lines before and after them, and the other equal lines are left out', () => {
  const before = ['a', 'b', 'c', 'd', 'old', 'e', 'f', 'g', 'h', 'i'].join('\n')
  const after = before.replace('old', 'new')
  expect(show(before, after)).toEqual([
    ...['gap 2 equal lines', 'same c', 'same d', 'removed old', 'added new', 'same e', 'same f'],
    'gap 3 equal lines',
  ])
})

test('a single equal line between two differences is shown, and equal texts have no differences', () => {
  expect(show('a\nb\nc\nold', 'a\nb\nc\nnew')).toEqual(['same a', 'same b', 'same c', 'removed old', 'added new'])
  expect(show('a\nb', 'a\nb')).toEqual([])
})
