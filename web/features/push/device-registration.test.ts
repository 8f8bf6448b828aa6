import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/accounts.ts'
import {
  buildPushToken,
  installFakePushPage,
  type PushPageOptions,
  safariUserAgent,
  vapidKey,
} from '../../testing/push-page.ts'

const logged = vi.fn<typeof console.info>()
beforeEach(() => {
  logged.mockClear()
  vi.spyOn(console, 'info').mockImplementation(logged)
})
afterEach(() => vi.unstubAllGlobals())

interface Options extends PushPageOptions {
  roles?: Role[] | null
}

/** Opens the page on a device that supports push, for a user or a visitor. */
async function device({ roles = [], ...options }: Options) {
  const { page, state, sendFromWorker } = await installFakePushPage(options)
  const { done } = state
  const { useSession } = await import('../../api/session.ts')
  const { DeviceRegistration } = await import('./device-registration.tsx')
  const { NavigationContext } = await import('../../kit/go.ts')
  const go = vi.fn(async () => {})
  const user = roles && { id: '1', user: 'Nora', email: '', profilePicture: null, roles }
  useSession.setState({ user, userReady: true, isAuthenticated: user !== null })
  const navigation = { load: async () => {}, go }
  await page.show(createElement(NavigationContext, { value: navigation }, createElement(DeviceRegistration)))
  await act(async () => {})
  return { page, done, state, sendFromWorker, go }
}

test('S4.10 S7.11 when the permission is granted, the push token is registered on load', async () => {
  const { page, done } = await device({ permission: 'granted' })
  await vi.waitFor(() => expect(done).toEqual(['registered']))
  expect(page.callsTo('/users/fcm-token').map(({ init, body }) => [init.method, body])).toEqual([
    ['POST', { token: buildPushToken(1), platform: 'web' }],
  ])
})

test('S5.06 a push token is sent again only when it differs from the stored token', async () => {
  const { page } = await device({ permission: 'granted', stored: { fcm_token: buildPushToken(1) } })
  await vi.waitFor(() => expect(page.callsTo('/api/push/settings')).toHaveLength(1))
  await act(async () => {})
  expect(page.callsTo('/users/fcm-token')).toHaveLength(0)
  const other = await device({ permission: 'granted', stored: { fcm_token: 'another' } })
  await vi.waitFor(() => expect(other.done).toEqual(['registered']))
  await vi.waitFor(() => expect(other.page.stored.get('fcm_token')).toBe(buildPushToken(1)))
})

test('S7.11 when the push key of the site has changed, the device subscribes again', async () => {
  const same = await device({ permission: 'granted', subscribedTo: vapidKey })
  await vi.waitFor(() => expect(same.done).toEqual(['registered']))
  expect(same.page.callsTo('/users/fcm-token')[0]?.body).toMatchObject({ token: buildPushToken(1) })
  const other = await device({ permission: 'granted', subscribedTo: btoa('another key!') })
  await vi.waitFor(() => expect(other.done).toEqual(['registered']))
  expect(other.page.callsTo('/users/fcm-token')[0]?.body).toMatchObject({ token: buildPushToken(2) })
  expect(other.state.subscribedTo).toBe(vapidKey)
})

test.each(['settings', 'answer', 'connection', 'push service'] as const)(
  'S8.10 a failure of the %s during the registration of the device is only logged, and the next load tries again',
  async (failing) => {
    const alert = vi.fn()
    vi.stubGlobal('alert', alert)
    const louder = (['error', 'warn'] as const).map((level) => vi.spyOn(console, level))
    const { page, done } = await device({ permission: 'granted', failing })
    await vi.waitFor(() => expect(logged).toHaveBeenCalledWith('Push failed', expect.anything()))
    expect(done).toEqual([])
    expect(page.text()).toBe('')
    expect(page.stored.has('fcm_token')).toBe(false)
    const next = await device({ permission: 'granted', stored: Object.fromEntries(page.stored) })
    await vi.waitFor(() => expect(next.done).toEqual(['registered']))
    expect(alert).not.toHaveBeenCalled()
    for (const level of louder) expect(level).not.toHaveBeenCalled()
  },
)

test.each<[string, Options]>([
  ['in Safari', { permission: 'granted', agent: safariUserAgent }],
  ['without a user', { permission: 'granted', roles: null }],
  ['when the permission is denied', { permission: 'denied' }],
  ['when the permission has not been requested', {}],
  [
    'on a device for which the reader has turned push messages off',
    { permission: 'granted', stored: { push_off: 'true' } },
  ],
])('S5.06 no push token is registered %s', async (_, options) => {
  const { page, state } = await device(options)
  expect(page.callsTo('/users/fcm-token')).toHaveLength(0)
  expect(page.callsTo('/api/push/settings')).toHaveLength(0)
  // The push service has received no request either.
  expect(state.subscribedTo).toBe('')
})

test('S4.10 a tab does not register the device again after the reader has turned push messages off in another tab', async () => {
  const { page, state } = await device({ permission: 'granted' })
  await vi.waitFor(() => expect(state.done).toEqual(['registered']))
  // The other tab has ended the registration. A refresh of its tokens then makes this tab fetch the user again.
  page.stored.set('push_off', 'true')
  page.stored.delete('fcm_token')
  await act(async () => void page.fireOnWindow('storage', { key: 'push_off' }))
  const { useSession } = await import('../../api/session.ts')
  await act(async () => useSession.setState(({ user }) => ({ user: user && { ...user } })))
  await act(async () => {})
  expect(state.done).toEqual(['registered'])
  expect(page.stored.has('fcm_token')).toBe(false)
})

test('S7.11 a tab with unsaved text refuses to navigate to the page of a notification, unless the tab shows that page', async () => {
  const { sendFromWorker, go } = await device({})
  const { blockAutomaticReload } = await import('../../forms/automatic-reload.ts')
  expect(sendFromWorker({ type: 'open', url: '/' })).toEqual([true])
  expect(go).not.toHaveBeenCalled()
  expect(sendFromWorker({ type: 'open', url: '/seefunk' })).toEqual([true])
  expect(go).toHaveBeenCalledWith('/seefunk')
  await act(async () => blockAutomaticReload('a comment'))
  expect(sendFromWorker({ type: 'open', url: '/' })).toEqual([true])
  expect(sendFromWorker({ type: 'open', url: '/seefunk' })).toEqual([false])
  expect(go).toHaveBeenCalledTimes(1)
})
