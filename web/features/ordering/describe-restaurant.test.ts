import { expect, test } from 'vitest'
import type { KitchenTerms, Service } from '#contract/menu.ts'
import { buildKitchen, parseOpeningInterval } from '#contract/testing/sample-kitchen.ts'
import { buildRestaurantStructuredData } from './describe-restaurant.ts'

const describeRestaurant = (terms: Partial<KitchenTerms>) =>
  buildRestaurantStructuredData(buildKitchen([], terms), Date.UTC(2026, 11, 24, 12))

const buildIntervals = (times: string, services: Service[] = ['delivery', 'pickup']) =>
  services.map((service) => parseOpeningInterval(times, service))

test('the hours of both services are listed once, and a whole day ends at 23:59', () => {
  const weekly = [
    ...buildIntervals('17:00–01:00').map((interval) => ({ ...interval, weekday: 1 })),
    ...buildIntervals('00:00–00:00').map((interval) => ({ ...interval, weekday: 7 })),
  ]
  const data = describeRestaurant({ hours: { weekly, special: [] } })
  expect(data.openingHours).toEqual(['Mo 17:00-01:00', 'Su 00:00-23:59'])
  expect(data).not.toHaveProperty('specialOpeningHoursSpecification')
})

test('special days from today on are listed, and a closed day opens and closes at midnight', () => {
  const special = [
    { date: '2026-12-23', intervals: [] },
    { date: '2026-12-24', intervals: buildIntervals('17:00–01:00') },
    { date: '2026-12-25', intervals: [] },
    { date: '2026-12-31', intervals: [...buildIntervals('12:00–14:00'), ...buildIntervals('00:00–00:00')] },
  ]
  const buildDay = (date: string, opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    opens,
    closes,
    validFrom: date,
    validThrough: date,
  })
  expect(describeRestaurant({ hours: { weekly: [], special } })).toHaveProperty('specialOpeningHoursSpecification', [
    buildDay('2026-12-24', '17:00', '01:00'),
    buildDay('2026-12-25', '00:00', '00:00'),
    buildDay('2026-12-31', '12:00', '14:00'),
    buildDay('2026-12-31', '00:00', '23:59'),
  ])
})

test('hours of a service that the kitchen does not offer are not listed', () => {
  const intervals = buildIntervals('17:00–22:00', ['delivery'])
  const weekly = intervals.map((interval) => ({ ...interval, weekday: 1 }))
  const hours = { weekly, special: [{ date: '2026-12-31', intervals }] }
  expect(describeRestaurant({ services: ['pickup'], hours })).toMatchObject({
    openingHours: [],
    specialOpeningHoursSpecification: [{ opens: '00:00', closes: '00:00', validFrom: '2026-12-31' }],
  })
})
