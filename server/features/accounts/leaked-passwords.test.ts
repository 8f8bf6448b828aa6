import fc from 'fast-check'
import { expect, test } from 'vitest'
import { soakSeed } from '#contract/testing/soak-run.ts'
import { createLeakedPasswordCheck, encodeLeakedPasswords, isLeakedPassword } from './leaked-passwords.ts'

test('finds every leaked password in any encoding of its accents, and almost no other password', () => {
  const password = fc.string({ unit: 'grapheme', minLength: 10, maxLength: 40 })
  fc.assert(
    fc.property(fc.uniqueArray(password, { minLength: 1, maxLength: 50 }), (passwords) => {
      const check = createLeakedPasswordCheck(encodeLeakedPasswords(passwords))
      for (const one of passwords) expect([check(one), check(one.normalize('NFD'))]).toEqual([true, true])
    }),
    { numRuns: 100, seed: soakSeed },
  )
  const check = createLeakedPasswordCheck(encodeLeakedPasswords(Array.from({ length: 1_000 }, (_, i) => `leaked ${i}`)))
  expect(Array.from({ length: 10_000 }, (_, i) => check(`other ${i}`)).filter(Boolean)).toEqual([])
})

test('finds no password in an empty set of leaked passwords', () => {
  expect(createLeakedPasswordCheck(encodeLeakedPasswords([]))('two-kettles-and-hat')).toBe(false)
})

test.each([
  ['yankeesneilll', 'zazhigalka', 'zinaida_vdovenko', '05364335845', 'vollyball1'],
  ['WAKEFIELD6', '2legit2quit', 'Site64Pass', 'combattante', 'zyrysytesidyf'],
])('S5.02 finds these passwords among the leaked ones: %s …', (...passwords) => {
  expect(passwords.filter((password) => !isLeakedPassword(password))).toEqual([])
})

test.each(['kettle in a battered hat', 'the kettles of nebelhorn', '8402957163', 'zeĥn Zeich'])(
  'S5.02 does not find the password %s among the leaked ones',
  (password) => {
    expect(isLeakedPassword(password)).toBe(false)
  },
)
