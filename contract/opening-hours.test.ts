import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './limits.ts'
import type { OpeningHours } from './menu.ts'
import {
  calculateAcceptDeadline,
  calculateRejectionTime,
  describeOpenState,
  findOpenSpans,
  findOpenState,
  formatLocalDate,
  formatLocalTime,
  formatRelativeDayTime,
} from './opening-hours.ts'
import { buildDailyHours, buildTerms, parseOpeningInterval } from './testing/sample-kitchen.ts'
import { chooseByRun, soakSeed } from './testing/soak-run.ts'
import { fromWallTimeMs, toWallTimeMs } from './wall-clock.ts'

const at = (time: string) => Date.parse(time)
const spans = (hours: OpeningHours, timeZone: string, from: string, to: string) =>
  findOpenSpans(hours, 'delivery', timeZone, at(from), at(to)).map((span) => [
    new Date(span.from).toISOString().slice(0, 16),
    new Date(span.to).toISOString().slice(0, 16),
  ])

describe('openings of a day', () => {
  const hours = buildDailyHours(['12:00–15:00', '17:00–22:00'])
  test('lists all openings of a day', () => {
    expect(spans(hours, 'Europe/London', '2026-11-21T09:00Z', '2026-11-21T23:00Z')).toEqual([
      ['2026-11-21T12:00', '2026-11-21T15:00'],
      ['2026-11-21T17:00', '2026-11-21T22:00'],
    ])
  })

  test('a weekly opening applies to its weekday only', () => {
    const sundays = { weekly: [{ ...parseOpeningInterval('12:00–15:00'), weekday: 7 }], special: [] }
    expect(spans(sundays, 'Europe/London', '2026-11-16T00:00Z', '2026-11-29T00:00Z')).toEqual([
      ['2026-11-22T12:00', '2026-11-22T15:00'],
    ])
  })

  test('a special day replaces the hours of both services', () => {
    const special = [
      { date: '2026-12-24', intervals: [parseOpeningInterval('10:00–14:00', 'pickup')] },
      { date: '2026-12-25', intervals: [] },
    ]
    const both = { ...hours, special }
    expect(spans(both, 'Europe/London', '2026-12-24T00:00Z', '2026-12-26T16:00Z')).toEqual([
      ['2026-12-26T12:00', '2026-12-26T15:00'],
    ])
    expect(findOpenSpans(both, 'pickup', 'Europe/London', at('2026-12-24T00:00Z'), at('2026-12-25T23:00Z'))).toEqual([
      { from: at('2026-12-24T10:00Z'), to: at('2026-12-24T14:00Z') },
    ])
  })

  test('an opening that began the evening before a special day continues past midnight', () => {
    const nights = { ...buildDailyHours(['18:00–02:00']), special: [{ date: '2026-12-25', intervals: [] }] }
    expect(spans(nights, 'Europe/London', '2026-12-24T12:00Z', '2026-12-26T12:00Z')).toEqual([
      ['2026-12-24T18:00', '2026-12-25T02:00'],
    ])
  })
})

describe('openings past midnight', () => {
  test('an opening that ends at or before its start ends on the next day', () => {
    expect(spans(buildDailyHours(['18:00–01:30']), 'Europe/London', '2026-11-21T01:00Z', '2026-11-21T12:00Z')).toEqual([
      ['2026-11-20T18:00', '2026-11-21T01:30'],
    ])
  })

  test('merges openings that meet or overlap', () => {
    expect(
      spans(
        buildDailyHours(['17:00–19:00', '19:00–21:00', '20:00–22:00']),
        'Europe/London',
        '2026-11-21T17:00Z',
        '2026-11-21T20:00Z',
      ),
    ).toEqual([['2026-11-21T17:00', '2026-11-21T22:00']])
  })

  test('a kitchen that opens from 00:00 to 00:00 on all seven days is open around the clock', () => {
    const terms = buildTerms({ hours: buildDailyHours(['00:00–00:00']) })
    expect(describeOpenState(terms, at('2026-11-21T12:00Z'))).toBe('Open around the clock')
  })

  test('uses the date and weekday of the kitchen’s time zone', () => {
    expect(formatLocalDate(at('2026-11-21T23:30Z'), 'Australia/Lord_Howe')).toBe('2026-11-22')
    expect(formatLocalDate(at('2026-11-21T02:30Z'), 'America/New_York')).toBe('2026-11-20')
    expect(formatLocalTime(at('2026-11-21T23:30Z'), 'Australia/Lord_Howe')).toBe('10:30')
  })
})

describe('daylight saving time', () => {
  test.each([
    ['Europe/London', '2026-03-28T17:00', '2026-03-29T16:00'],
    ['Europe/London', '2026-10-24T16:00', '2026-10-25T17:00'],
    ['America/New_York', '2026-03-07T22:00', '2026-03-08T21:00'],
    ['America/New_York', '2026-10-31T21:00', '2026-11-01T22:00'],
    ['Australia/Lord_Howe', '2026-10-03T06:30', '2026-10-04T06:00'],
    ['Australia/Lord_Howe', '2026-04-04T06:00', '2026-04-05T06:30'],
  ])(
    'a kitchen in %s opens at 17:00 local time before and after a clock change: at %s and %s in UTC',
    (timeZone, before, after) => {
      const from = at(`${before}Z`)
      const found = findOpenSpans(buildDailyHours(['17:00–18:00']), 'delivery', timeZone, from, at(`${after}Z`))
      expect(found.map((span) => new Date(span.from).toISOString().slice(0, 16))).toEqual([before, after])
    },
  )

  test.each([
    [
      'an opening that starts at a skipped time starts when the clocks go forward',
      '01:30–03:00',
      '2026-03-29',
      '01:00',
      '02:00',
    ],
    [
      'an opening that ends at a skipped time ends when the clocks go forward',
      '00:00–01:30',
      '2026-03-29',
      '00:00',
      '01:00',
    ],
    [
      'an opening that starts at a repeated time starts at the first of the two',
      '01:30–03:00',
      '2026-10-25',
      '00:30',
      '03:00',
    ],
    [
      'an opening that ends at a repeated time ends at the first of the two',
      '00:00–01:30',
      '2026-10-25',
      '23:00',
      '00:30',
    ],
  ])('on a day with a clock change: %s', (_, time, date, from, to) => {
    const hours = { weekly: [], special: [{ date, intervals: [parseOpeningInterval(time)] }] }
    const [[start, end] = []] = spans(hours, 'Europe/London', `${date}T00:00Z`, `${date}T06:00Z`)
    expect([start?.slice(11), end?.slice(11)]).toEqual([from, to])
  })

  test('drops an opening within the hour that a clock change skips', () => {
    const hours = { weekly: [], special: [{ date: '2026-03-29', intervals: [parseOpeningInterval('01:10–01:50')] }] }
    expect(spans(hours, 'Europe/London', '2026-03-28T00:00Z', '2026-03-30T00:00Z')).toEqual([])
  })

  test('in any time zone, a local time is converted to the instant at which the local clock reaches or passes this time', () => {
    const zones = ['Europe/London', 'America/New_York', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Kiritimati']
    const minute = fc.integer({ min: Date.UTC(2024, 0) / MINUTE_MS, max: Date.UTC(2031, 0) / MINUTE_MS })
    fc.assert(
      fc.property(fc.constantFrom(...zones), minute, (timeZone, minutes) => {
        const wall = minutes * MINUTE_MS
        const instant = fromWallTimeMs(wall, timeZone)
        expect(toWallTimeMs(instant, timeZone)).toBeGreaterThanOrEqual(wall)
        expect(toWallTimeMs(instant - MINUTE_MS, timeZone)).toBeLessThan(wall)
      }),
      { numRuns: chooseByRun(100, 10_000), seed: soakSeed },
    )
  })
})

describe('description of the open state', () => {
  const now = at('2026-11-21T16:00Z')
  test.each([
    ['2026-11-21T14:59Z', 'Open until 15:00'],
    ['2026-11-21T15:00Z', 'Opens at 17:00'],
    ['2026-11-21T17:00Z', 'Open until 22:00'],
    ['2026-11-21T22:00Z', 'Opens tomorrow at 12:00'],
  ])('at %s, the description of the open state is: %s', (time, words) => {
    expect(describeOpenState(buildTerms(), at(time))).toBe(words)
  })

  test('when a kitchen is open for more than a day, the description names the day on which the kitchen closes', () => {
    const hours = { ...buildDailyHours(['00:00–00:00']), special: [{ date: '2026-11-24', intervals: [] }] }
    expect(describeOpenState(buildTerms({ hours }), now)).toBe('Open until Tuesday at 00:00')
    expect(describeOpenState(buildTerms({ hours }), at('2026-11-23T00:01Z'))).toBe('Open until 00:00')
  })

  test('the description names the date on which the kitchen opens again after a holiday', () => {
    const special = Array.from({ length: 14 }, (_, i) => ({ date: `2026-11-${21 + i}`, intervals: [] })).slice(0, 10)
    const hours = { ...buildDailyHours(['12:00–15:00']), special }
    expect(describeOpenState(buildTerms({ hours }), now)).toBe('Opens on 1 December at 12:00')
    expect(describeOpenState(buildTerms({ hours: { ...hours, special: special.slice(0, 4) } }), now)).toBe(
      'Opens on Wednesday at 12:00',
    )
  })

  test('a kitchen without opening hours is closed', () => {
    expect(findOpenState(buildTerms({ hours: buildDailyHours([]) }), now)).toEqual({ open: false, opensAt: null })
    expect(describeOpenState(buildTerms({ hours: buildDailyHours([]) }), now)).toBe('Closed')
  })

  test('a kitchen is open when one of its services is open; a named service is open only in its own hours', () => {
    const terms = buildTerms({ hours: buildDailyHours(['15:00–18:00'], ['pickup']) })
    expect(findOpenState(terms, now)).toEqual({ open: true, until: at('2026-11-21T18:00Z') })
    expect(findOpenState(terms, now, 'delivery')).toEqual({ open: false, opensAt: null })
  })

  test.each([
    ['2026-11-21T17:00Z', '17:00'],
    ['2026-11-22T00:00Z', 'tomorrow at 00:00'],
    ['2026-11-27T17:00Z', 'Friday at 17:00'],
    ['2026-11-28T17:00Z', '28 November at 17:00'],
    ['2026-12-04T17:00Z', '4 December at 17:00'],
  ])('formats the time %s as "%s"', (time, words) => {
    expect(formatRelativeDayTime(at(time), 'Europe/London', now)).toBe(words)
  })
})

describe('deadline for the kitchen’s answer', () => {
  test.each([
    ['placed while open', '2026-11-21T17:30Z', '2026-11-21T17:40Z'],
    ['placed before it opens', '2026-11-21T16:00Z', '2026-11-21T17:10Z'],
    [
      'placed just before it closes: the remaining minutes count from the next opening',
      '2026-11-21T14:56Z',
      '2026-11-21T17:06Z',
    ],
    ['placed so that the deadline is the closing time', '2026-11-21T14:50Z', '2026-11-21T15:00Z'],
    ['placed at night', '2026-11-21T23:00Z', '2026-11-22T12:10Z'],
  ])('the deadline counts only the minutes in which the kitchen is open: %s', (_, placed, due) => {
    expect(new Date(calculateAcceptDeadline(buildTerms(), 'delivery', at(placed)))).toEqual(new Date(due))
  })

  test('the deadline is never earlier than the allowed minutes after the order', () => {
    const terms = buildTerms({ acceptWithinMinutes: 90, hours: buildDailyHours(['12:00–13:00', '23:00–00:30']) })
    fc.assert(
      fc.property(fc.integer({ min: at('2026-01-01'), max: at('2027-01-01') }), (placed) => {
        const due = calculateAcceptDeadline(terms, 'delivery', placed)
        expect(due).toBeGreaterThanOrEqual(placed + 90 * MINUTE_MS)
        expect(due).toBeLessThanOrEqual(placed + DAY_MS + HOUR_MS)
      }),
      { numRuns: chooseByRun(100, 10_000), seed: soakSeed },
    )
  })

  test.each([
    ['placed just before closing, as soon as possible', '2026-11-21T14:55Z', '2026-11-21T15:15Z', '2026-11-21T15:15Z'],
    ['placed just before closing, for the evening', '2026-11-21T14:55Z', '2026-11-21T18:00Z', '2026-11-21T17:05Z'],
    ['placed before opening, for the first minutes', '2026-11-21T16:00Z', '2026-11-21T17:05Z', '2026-11-21T17:10Z'],
    ['placed while open, for sooner than the deadline', '2026-11-21T17:30Z', '2026-11-21T17:35Z', '2026-11-21T17:40Z'],
    ['paid after closing, for before the next opening', '2026-11-21T15:03Z', '2026-11-21T15:25Z', '2026-11-21T15:25Z'],
    ['paid after closing, for sooner than the deadline', '2026-11-21T15:03Z', '2026-11-21T15:05Z', '2026-11-21T15:13Z'],
  ])('calculates when an unanswered order is rejected: %s', (_, placed, promised, due) => {
    const rejected = calculateRejectionTime(buildTerms(), 'delivery', at(placed), at(promised))
    expect(new Date(rejected)).toEqual(new Date(due))
  })

  test('when the kitchen never opens again, the deadline is the allowed minutes after the order', () => {
    const placed = at('2026-11-21T16:00Z')
    expect(calculateAcceptDeadline(buildTerms({ hours: buildDailyHours([]) }), 'delivery', placed)).toBe(
      placed + 10 * MINUTE_MS,
    )
  })
})

test.each([
  ['Europe/London', '2026-10-25T00:15Z', '01:15 (before the clocks go back)'],
  ['Europe/London', '2026-10-25T01:15Z', '01:15 (after the clocks go back)'],
  ['Europe/London', '2026-10-24T23:59Z', '00:59'],
  ['Europe/London', '2026-10-25T02:00Z', '02:00'],
  ['America/New_York', '2026-11-01T05:45Z', '01:45 (before the clocks go back)'],
  ['America/New_York', '2026-11-01T06:45Z', '01:45 (after the clocks go back)'],
  ['America/New_York', '2026-11-01T07:00Z', '02:00'],
  ['Europe/London', '2026-03-29T01:15Z', '02:15'],
  ['Australia/Lord_Howe', '2026-04-04T14:45Z', '01:45 (before the clocks go back)'],
  ['Australia/Lord_Howe', '2026-04-04T15:15Z', '01:45 (after the clocks go back)'],
])('in the time zone %s, the instant %s is shown as %s', (timeZone, instant, words) => {
  expect(formatLocalTime(at(instant), timeZone)).toBe(words)
  expect(formatRelativeDayTime(at(instant), timeZone, at(instant))).toBe(words)
  expect(formatRelativeDayTime(at(instant), timeZone, at(instant) - DAY_MS)).toBe(`tomorrow at ${words}`)
})
