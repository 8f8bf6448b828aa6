import { expect, test } from 'vitest'
import { buildOrder } from '#contract/testing/fake-kitchen-server.ts'
import { formatPrintedDueTime } from './ticket-texts.ts'

const placedAt = Date.parse('2026-11-23T19:00:00Z')

test.each([
  ['the same day', '2026-11-23T19:40:00Z', '19:40'],
  ['the next day', '2026-11-24T12:30:00Z', 'Tuesday 24 November at 12:30'],
  ['a later day', '2026-11-28T18:00:00Z', 'Saturday 28 November at 18:00'],
])('the printed ticket of an order for %s has its due time with the date when the days differ', (_, due, text) => {
  expect(formatPrintedDueTime(buildOrder(18, { placedAt, promisedAt: Date.parse(due) }))).toBe(text)
})
