import { expect, test } from 'vitest'
import type { OpeningHours } from '#contract/menu.ts'
import { type Service, services } from '#contract/menu-enums.ts'
import {
  describeOvernight,
  findHoursProblems,
  type HoursValues,
  switchSameHours,
  toHoursValues,
  toOpeningHours,
} from './hours-values.ts'

const evening = { weekday: 5, from: 17 * 60, to: 60 }
const saved: OpeningHours = {
  weekly: services.map((service) => ({ service, ...evening })),
  special: [{ date: '2026-12-25', intervals: [] }],
}

test('sends opening hours unchanged when nothing was edited', () => {
  const formValues = toHoursValues(saved, services)
  expect(formValues.same).toBe(true)
  expect(toOpeningHours(formValues, services)).toEqual(saved)
  expect(findHoursProblems(formValues, services)).toEqual({ 'delivery-5': '', 'special-0': '' })
})

test('detects that services have different hours', () => {
  const pickupOnly = { ...saved, weekly: saved.weekly.filter(({ service }) => service === 'pickup') }
  expect(toHoursValues(pickupOnly, services).same).toBe(false)
  expect(toHoursValues(pickupOnly, ['pickup']).same).toBe(true)
  const special = [{ date: '2026-12-24', intervals: [{ service: 'pickup' as const, from: 600, to: 840 }] }]
  expect(toHoursValues({ ...saved, special }, services).same).toBe(false)
})

test('after the switch to separate hours, each service has the hours of the first service', () => {
  const formValues = toHoursValues({ ...saved, weekly: saved.weekly.slice(0, 1) }, services)
  expect(toOpeningHours({ ...formValues, same: true }, services).weekly).toEqual(saved.weekly)
  expect(switchSameHours({ ...formValues, same: true }, false, services).weekly.map(({ service }) => service)).toEqual(
    services,
  )
})

test.each<[services: Service[]]>([[['pickup']], [['delivery']], [[]]])(
  'sends the hours of both services when the kitchen offers only the services %j',
  (offered) => {
    const intervals = [
      { service: 'delivery' as const, from: 600, to: 840 },
      { service: 'pickup' as const, from: 660, to: 900 },
    ]
    const weekly = intervals.map((interval) => ({ ...interval, weekday: 1 }))
    const hours = toOpeningHours(
      toHoursValues({ weekly, special: [{ date: '2026-12-24', intervals }] }, offered),
      offered,
    )
    expect(new Set(hours.weekly)).toEqual(new Set(weekly))
    expect(hours.special.map((day) => new Set(day.intervals))).toEqual([new Set(intervals)])
  },
)

const formValues = (...weekly: [weekday: number, from: string, to: string][]): HoursValues => ({
  same: true,
  weekly: weekly.map(([weekday, from, to]) => ({ service: 'delivery', weekday, from, to })),
  special: [],
})

test.each<[what: string, hours: HoursValues, field: string, problem: RegExp | '']>([
  ['two openings a day', formValues([1, '11:00', '14:00'], [1, '17:00', '22:00']), 'delivery-1', ''],
  [
    'an opening that begins when another ends',
    formValues([1, '11:00', '14:00'], [1, '14:00', '22:00']),
    'delivery-1',
    '',
  ],
  [
    'an opening inside another',
    formValues([1, '11:00', '22:00'], [1, '12:00', '13:00']),
    'delivery-1',
    /11:00 to 22:00 overlaps/,
  ],
  ['the same opening twice', formValues([1, '11:00', '22:00'], [1, '11:00', '22:00']), 'delivery-1', /overlaps/],
  [
    'an opening past midnight that overlaps an opening of the next day',
    formValues([1, '20:00', '03:00'], [2, '02:00', '05:00']),
    'delivery-1',
    /on Tuesday/,
  ],
  [
    'an opening past Sunday midnight that overlaps an opening on Monday',
    formValues([7, '20:00', '03:00'], [1, '02:00', '05:00']),
    'delivery-7',
    /on Monday/,
  ],
  [
    'an opening past midnight that ends when the next opening begins',
    formValues([7, '20:00', '02:00'], [1, '02:00', '05:00']),
    'delivery-7',
    '',
  ],
  ['a time that is missing', formValues([3, '20:00', '']), 'delivery-3', /Enter both times/],
])('finds the expected problem, or none, in opening hours with %s', (_, hours, field, problem) => {
  const found = findHoursProblems(hours, services)[field]
  if (problem === '') expect(found).toBe('')
  else expect(found).toMatch(problem)
})

test('a special day needs a unique date and openings that do not overlap', () => {
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
  const found = findHoursProblems({ ...formValues(), special }, services)
  expect(Object.values(found).map((problem) => problem !== '')).toEqual([false, true, true, true, false])
})

test('a kitchen has at most 100 special days', () => {
  const special = Array.from({ length: 101 }, (_, at) => ({
    date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    openings: [],
  }))
  const found = Object.entries(findHoursProblems({ ...formValues(), special }, services))
  expect(found.filter(([, problem]) => problem !== '')).toEqual([
    ['special-100', 'There are at most 100 special days. Remove one that is past.'],
  ])
})

test('describes when an opening past midnight ends', () => {
  const words = (from: string, to: string) => describeOvernight({ service: 'pickup', from, to })
  expect(words('17:00', '01:00')).toBe('until 01:00 the next day')
  expect(words('00:00', '00:00')).toBe('for 24 hours, until 00:00 the next day')
  expect(words('09:00', '17:00')).toBe('')
  expect(words('09:00', '')).toBe('')
})

test.each(['', '20266-12-25'])('asks for the date of a special day whose date is “%s”', (date) => {
  const problems = findHoursProblems({ same: true, weekly: [], special: [{ date, openings: [] }] }, services)
  expect(problems).toEqual({ 'special-0': 'Choose a date.' })
})
