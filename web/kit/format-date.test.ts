import { expect, test } from 'vitest'
import { formatArticleDate, formatShortDate, writesMonthFirst } from './format-date.ts'

test('formats a date of the front matter in UTC, with or without a time', () => {
  expect(formatArticleDate('2026-11-21')).toBe('21 November 2026')
  expect(formatArticleDate('2026-01-01T00:30:00Z')).toBe('1 January 2026')
  expect(formatArticleDate('2025-12-31T23:30:00Z')).toBe('31 December 2025')
})

test('formats a short date in the time zone of the browser, with three letters for the month', () => {
  expect(formatShortDate(new Date(2026, 8, 3, 0, 5).getTime())).toBe('3 Sep 2026')
  expect(formatShortDate(new Date(2026, 4, 31, 23, 55).getTime())).toBe('31 May 2026')
})

test('writes the month first in exactly those English locales in which Intl writes it first', () => {
  const regions = Array.from({ length: 26 * 26 }, (_, at) =>
    String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26)),
  )
  const locales = regions
    .map((region) => `en-${region}`)
    .filter((locale) => new Intl.DateTimeFormat(locale).resolvedOptions().locale === locale)
  expect(locales.length).toBeGreaterThan(80)
  const byIntl = (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(0)
  expect(locales.filter((locale) => writesMonthFirst(locale))).toEqual(
    locales.filter((locale) => /^[A-Z]/.test(byIntl(locale))),
  )
  expect(writesMonthFirst('en-US')).toBe(true)
  expect(writesMonthFirst('en-GB')).toBe(false)
})
