import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { PASSWORD_LENGTH_RANGE } from '#contract/limits.ts'
import { site } from '#site'
import { isGuessablePassword } from './guessable-passwords.ts'

const email = 'nora.reader@example.org'
const refused = (password: string) => [password, isGuessablePassword(password, email)]

test('S5.02 every common password that is long enough is guessable', () => {
  const long = dictionary['passwords-common'].filter((word) => word.length >= PASSWORD_LENGTH_RANGE.min)
  expect(long.length).toBeGreaterThan(1500)
  expect(long.filter((word) => !isGuessablePassword(word, email))).toEqual([])
})

test.each([
  ['qwertyqwerty', 'poiuytrewq', '0987654321', '1234512345', '123456123456', 'abcdefghij', 'aaaaaaaaaaaa'],
  [
    'QwertyQwerty',
    ' qwerty qwerty ',
    'P a s s w o r d 1',
    'password2026',
    '2026-liverpool',
    'Summer2026!',
    'drowssap99',
  ],
  ['noranoranora', 'nora.reader', 'readernora1', 'nora@example', `${site.name}12345`, `${site.name} ${site.name}`],
  [`I love ${site.name}`, 'admin admin', new URL(site.origin).hostname, '2020-01-01 2021', '01.02.1990!'],
])('S5.02 these passwords are guessable: %s …', (...passwords) => {
  for (const password of passwords) expect(refused(password)).toEqual([password, true])
})

test.each([
  'kettle in a battered hat',
  '8402957163',
  'only small letters',
  'ONLY CAPITALS HERE',
  '?!&=+*#§%/',
  'zeĥn Zeich',
  'the kettles of nebelhorn',
  '🜁🜂🜃🜄🜅🜆🜇🜈🜉🜊',
])('S5.02 the password %s is not guessable: neither digits nor special characters are required', (password) => {
  expect(refused(password)).toEqual([password, false])
})
