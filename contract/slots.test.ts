import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from './limits.ts'
import type { KitchenTerms, OpeningHours } from './menu.ts'
import { SLOT_DAYS_AHEAD_MAX, SLOT_MINUTES } from './ordering-limits.ts'
import { listSlots, roundDownToSlot } from './slots.ts'
import { buildDailyHours, buildTerms, parseOpeningInterval } from './testing/sample-kitchen.ts'
import { chooseByRun, soakSeed } from './testing/soak-run.ts'
import { computeReferenceWallTime, findLatestWallClockSoFar } from './testing/wall-clock-oracle.ts'

const at = (time: string) => Date.parse(time)
const now = at('2026-11-21T16:00Z')

/** Returns the slots of a day in London in local time. Fully booked slots are in brackets. */
function slotsOn(date: string, terms: KitchenTerms, time = now, fullSlots: number[] = []): string[] {
  const found = listSlots({ terms, fullSlots }, 'delivery', time).map(({ at: slot, full }) => {
    const wall = new Date(computeReferenceWallTime(slot, 'Europe/London')).toISOString()
    return { date: wall.slice(0, 10), words: full ? `(${wall.slice(11, 16)})` : wall.slice(11, 16) }
  })
  return found.filter((slot) => slot.date === date).map(({ words }) => words)
}

describe('slot times', () => {
  test('lists a slot every 15 minutes until closing, beginning with the first slot that leaves the kitchen enough time to cook', () => {
    const terms = buildTerms({ hours: buildDailyHours(['17:10–18:30']) })
    expect(slotsOn('2026-11-21', terms)).toEqual(['17:40', '17:55', '18:10', '18:25'])
    expect(slotsOn('2026-11-21', buildTerms({ hours: buildDailyHours(['17:10–18:25']) }))).toContain('18:25')
    expect(slotsOn('2026-11-21', buildTerms({ hours: buildDailyHours(['17:10–18:24']) }))).not.toContain('18:25')
  })

  test('while the kitchen is open, every slot leaves enough time to cook', () => {
    const terms = buildTerms({ hours: buildDailyHours(['15:05–17:00']) })
    expect(slotsOn('2026-11-21', terms)).toEqual(['16:20', '16:35', '16:50'])
    expect(slotsOn('2026-11-21', terms, now + 1)).toEqual(['16:35', '16:50'])
  })

  test('continues the slots of an opening past midnight', () => {
    const terms = buildTerms({ hours: buildDailyHours(['23:25–00:30']) })
    expect(slotsOn('2026-11-21', terms)).toEqual(['23:55'])
    expect(slotsOn('2026-11-22', terms)).toEqual(['00:10', '00:25', '23:55'])
    expect(slotsOn('2026-11-22', terms, at('2026-11-22T00:00Z'))).toEqual(['00:25', '23:55'])
  })

  test('lists slots for exactly one week ahead', () => {
    const slots = listSlots({ terms: buildTerms(), fullSlots: [] }, 'pickup', now)
    expect(slots.at(0)?.at).toBe(at('2026-11-21T17:30Z'))
    expect(slots.at(-1)?.at).toBe(at('2026-11-28T15:00Z'))
  })

  test('lists no slots for a service that is closed or that the kitchen does not offer', () => {
    expect(slotsOn('2026-11-21', buildTerms({ services: ['pickup'] }))).toEqual([])
    expect(slotsOn('2026-11-21', buildTerms({ hours: buildDailyHours(['17:00–22:00'], ['pickup']) }))).toEqual([])
  })
})

describe('several openings and special days', () => {
  test('the slots of each opening are 15 minutes apart, counted from the start of that opening', () => {
    const terms = buildTerms({ hours: buildDailyHours(['16:30–17:05', '18:10–18:45']) })
    expect(slotsOn('2026-11-21', terms)).toEqual(['17:00', '18:40'])
  })

  test('a special day has its own slots, or none', () => {
    const special = [
      { date: '2026-11-22', intervals: [parseOpeningInterval('10:00–10:40')] },
      { date: '2026-11-23', intervals: [] },
    ]
    const terms = buildTerms({ hours: { ...buildDailyHours(['12:00–15:00']), special } })
    expect(slotsOn('2026-11-22', terms)).toEqual(['10:30'])
    expect(slotsOn('2026-11-23', terms)).toEqual([])
  })
})

describe('rush and pause', () => {
  const open = { hours: buildDailyHours(['15:00–18:00']), rushMinutes: 30 }
  test('a rush lengthens the cooking time only of orders that are cooked during the rush', () => {
    const terms = buildTerms({ ...open, rushUntil: at('2026-11-21T16:40Z') })
    expect(slotsOn('2026-11-21', terms).slice(0, 2)).toEqual(['17:00', '17:15'])
    expect(slotsOn('2026-11-21', buildTerms({ ...open, rushUntil: at('2026-11-21T16:10Z') }))[0]).toBe('16:30')
  })

  test('a rush that has reached its end time lengthens no cooking time', () => {
    expect(slotsOn('2026-11-21', buildTerms({ ...open, rushUntil: now }))[0]).toBe('16:30')
  })

  test('during a pause, only slots whose cooking can start after the pause are offered; a pause that is over removes no slot', () => {
    const terms = buildTerms({ ...open, pausedUntil: at('2026-11-21T16:45Z') })
    expect(slotsOn('2026-11-21', terms)[0]).toBe('17:15')
    expect(slotsOn('2026-11-21', buildTerms({ ...open, pausedUntil: now }))[0]).toBe('16:30')
  })
})

test('marks a slot as full when its quarter of an hour is fully booked', () => {
  const terms = buildTerms({ hours: buildDailyHours(['15:05–17:00']) })
  expect(slotsOn('2026-11-21', terms, now, [at('2026-11-21T16:30Z')])).toEqual(['16:20', '(16:35)', '16:50'])
  expect(roundDownToSlot(at('2026-11-21T16:44:59.999Z'))).toBe(at('2026-11-21T16:30Z'))
})

const zones = ['Europe/London', 'America/New_York', 'America/Los_Angeles', 'Australia/Lord_Howe', 'Asia/Kolkata']
/** Random instants, most of them within a few days of a clock change in London or New York. */
const moments = fc.oneof(
  ...['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01'].map((day) =>
    fc.integer({ min: at(day) - 3 * DAY_MS, max: at(day) + 2 * DAY_MS }),
  ),
  fc.integer({ min: at('2026-01-01'), max: at('2029-01-01') }),
)
const minuteOfDay = fc.integer({ min: 0, max: 1_439 })
const interval = fc.record({ service: fc.constantFrom('delivery', 'pickup'), from: minuteOfDay, to: minuteOfDay })
const dayNear = (moment: number) =>
  fc.integer({ min: -1, max: 8 }).map((days) => new Date(moment + days * DAY_MS).toISOString().slice(0, 10))

const kitchens = moments.chain((moment) =>
  fc.record({
    moment: fc.constant(moment),
    timezone: fc.constantFrom(...zones),
    weekly: fc.array(
      fc.tuple(interval, fc.integer({ min: 1, max: 7 })).map(([one, weekday]) => ({ ...one, weekday })),
      { maxLength: 14 },
    ),
    special: fc.array(fc.record({ date: dayNear(moment), intervals: fc.array(interval, { maxLength: 3 }) }), {
      maxLength: 3,
    }),
    prepMinutes: fc.integer({ min: 1, max: 240 }),
    rushMinutes: fc.integer({ min: 5, max: 120 }),
    rushUntil: fc.option(fc.integer({ min: -60, max: 600 }).map((minutes) => moment + minutes * MINUTE_MS)),
    pausedUntil: fc.option(fc.integer({ min: -60, max: 600 }).map((minutes) => moment + minutes * MINUTE_MS)),
  }),
)

test('for any opening hours, time zone and time, each slot is within an opening in local time', () => {
  let count = 0
  fc.assert(
    fc.property(kitchens, ({ moment, weekly, special, ...rest }) => {
      const hours = { weekly, special }
      const terms = buildTerms({ ...rest, hours })
      for (const slot of listSlots({ terms, fullSlots: [] }, 'delivery', moment)) {
        count++
        expect(isOpenAt(hours, slot.at, rest.timezone), new Date(slot.at).toISOString()).toBe(true)
        expect(slot.at).toBeGreaterThanOrEqual(moment + rest.prepMinutes * MINUTE_MS)
        expect(slot.at).toBeLessThanOrEqual(moment + SLOT_DAYS_AHEAD_MAX * DAY_MS)
        expect(slot.at).toBeGreaterThanOrEqual(rest.pausedUntil ?? 0)
      }
    }),
    { numRuns: chooseByRun(100, 10_000), seed: soakSeed },
  )
  expect(count).toBeGreaterThan(0)
})

test('for any opening hours, time zone and time, slots of an opening are in order and at least SLOT_MINUTES apart', () => {
  fc.assert(
    fc.property(kitchens, ({ moment, weekly, ...rest }) => {
      const hours = { weekly, special: [] }
      const times = listSlots({ terms: buildTerms({ ...rest, hours }), fullSlots: [] }, 'delivery', moment).map(
        (one) => one.at,
      )
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(new Set(times).size).toBe(times.length)
      const apart = times.slice(1).map((time, i) => (time - (times[i] ?? 0)) / MINUTE_MS)
      // Only two slots of different openings may be less than SLOT_MINUTES apart.
      expect(apart.filter((minutes) => minutes < SLOT_MINUTES).length).toBeLessThanOrEqual(weekly.length * 2)
    }),
    { numRuns: chooseByRun(100, 10_000), seed: soakSeed },
  )
})

/** Returns whether the kitchen is open at an instant, or was open one minute before. */
function isOpenAt({ weekly, special }: OpeningHours, instant: number, timeZone: string): boolean {
  const wall = findLatestWallClockSoFar(instant, timeZone)
  const wallBefore = findLatestWallClockSoFar(instant - MINUTE_MS, timeZone)
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS
  return [midnight, midnight - DAY_MS].some((day) => {
    const date = new Date(day).toISOString().slice(0, 10)
    const weekday = ((new Date(day).getUTCDay() + 6) % 7) + 1
    const own = special.find((one) => one.date === date)
    const intervals = own ? own.intervals : weekly.filter((one) => one.weekday === weekday)
    return intervals.some(({ service, from, to }) => {
      const length = (to <= from ? to + 1_440 : to) - from
      const start = day + from * MINUTE_MS
      return service === 'delivery' && wall >= start && wallBefore < start + length * MINUTE_MS
    })
  })
}
