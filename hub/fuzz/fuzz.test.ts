import { expect, it } from 'vitest'
import { chooseForSoak, seed } from '../testing/soak.ts'
import { attackHub } from './run.ts'

const INPUTS = chooseForSoak(5_000, 200_000)

it('the server answers a normal client while other clients send hostile frames and calls', async () => {
  const { frames, calls, statuses, witnessed, before, after } = await attackHub({ count: INPUTS, seed })
  const about = `seed ${seed}`
  expect(frames + calls, about).toBe(INPUTS)
  expect(after.failures, about).toEqual([])
  expect(
    Object.keys(statuses).filter((status) => Number(status) >= 500),
    about,
  ).toEqual([])
  expect(witnessed, about).toBeGreaterThan(0)
  expect(after.heap - before.heap, about).toBeLessThan(8 * 2 ** 20)
})
