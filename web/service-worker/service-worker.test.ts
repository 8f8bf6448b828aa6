import { beforeEach, expect, it, vi } from 'vitest'

type Event = { waitUntil: (work: Promise<unknown>) => void }

const listeners = new Map<string, (event: Event) => void>()
const skipWaiting = vi.fn(() => Promise.resolve())
const cacheSite = vi.fn(() => Promise.resolve())

vi.stubGlobal('BUILT_SITE', { version: 'this one', shell: [], pages: {} })
vi.stubGlobal('self', {
  addEventListener: (type: string, listener: (event: Event) => void) => listeners.set(type, listener),
  clients: { claim: () => Promise.resolve() },
  skipWaiting,
})
vi.mock('./site-cache.ts', () => ({ cacheSite, deleteOtherVersions: () => Promise.resolve() }))
await import('./service-worker.ts')

/** Dispatches an event to the worker. Resolves when the work of its listeners is done. */
async function dispatch(type: string): Promise<void> {
  const work: Promise<unknown>[] = []
  listeners.get(type)?.({ waitUntil: (one) => work.push(one) })
  await Promise.all(work)
}

beforeEach(() => {
  vi.useFakeTimers()
  skipWaiting.mockClear()
})

it('an installed service worker repeats skipWaiting until it is active', async () => {
  await dispatch('install')
  expect(skipWaiting).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(skipWaiting).toHaveBeenCalledTimes(4)
  await dispatch('activate')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(skipWaiting).toHaveBeenCalledTimes(4)
})

it('a service worker that could not cache the site does not call skipWaiting', async () => {
  cacheSite.mockRejectedValueOnce(new Error('another version'))
  await expect(dispatch('install')).rejects.toThrow('another version')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(skipWaiting).not.toHaveBeenCalled()
})
