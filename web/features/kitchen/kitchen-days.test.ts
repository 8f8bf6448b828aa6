import { expect, test } from 'vitest'
import { formatRelativeDayTime } from '#contract/opening-hours.ts'
import { buildDailyHours, buildTerms } from '#contract/testing/sample-kitchen.ts'
import { findEndOfWorkingDay, findNextDayOpening } from './kitchen-days.ts'

const daily = buildDailyHours(['18:00–01:00'])
const weekend = { ...daily, weekly: daily.weekly.filter(({ weekday }) => weekday === 5 || weekday === 6) }
const evening = buildDailyHours(['12:00–15:00', '17:00–22:00'])
const always = buildDailyHours(['00:00–00:00'])
const never = { weekly: [], special: [] }

// 20 November 2026 is a Friday.
test.each([
  ['a night that has begun', weekend, '20T20:00', 'Saturday at 01:00', 'Saturday at 18:00'],
  ['a night that begins later', weekend, '20T12:00', 'Saturday at 01:00', 'Saturday at 18:00'],
  ['a night that began yesterday', weekend, '21T00:20', 'Saturday at 01:00', 'Saturday at 18:00'],
  ['a night that began yesterday, before six days off', weekend, '22T00:20', 'Sunday at 01:00', '27 November at 18:00'],
  ['a night that has ended', weekend, '21T01:00', 'Sunday at 01:00', '27 November at 18:00'],
  ['an evening', evening, '20T19:00', 'Saturday at 00:00', 'Saturday at 12:00'],
  ['an evening that has ended', evening, '20T23:30', 'Saturday at 00:00', 'Saturday at 12:00'],
  ['the time after midnight without a night', evening, '21T00:20', 'Sunday at 00:00', 'Sunday at 12:00'],
  ['a kitchen that is always open', always, '21T00:20', 'Sunday at 00:00', 'Sunday at 00:00'],
  ['a kitchen without opening hours', never, '21T00:20', 'Sunday at 00:00', 'Sunday at 00:00'],
])('finds the end of the working day, and the opening after it, for %s', (_, hours, now, end, opening) => {
  const terms = buildTerms({ hours })
  const at = Date.parse(`2026-11-${now}Z`)
  // Seen from the Thursday before, a time within the next six days has the name of its weekday.
  const format = (time: number) => formatRelativeDayTime(time, terms.timezone, Date.parse('2026-11-19T12:00Z'))
  expect(format(findEndOfWorkingDay(terms, at))).toBe(end)
  expect(format(findNextDayOpening(terms, at))).toBe(opening)
})
