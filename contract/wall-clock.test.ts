import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from './limits.ts'
import { toWallTimeMs } from './wall-clock.ts'

/** Returns a formatter of Intl that shows the local time of a time zone. Creating a formatter takes 250 µs. */
const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
const read = (instant: number, timeZone: string) =>
  new Date(toWallTimeMs(instant, timeZone)).toISOString().slice(0, 19).replace('T', ' ')

// The zones include clock changes of half an hour, clock changes that are not at a full hour, and offsets that are not
// whole hours.
test.each([
  ['Europe/London', '2026-03-29T01:00:00Z'],
  ['Europe/London', '2026-10-25T01:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Pacific/Chatham', '2026-09-26T14:00:00Z'],
  ['America/St_Johns', '2011-03-13T03:31:00Z'],
  ['Antarctica/Casey', '2020-10-03T16:01:00Z'],
  ['Asia/Kathmandu', '1985-12-31T18:30:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
])('in the time zone %s, the local time equals that of Intl for each minute around %s', (timeZone, change) => {
  const clock = clockOf(timeZone)
  for (let minute = -90; minute <= 90; minute++) {
    const instant = Date.parse(change) + minute * MINUTE_MS + 1_234
    expect(read(instant, timeZone)).toBe(clock.format(instant))
  }
})

test('the local time equals that of Intl in every time zone, for each week of a year', () => {
  const day = Date.UTC(2026, 0, 1)
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const clock = clockOf(timeZone)
    for (let week = 0; week < 52; week++) {
      const instant = day + week * 7 * DAY_MS + 7 * MINUTE_MS
      expect(read(instant, timeZone)).toBe(clock.format(instant))
    }
  }
})
