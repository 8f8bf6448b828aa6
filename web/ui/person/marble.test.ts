import { expect, test } from 'vitest'
import { toMarbleColourNumber } from './marble.ts'

test('a name has the same marble colour with and without spaces around it, and eleven names have at least four different colours', () => {
  expect(toMarbleColourNumber(' Nora ')).toBe(toMarbleColourNumber('Nora'))
  const names = ['Nora', 'Jon', 'Ada', 'Gus', 'Mallory', 'Ole', 'Mia', 'Paula', 'Eve', 'Åse', '🎩']
  expect(new Set(names.map(toMarbleColourNumber)).size).toBeGreaterThanOrEqual(4)
  for (const name of names) expect([0, 1, 2, 3, 4, 5]).toContain(toMarbleColourNumber(name))
})
