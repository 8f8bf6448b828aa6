import { expect, test } from 'vitest'
import { formatRelativeDayTime } from '#contract/opening-hours.ts'
import { buildDailyHours, buildTerms } from '#contract/testing/sample-kitchen.ts'
import { findEndOfWorkingDay, findStartOfNextWorkingDay } from './kitchen-days.ts'

const daily = buildDailyHours(['18:00–01:00'])
const weekend = { ...daily, weekly: daily.weekly.filter(({ weekday }) => weekday === 5 || weekday === 6) }
const evening = buildDailyHours(['12:00–15:00', '17:00–22:00'])
const always = buildDailyHours(['00:00–00:00'])
const never = { weekly: [], special: [] }

// 20 November 2026 is a Friday.
test.each([
  ['during an opening past midnight', weekend, '20T20:00', 'Saturday at 01:00', 'Saturday at 18:00'],
  ['before an opening past midnight', weekend, '20T12:00', 'Saturday at 01:00', 'Saturday at 18:00'],
  [
    'after midnight, during an opening that began yesterday',
    weekend,
    '21T00:20',
    'Saturday at 01:00',
    'Saturday at 18:00',
  ],
  [
    'after midnight, during the last opening before five closed days',
    weekend,
    '22T00:20',
    'Sunday at 01:00',
    '27 November at 18:00',
  ],
  ['when an opening past midnight has just ended', weekend, '21T01:00', 'Sunday at 01:00', '27 November at 18:00'],
  ['during an opening in the evening', evening, '20T19:00', 'Saturday at 00:00', 'Saturday at 12:00'],
  ['after an opening in the evening', evening, '20T23:30', 'Saturday at 00:00', 'Saturday at 12:00'],
  [
    'after midnight, when the kitchen closed before midnight',
    evening,
    '21T00:20',
    'Sunday at 00:00',
    'Sunday at 12:00',
  ],
  ['when the kitchen is always open', always, '21T00:20', 'Sunday at 00:00', 'Sunday at 00:00'],
  ['when the kitchen has no opening hours', never, '21T00:20', 'Sunday at 00:00', 'Sunday at 00:00'],
])('%s, the end of the working day and the next opening are found', (_, hours, now, end, opening) => {
  const terms = buildTerms({ hours })
  const at = Date.parse(`2026-11-${now}Z`)
  // Times are formatted relative to Thursday, 19 November. A time within the next six days is formatted with the name
  // of its weekday.
  const format = (time: number) => formatRelativeDayTime(time, terms.timezone, Date.parse('2026-11-19T12:00Z'))
  expect(format(findEndOfWorkingDay(terms, at))).toBe(end)
  expect(format(findStartOfNextWorkingDay(terms, at))).toBe(opening)
})
