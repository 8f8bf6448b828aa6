import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakePage } from './testing/render.ts'

const loaded = vi.hoisted(() => [] as string[])
vi.mock('react-dom/client', () => ({}))
vi.mock('./device/pause.ts', () => ({ pause: async () => {} }))
vi.mock('./main.tsx', () => ({
  hydrate: async (onReady: () => void) => {
    loaded.push('application')
    onReady()
  },
}))
vi.mock('./kit/card-payments.ts', () => ({ startCardPayments: () => loaded.push('card payments') }))
vi.mock('./features/reports/reporter.ts', () => ({ startReporter: () => loaded.push('reporter') }))

beforeEach(() => {
  vi.useFakeTimers()
  loaded.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('S7.18 S8.12 start-up loads the application, then card payments, then the error reporter', async () => {
  const page = fakePage(() => new Response())
  Object.assign(page.window.location, { search: '' })
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, page.window[name].bind(page.window))
  await import('./boot.ts')
  await vi.waitFor(() => expect(loaded).toContain('card payments'))
  await vi.advanceTimersByTimeAsync(2_000)
  await vi.waitFor(() => expect(loaded).toEqual(['application', 'card payments', 'reporter']), { timeout: 10_000 })
})
