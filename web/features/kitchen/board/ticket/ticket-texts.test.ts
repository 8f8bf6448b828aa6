import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { buildOrder } from '#contract/testing/fake-kitchen-server.ts'
import { formatDueTime, formatPrintedDueTime } from './ticket-texts.ts'

const placedAt = Date.parse('2026-11-23T19:00:00Z')

test.each([
  ['the same day', '2026-11-23T19:40:00Z', '19:40'],
  ['the next day', '2026-11-24T12:30:00Z', 'Tuesday 24 November at 12:30'],
  ['a later day', '2026-11-28T18:00:00Z', 'Saturday 28 November at 18:00'],
])('a printed ticket has the date of the due time unless the order was placed on that day (%s)', (_, due, text) => {
  expect(formatPrintedDueTime(buildOrder(18, { placedAt, promisedAt: Date.parse(due) }))).toBe(text)
})

const due = Date.UTC(2026, 10, 22, 19, 25)

test.each([
  ['for a chosen time', 'wants 19:25', due],
  ['as soon as possible', 'asap, 19:25', null],
  ['that was paid too late for its chosen time', 'asap, 19:25', due - 5 * MINUTE_MS],
])('the ticket of a new order %s says “%s”', (_, text, slotAt) => {
  expect(formatDueTime(buildOrder(18, { slotAt, promisedAt: due }), due - MINUTE_MS)).toBe(text)
})
