import { onTestFinished, vi } from 'vitest'
import type { LiveSite } from '../live/live-site.ts'

/**
 * Replaces the connection to the hub by one that the test speaks for, until the end of the test. Called before the
 * screen is imported.
 * @returns the page's side of the connection, complete once the page has connected
 */
export function mockHub(): { hub: LiveSite; startLive: () => Promise<void> } {
  const hub = {} as LiveSite
  vi.doMock('../live/live-connection.ts', () => ({
    connectLive: (site: LiveSite) => {
      Object.assign(hub, site)
      return { subscribe: () => {} }
    },
  }))
  onTestFinished(() => void vi.doUnmock('../live/live-connection.ts'))
  return { hub, startLive: async () => (await import('../live/live.ts')).startLive() }
}
