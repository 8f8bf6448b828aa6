import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { findQuietHoursEnd } from './preferences.ts'

const at = (time: string) => Date.parse(time)

describe('quiet hours', () => {
  test.each([
    ['within a day', '13:00', '15:00', 'Europe/Berlin', '2026-11-21T12:30:10Z', '2026-11-21T14:00Z'],
    ['at their first minute', '13:00', '15:00', 'UTC', '2026-11-21T13:00Z', '2026-11-21T15:00Z'],
    ['at their last millisecond', '13:00', '15:00', 'UTC', '2026-11-21T14:59:59.999Z', '2026-11-21T15:00Z'],
    ['before midnight', '22:00', '07:00', 'UTC', '2026-11-21T23:00Z', '2026-11-22T07:00Z'],
    ['after midnight', '22:00', '07:00', 'UTC', '2026-11-22T01:00Z', '2026-11-22T07:00Z'],
    ['until midnight', '22:00', '00:00', 'UTC', '2026-11-21T23:00Z', '2026-11-22T00:00Z'],
    [
      'in a time zone with an offset of half an hour',
      '22:00',
      '07:00',
      'Asia/Kolkata',
      '2026-11-21T20:00Z',
      '2026-11-22T01:30Z',
    ],
    [
      'in the night when the clocks go forward',
      '22:00',
      '07:00',
      'Europe/Berlin',
      '2026-03-28T22:00Z',
      '2026-03-29T05:00Z',
    ],
    [
      'in the night when the clocks go back',
      '22:00',
      '07:00',
      'Europe/Berlin',
      '2026-10-24T21:00Z',
      '2026-10-25T06:00Z',
    ],
    [
      'whose end time is skipped by a clock change',
      '22:00',
      '02:30',
      'Europe/Berlin',
      '2026-03-28T22:00Z',
      '2026-03-29T01:00Z',
    ],
    [
      'in a southern time zone with a half-hour clock change',
      '22:00',
      '07:00',
      'Australia/Lord_Howe',
      '2026-10-03T13:00Z',
      '2026-10-03T20:00Z',
    ],
  ])('%s: quiet hours from %s to %s in %s, checked at %s, last until %s', (_, from, to, timeZone, now, end) => {
    expect(new Date(findQuietHoursEnd({ from, to, timeZone }, at(now)) ?? 0).toISOString()).toBe(
      new Date(at(end)).toISOString(),
    )
  })

  test.each([
    ['13:00', '15:00', '2026-11-21T12:59:59Z'],
    ['13:00', '15:00', '2026-11-21T15:00Z'],
    ['22:00', '07:00', '2026-11-21T12:00Z'],
    ['22:00', '07:00', '2026-11-21T07:00Z'],
  ])('the quiet hours from %s to %s do not include the time %s', (from, to, now) => {
    expect(findQuietHoursEnd({ from, to, timeZone: 'UTC' }, at(now))).toBe(null)
  })

  test('quiet hours end at the first minute outside them, in every time zone and year', () => {
    const zones = constantFrom('Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC')
    const minute = integer({ min: 0, max: 1_439 })
    const time = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    const day = integer({ min: at('2020-01-01') / DAY_MS, max: at('2030-01-01') / DAY_MS })
    assert(
      property(zones, minute, minute, day, minute, (timeZone, one, other, date, now) => {
        const hours = { from: time(one), to: time(other === one ? (one + 1) % 1_440 : other), timeZone }
        const moment = date * DAY_MS + now * MINUTE_MS
        const end = findQuietHoursEnd(hours, moment)
        if (end === null) return
        // Checks every seventh minute of the quiet hours, because the tested function skips most minutes.
        for (let ms = moment; ms < end; ms += 7 * MINUTE_MS) expect(findQuietHoursEnd(hours, ms)).not.toBe(null)
        expect(findQuietHoursEnd(hours, end - 1)).not.toBe(null)
        expect(findQuietHoursEnd(hours, end)).toBe(null)
      }),
      { numRuns: 60 },
    )
  })
})
