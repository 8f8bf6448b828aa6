import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseByRun, soakSeed } from '#contract/testing/soak-run.ts'
import { toInitials } from './initials.ts'

test.each([
  ['Nebelhorn', 'N'],
  ['ada lovelace', 'AL'],
  ['Mary Ann Evans', 'ME'],
  ['Ana Maria da Silva', 'AS'],
  ['  Nora   K ', 'NK'],
  ['Åse Ødegård', 'ÅØ'],
  ['🎩 Hat', '🎩H'],
  ['ßen ßik', 'SS'],
  ['ﬁ ﬂ', 'FF'],
  ['', ''],
])('S2.55 the initials of “%s” are “%s”', (name, initials) => {
  expect(toInitials(name)).toBe(initials)
})

test('S2.55 initials never have more than two letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      return [...toInitials(name)].length <= 2
    }),
    { numRuns: chooseByRun(100, 10_000), seed: soakSeed },
  )
})
