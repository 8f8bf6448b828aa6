import { onTestFinished, vi } from 'vitest'
import type { LiveConnectionCallbacks } from '../live/live-site.ts'

/**
 * Replaces the connection to the hub until the end of the test, so that the test can publish events. Must be called
 * before the screen is imported.
 * @returns `hub`, the page's side of the connection; its callbacks exist only after the page has connected
 */
export function mockHub(): { hub: LiveConnectionCallbacks; startLiveConnection: () => Promise<void> } {
  const hub = {} as LiveConnectionCallbacks
  vi.doMock('../live/live-connection.ts', () => ({
    connectLive: (site: LiveConnectionCallbacks) => {
      Object.assign(hub, site)
      return { subscribe: () => {} }
    },
  }))
  onTestFinished(() => void vi.doUnmock('../live/live-connection.ts'))
  return { hub, startLiveConnection: async () => (await import('../live/live.ts')).startLiveConnection() }
}
