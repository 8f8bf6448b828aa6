import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AVATAR_INITIALS_MAX } from '#contract/limits.ts'
import { initialsOf } from './initials.ts'

test.each([
  ['Hobohat', 'H'],
  ['ada lovelace', 'AL'],
  ['Ana Maria da Silva', 'AS'],
  ['  Nora   K ', 'NK'],
  ['Åse Ødegård', 'ÅØ'],
  ['🎩 Hat', '🎩H'],
  ['', ''],
])('S2.55 the initials of “%s” are “%s”', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('S2.55 no name gives more than two letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      // Upper case may be longer than one letter (ß), so the letters are counted by the words they stand for.
      const words = name.trim().split(/\s+/).filter(Boolean).length
      const letters = [...initialsOf(name.replace(/[^\p{Lu}\s]/gu, ''))].length
      return letters <= AVATAR_INITIALS_MAX && (words > 0 || initialsOf(name) === '')
    }),
  )
})
