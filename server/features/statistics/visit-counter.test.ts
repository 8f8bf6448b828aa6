import { expect, test } from 'vitest'
import { createVisitCounter } from './visit-counter.ts'

test('each reader is counted once towards the daily limit, even when many writes fail and are repeated', () => {
  const counter = createVisitCounter()
  const visit = { day: '2026-11-21', page: '/about', visits: 1, ends: 0, seconds: 0 } as const
  for (let reader = 0; reader < 1_000; reader++) counter.addVisit({ ...visit, reader })
  // Each of the 1,000 readers counts for the page and for the whole site: 2,000 pairs. The daily limit is 1,000 times
  // this number.
  for (let failed = 0; failed < 1_001; failed++) counter.putBack(counter.take())
  counter.addVisit({ ...visit, reader: 1_000 })
  expect([...counter.take().readers.values()].map(({ readers }) => readers.size)).toEqual([1_001, 1_001])
})
