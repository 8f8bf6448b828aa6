import { expect, it } from 'vitest'
import { attack } from './run.ts'

it('survives hostile frames and calls, with a well-behaved client that notices nothing', {
  timeout: 120_000,
}, async () => {
  const seed = Date.now() % 2 ** 32
  const { frames, calls, statuses, witnessed, before, after } = await attack({ count: 20_000, seed })
  const about = `seed ${seed}`
  expect(frames + calls, about).toBe(20_000)
  expect(after.failures, about).toEqual([])
  expect(
    Object.keys(statuses).filter((status) => Number(status) >= 500),
    about,
  ).toEqual([])
  expect(witnessed, about).toBeGreaterThan(0)
  expect(after.heap - before.heap, about).toBeLessThan(8 * 2 ** 20)
})
