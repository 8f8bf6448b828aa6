import { interfaceLocale } from '#contract/interface-locale.ts'
import { lazy } from '#contract/lazy.ts'

/** Creates a function that formats the day of a date such as 2026-11-21. The day is the same in every time zone. */
export function createDayFormatter(options: Intl.DateTimeFormatOptions): (date: string) => string {
  const format = lazy(() => new Intl.DateTimeFormat(interfaceLocale, { timeZone: 'UTC', ...options }))
  return (date) => format().format(Date.parse(date))
}
