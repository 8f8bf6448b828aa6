import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/accounts.ts'
import { installFakeBrowser } from '../testing/browser.ts'
import { mockHub } from '../testing/mock-hub.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Starts counting the items that wait for a user. A test can change what the fake server answers. */
async function countFor(roles: Role[]) {
  const server = { waiting: { comment: 2, error: 1 } as object, status: 200 }
  const browser = installFakeBrowser(() => Response.json({ waiting: server.waiting }, { status: server.status }))
  for (const key of ['accessToken', 'refreshToken']) browser.stored.set(key, `${key} 1`)
  const { hub, startLiveConnection } = mockHub()
  const { useSession } = await import('../api/session.ts')
  const { sumInboxCounts, useInboxCounts } = await import('./inbox-counts.ts')
  const { startCountingInbox } = await import('./count-waiting.ts')
  const logIn = (roles: Role[] | null) =>
    useSession.setState({ user: roles && { id: '1', user: 'Nora', email: '', profilePicture: null, roles } })
  logIn(roles)
  const stop = startCountingInbox()
  await vi.advanceTimersByTimeAsync(10)
  return {
    server,
    browser,
    hub,
    startLiveConnection,
    logIn,
    stop,
    count: () => sumInboxCounts(useInboxCounts.getState().waiting),
  }
}

test('the count of items that wait for an admin is updated every minute, and does not change while the server cannot be reached', async () => {
  const { server, count, stop } = await countFor(['Admin'])
  expect(count()).toBe(3)
  server.waiting = { mail: 5 }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(count()).toBe(5)
  server.status = 500
  await vi.advanceTimersByTimeAsync(60_000)
  expect(count()).toBe(5)
  // The access token has expired, and the refresh fails.
  server.status = 401
  await vi.advanceTimersByTimeAsync(60_000)
  expect(count()).toBe(5)
  Object.assign(server, { status: 200, waiting: { mail: 6 } })
  stop()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(count()).toBe(5)
})

test('the count of items that wait for an admin is updated after events of the hub', async () => {
  const { server, hub, startLiveConnection, count } = await countFor(['Admin'])
  await startLiveConnection()
  await vi.advanceTimersByTimeAsync(2_000)
  for (const event of ['moderationChanged', 'errorsChanged'] as const) {
    server.waiting = { comment: event.length }
    hub.publish(event)
    await vi.advanceTimersByTimeAsync(10)
    expect(count()).toBe(event.length)
  }
})

test('waiting items are counted while an admin is logged in, and never for a reader', async () => {
  const { browser, logIn, count } = await countFor([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([browser.calls.length, count()]).toEqual([0, 0])
  logIn(['Admin'])
  await vi.advanceTimersByTimeAsync(10)
  expect(count()).toBe(3)
  logIn(null)
  expect(count()).toBe(0)
})
