import { expect, test } from 'vitest'
import { toMarbleColourNumber } from './marble.ts'

test('the same name always has the same marble colour, even with spaces around it, and other names have other colours', () => {
  expect(toMarbleColourNumber(' Nora ')).toBe(toMarbleColourNumber('Nora'))
  const names = ['Nora', 'Jon', 'Ada', 'Gus', 'Mallory', 'Ole', 'Mia', 'Paula', 'Eve', 'Åse', '🎩']
  expect(new Set(names.map(toMarbleColourNumber)).size).toBeGreaterThanOrEqual(4)
  for (const name of names) expect([0, 1, 2, 3, 4, 5]).toContain(toMarbleColourNumber(name))
})
