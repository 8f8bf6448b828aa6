import { expect, test } from 'vitest'
import { formatCappedOrderCount } from './order-count.ts'

test('a count of orders is shown exactly below 1000, and as "1000+" from 1000 on', () => {
  expect([0, 999, 1_000].map(formatCappedOrderCount)).toEqual(['0', '999', '1000+'])
})
