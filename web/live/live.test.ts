import { expect, test, vi } from 'vitest'
import { mockHub } from '../testing/mock-hub.ts'
import { installFakePage } from '../testing/render.ts'

test('when the hub says that events were missed, everything that follows events is fetched again', async () => {
  installFakePage(() => new Response())
  const { hub, startLive } = mockHub()
  const { onLiveEventsMissed } = await import('./live.ts')
  const refetch = vi.fn<() => void>()
  onLiveEventsMissed(refetch)
  await startLive()
  await expect.poll(() => hub.publish, { timeout: 5_000 }).toBeDefined()
  hub.publish('eventsMissed')
  expect(refetch).toHaveBeenCalledOnce()
})
