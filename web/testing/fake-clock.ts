import { afterEach, beforeEach, vi } from 'vitest'
import { FAKE_NOW } from '#contract/testing/fake-kitchen-server.ts'

/**
 * Gives each test of a file fake timers that begin at FAKE_NOW, silences `console.info`, and removes all mocks after
 * each test.
 */
export function installFakeClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: FAKE_NOW })
    vi.spyOn(console, 'info').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}
