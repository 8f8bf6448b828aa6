import { expect, test } from 'vitest'
import { roles } from '#contract/accounts.ts'
import { PASSWORD_LENGTH } from '#contract/limits.ts'
import { site } from '#site'
import { isCommonPassword } from './known-passwords.ts'
import { leakedPasswords } from './leaked-passwords.ts'

test('S5.02 at least 3000 leaked passwords that are long enough are known, each by 48 bits of its hash', () => {
  const hashes = leakedPasswords.match(/[\w-]{8}/g) ?? []
  expect(hashes.join('')).toBe(leakedPasswords)
  expect(new Set(hashes).size).toBe(10_000)
})

test.each([
  // Among the first of the leaked ones, and none of them in a list of short ones.
  ['0987654321', '1234512345', 'qwertyqwerty', 'poiuytrewq', '123456123456', 'lkjhgfdsaz', 'abcdefghij', 'mysterio619'],
  // Spelled otherwise.
  ['QwertyQwerty', ' qwertyqwerty ', 'qwerty qwerty', 'QWERTYUIOP', '!!password2026!!', '2026-liverpool'],
  ['aaaaaaaaaaaa', 'abcabcabcabc'],
])('S5.02 common passwords: %s …', (...passwords) => {
  for (const password of passwords) {
    expect(password.length).toBeGreaterThanOrEqual(PASSWORD_LENGTH.min)
    expect([password, isCommonPassword(password)]).toEqual([password, true])
  }
})

test.each([new URL(site.origin).hostname, site.name, site.author, ...roles])(
  'S5.02 a word of this site and little else is refused: %s',
  (word) => {
    for (const password of [
      `I love ${word}`,
      `${word}${word} 2026`,
      `12-${word.toUpperCase()}-34`,
      `${word} admin !`,
    ]) {
      expect([password, isCommonPassword(password)]).toEqual([password, true])
    }
  },
)

test.each([
  'marble in a battered hat',
  '8402957163',
  'only small letters',
  'ONLY CAPITALS HERE',
  '?!&=+*#§%/',
  'zeĥn Zeich',
  'the marbles of hobohat',
])('S5.02 %s is none: no kind of character is asked for', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})
