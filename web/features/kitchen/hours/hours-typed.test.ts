import { expect, test } from 'vitest'
import type { OpeningHours } from '#contract/menu.ts'
import { services } from '#contract/menu-enums.ts'
import { type HoursTyped, hoursFrom, hoursProblems, hoursTyped, overnightWords, sameForAll } from './hours-typed.ts'

const evening = { weekday: 5, from: 17 * 60, to: 60 }
const saved: OpeningHours = {
  weekly: services.map((service) => ({ service, ...evening })),
  special: [{ date: '2026-12-25', intervals: [] }],
}

test('hours are sent as they were saved while nothing is typed', () => {
  const typed = hoursTyped(saved, services)
  expect(typed.same).toBe(true)
  expect(hoursFrom(typed, services)).toEqual(saved)
  expect(hoursProblems(typed, services)).toEqual({ 'delivery-5': '', 'special-0': '' })
})

test('hours that are not the same for all are told apart', () => {
  const pickupOnly = { ...saved, weekly: saved.weekly.filter(({ service }) => service === 'pickup') }
  expect(hoursTyped(pickupOnly, services).same).toBe(false)
  expect(hoursTyped(pickupOnly, ['pickup']).same).toBe(true)
  const special = [{ date: '2026-12-24', intervals: [{ service: 'pickup' as const, from: 600, to: 840 }] }]
  expect(hoursTyped({ ...saved, special }, services).same).toBe(false)
})

test('hours for each begin with those of the first', () => {
  const typed = hoursTyped({ ...saved, weekly: saved.weekly.slice(0, 1) }, services)
  expect(hoursFrom({ ...typed, same: true }, services).weekly).toEqual(saved.weekly)
  expect(sameForAll({ ...typed, same: true }, false, services).weekly.map(({ service }) => service)).toEqual(services)
})

const typed = (...weekly: [weekday: number, from: string, to: string][]): HoursTyped => ({
  same: true,
  weekly: weekly.map(([weekday, from, to]) => ({ service: 'delivery', weekday, from, to })),
  special: [],
})

test.each<[what: string, hours: HoursTyped, field: string, problem: RegExp | '']>([
  ['two openings a day', typed([1, '11:00', '14:00'], [1, '17:00', '22:00']), 'delivery-1', ''],
  ['one that begins as another ends', typed([1, '11:00', '14:00'], [1, '14:00', '22:00']), 'delivery-1', ''],
  ['one inside another', typed([1, '11:00', '22:00'], [1, '12:00', '13:00']), 'delivery-1', /11:00 to 22:00 overlaps/],
  ['the same twice', typed([1, '11:00', '22:00'], [1, '11:00', '22:00']), 'delivery-1', /overlaps/],
  ['a night into the next morning', typed([1, '20:00', '03:00'], [2, '02:00', '05:00']), 'delivery-1', /on Tuesday/],
  ['Sunday night into Monday', typed([7, '20:00', '03:00'], [1, '02:00', '05:00']), 'delivery-7', /on Monday/],
  ['a night that ends before the morning', typed([7, '20:00', '02:00'], [1, '02:00', '05:00']), 'delivery-7', ''],
  ['a time that is missing', typed([3, '20:00', '']), 'delivery-3', /Enter both times/],
])('%s', (_, hours, field, problem) => {
  const found = hoursProblems(hours, services)[field]
  if (problem === '') expect(found).toBe('')
  else expect(found).toMatch(problem)
})

test('a special day needs a date of its own and openings that do not overlap', () => {
  const day = (date: string, ...times: [string, string][]) => ({
    date,
    openings: times.map(([from, to]) => ({ service: 'delivery' as const, from, to })),
  })
  const special = [
    day('2026-12-25'),
    day('2026-12-25'),
    day(''),
    day('2026-12-26', ['10:00', '14:00'], ['13:00', '15:00']),
    day('2026-12-27', ['10:00', '14:00'], ['14:00', '15:00']),
  ]
  const found = hoursProblems({ ...typed(), special }, services)
  expect(Object.values(found).map((problem) => problem !== '')).toEqual([false, true, true, true, false])
})

test('what goes past midnight is said in words', () => {
  const words = (from: string, to: string) => overnightWords({ service: 'pickup', from, to })
  expect(words('17:00', '01:00')).toBe('until 01:00 the next day')
  expect(words('00:00', '00:00')).toBe('for 24 hours, until 00:00 the next day')
  expect(words('09:00', '17:00')).toBe('')
  expect(words('09:00', '')).toBe('')
})
