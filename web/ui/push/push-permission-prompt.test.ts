import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/accounts.ts'
import { buildPushToken, installFakePushPage, type PushPageOptions, safariUserAgent } from '../../testing/push-page.ts'

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => vi.unstubAllGlobals())

interface Options extends PushPageOptions {
  roles?: Role[] | null
}

const reason = 'We can tell you when somebody replies to your comment.'

/** Shows the request for push notifications to a user or a visitor. `done` lists the events in order. */
async function request({ roles = [], ...options }: Options) {
  const { page, state } = await installFakePushPage(options)
  const { done } = state
  const write = page.stored.set.bind(page.stored)
  page.stored.set = (key, value) => {
    if (key === 'fcm_dismissed') done.push('dismissed')
    return write(key, value)
  }
  const { useSession } = await import('../../api/session.ts')
  const { PushPermissionPromptLoader } = await import('./push-permission-prompt-loader.tsx')
  await import('./push-permission-prompt.tsx')
  const user = roles && { id: '1', user: 'Nora', email: '', profilePicture: null, roles }
  useSession.setState({ user, userReady: true, isAuthenticated: user !== null })
  await page.show(createElement(PushPermissionPromptLoader, { reason }))
  await act(vi.dynamicImportSettled)
  return { page, done }
}

test('S2.51 S4.08 a reader who has not been asked about push notifications sees a reason, the request and its two buttons', async () => {
  const { page } = await request({})
  await page.until(() =>
    expect(page.text()).toBe(`${reason}Enable push notifications to get updates in real time.EnableClose`),
  )
})

test.each<[string, Options]>([
  ['no user is logged in', { roles: null }],
  ['a guest is logged in', { roles: ['Guest'] }],
  ['permission is granted', { permission: 'granted' }],
  ['permission is denied', { permission: 'denied' }],
  ['the request was dismissed', { stored: { fcm_dismissed: 'true' } }],
  ['the browser is Safari', { agent: safariUserAgent }],
])('S4.08 S5.06 S6.02 the request for push notifications is not shown when %s', async (_, options) => {
  const { page } = await request(options)
  expect(page.text()).toBe('')
})

test('S4.09 the button Enable asks for the push permission, registers the token, and then stores the dismissed flag', async () => {
  const { page, done } = await request({})
  await page.click('Enable')
  await vi.waitFor(() => expect(done).toEqual(['asked', 'registered', 'dismissed']))
  expect(page.callsTo('/users/fcm-token').map(({ init, body }) => [init.method, body])).toEqual([
    ['POST', { token: buildPushToken(1), platform: 'web' }],
  ])
  expect(page.stored.get('fcm_dismissed')).toBe('true')
  expect(page.stored.get('fcm_token')).toBe(buildPushToken(1))
  await page.until(() => expect(page.text()).toContain('Push notifications are on.'))
  expect(page.document.activeElement).toBe(page.find('[role=status]'))
})

test.each(['denied', 'default'] as const)(
  'S4.09 S5.06 after the answer "%s" to the permission prompt, the reader is not asked again, and no device is registered',
  async (answer) => {
    const { page, done } = await request({ answer })
    await page.click('Enable')
    await vi.waitFor(() => expect(done).toEqual(['asked', 'dismissed']))
    await page.until(() => expect(page.text()).toContain('Push notifications stay off.'))
    const next = await request({ permission: answer, stored: Object.fromEntries(page.stored) })
    expect(next.page.text()).toBe('')
    expect(next.done).toEqual([])
  },
)

test('S4.09 the button Close stores the dismissed flag and does not ask for the push permission', async () => {
  const { page, done } = await request({})
  await page.click('Close')
  expect(done).toEqual(['dismissed'])
  expect(page.stored.get('fcm_dismissed')).toBe('true')
  expect(page.text()).toBe('')
})
