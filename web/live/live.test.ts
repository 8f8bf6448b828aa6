import { expect, test, vi } from 'vitest'
import { EVENTS_MISSED_JITTER_MS } from '#contract/limits.ts'
import { mockHub } from '../testing/mock-hub.ts'
import { installFakePage } from '../testing/render.ts'

test('when the hub says that events were missed, the subscribers fetch their data again after a random delay', async () => {
  installFakePage(() => new Response())
  const { hub, startLiveConnection } = mockHub()
  const { onLiveEventsMissed } = await import('./live.ts')
  const refetch = vi.fn<() => void>()
  onLiveEventsMissed(refetch)
  await startLiveConnection()
  await expect.poll(() => hub.publish, { timeout: 5_000 }).toBeDefined()
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  hub.publish('eventsMissed')
  vi.advanceTimersByTime(EVENTS_MISSED_JITTER_MS / 2 - 1)
  expect(refetch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(refetch).toHaveBeenCalledOnce()
})
