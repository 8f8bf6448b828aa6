import { useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../testing/render.ts'

afterEach(() => {
  fetchState.mockReset()
  listeners.clear()
  vi.useRealTimers()
  vi.doUnmock('../live/live.ts')
  vi.unstubAllGlobals()
})

const listeners = new Set<() => void>()
const fetchState = vi.fn<() => Promise<string>>()
let useLiveInvalidation: typeof import('./use-live-invalidation.ts')['useLiveInvalidation']

function OrderState() {
  const { data } = useQuery({ queryKey: ['order'], queryFn: fetchState })
  useLiveInvalidation(['order'], 'orderChanged')
  return createElement('p', null, data)
}

async function showOrderState() {
  const page = installFakePage(() => new Response())
  vi.doMock('../live/live.ts', () => ({
    onLiveEvent: (_: string, listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onLiveEventsMissed: () => () => {},
  }))
  ;({ useLiveInvalidation } = await import('./use-live-invalidation.ts'))
  vi.useFakeTimers()
  await page.show(createElement(OrderState))
  return page
}

test('when an event arrives during the first fetch of a query, the query is fetched again after that fetch', async () => {
  const first = Promise.withResolvers<string>()
  fetchState.mockReturnValueOnce(first.promise).mockResolvedValue('Rejected')
  const page = await showOrderState()
  for (const listener of listeners) listener()
  await page.wait(0)
  expect(fetchState).toHaveBeenCalledOnce()
  first.resolve('Waiting')
  await page.wait(0)
  await page.wait(0)
  expect(page.text()).toBe('Rejected')
  expect(fetchState).toHaveBeenCalledTimes(2)
})

test('two events at the same time cause only one fetch of a query', async () => {
  fetchState.mockResolvedValue('Rejected')
  const page = await showOrderState()
  await page.wait(0)
  expect(fetchState).toHaveBeenCalledTimes(1)
  for (const _ of [1, 2]) for (const listener of listeners) listener()
  await page.wait(0)
  await page.wait(0)
  expect(fetchState).toHaveBeenCalledTimes(2)
})
