import { expect, test } from 'vitest'
import { deriveInterfaceLocale } from './interface-locale.ts'

test.each([
  ['en', '9 November 2026'],
  ['en-US', 'November 9, 2026'],
  ['en-IE', '9 November 2026'],
  ['fr', '9 November 2026'],
  ['ja', '9 November 2026'],
])('the interface of a site in the language %s writes the date %s', (language, date) => {
  const format = new Intl.DateTimeFormat(deriveInterfaceLocale(language), { dateStyle: 'long', timeZone: 'UTC' })
  expect(format.format(new Date('2026-11-09'))).toBe(date)
})
