import { expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from './clock.ts'

it.each([2 ** 31, Number.POSITIVE_INFINITY])('a task that is due in %d ms does not run within an hour', (ms) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let runs = 0
  const cancel = systemClock.after(ms, () => runs++)
  vi.advanceTimersByTime(60 * 60 * 1_000)
  expect(runs).toBe(0)
  cancel()
})
