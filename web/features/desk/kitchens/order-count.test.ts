import { expect, test } from 'vitest'
import { formatOrderCount } from './order-count.ts'

test('the count of orders is exact below 1000, and "1000+" where the server stops counting', () => {
  expect([0, 999, 1_000].map(formatOrderCount)).toEqual(['0', '999', '1000+'])
})
