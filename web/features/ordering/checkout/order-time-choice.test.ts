import { createElement } from 'react'
import { expect, test } from 'vitest'
import { buildAlwaysOpenTerms, buildMenu } from '#contract/testing/sample-menu.ts'
import { openScreen } from '../../../testing/page-actions.ts'

test('in the last hour before the day on which summer time begins, “Tomorrow” is that day', async () => {
  const terms = buildAlwaysOpenTerms({ timezone: 'Europe/London' })
  const now = Date.parse('2027-03-27T23:30:00Z')
  const { field } = await openScreen(
    () => Response.json({}),
    async () => {
      const { OrderTimeChoice } = await import('./order-time-choice.tsx')
      const kitchen = { terms, categories: buildMenu(), fullSlots: [] }
      const slotAt = Date.parse('2027-03-28T12:00:00Z')
      return createElement(OrderTimeChoice, { kitchen, service: 'pickup', now, slotAt, onChoose: () => {} })
    },
    '/order/double/checkout',
  )
  const days = [...field('Day').querySelectorAll('option')].map((option) => [option.value, option.textContent])
  expect(days.slice(0, 2)).toEqual([
    ['2027-03-28', 'Tomorrow'],
    ['2027-03-29', 'Monday 29 March'],
  ])
})
