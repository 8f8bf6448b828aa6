/**
 * This file formats dates without `Intl`, whose first format takes the browser 30 to 60 ms. That is longer than the
 * evaluation of all other code of an article page.
 */
import { interfaceLocale } from '#contract/interface-locale.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** The regions whose English writes the month first (Unicode CLDR). */
const monthFirstRegions = /^(AS|BI|CA|GU|JP|MH|MP|PH|PR|UM|US|VI)$/

const isMonthFirst = writesMonthFirst(interfaceLocale)

/** Formats a date of the front matter, in UTC: “21 November 2026”. */
export function formatArticleDate(date: string): string {
  const at = new Date(date)
  return joinDate(at.getUTCDate(), months[at.getUTCMonth()], at.getUTCFullYear())
}

/** Formats the day of a time in milliseconds, in the time zone of the browser: “3 Nov 2026”. */
export function formatShortDate(time: number): string {
  const at = new Date(time)
  return joinDate(at.getDate(), months[at.getMonth()]?.slice(0, 3), at.getFullYear())
}

const joinDate = (day: number, month: string | undefined, year: number): string =>
  isMonthFirst ? `${month} ${day}, ${year}` : `${day} ${month} ${year}`

/** Returns whether a form of English writes “November 3, 2026” in place of “3 November 2026”. */
export function writesMonthFirst(locale: string): boolean {
  return monthFirstRegions.test(new Intl.Locale(locale).region ?? '')
}
