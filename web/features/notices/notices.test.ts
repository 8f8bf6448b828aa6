import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AuthUser } from '#contract/accounts.ts'
import type { RecordedCall } from '../../testing/browser.ts'
import { installFakePage } from '../../testing/render.ts'

const logged = vi.fn<typeof console.info>()

beforeEach(() => {
  logged.mockClear()
  vi.spyOn(console, 'info').mockImplementation(logged)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const reader: AuthUser = { id: '1', user: 'Nora', email: '', profilePicture: null, roles: [] }
const two = [
  { id: 'a', message: 'The server moves tonight.', priority: 'normal', links: [] },
  { id: 'b', message: 'New maps are out.', priority: 'normal', links: [] },
]

/** Shows the notices to a user or a visitor. A test can replace `server.answer`. */
async function notices(user: AuthUser | null = null) {
  const server = { answer: (_call: RecordedCall): Response | Promise<Response> => Response.json(two) }
  const page = installFakePage((call) => server.answer(call))
  if (user) page.stored.set('accessToken', 'access 1')
  const { useSession } = await import('../../api/session.ts')
  const { Notices } = await import('./notices.tsx')
  await import('./notice-strip.ts')
  const { startNoticesPoll } = await import('./start-notices.ts')
  await page.show(createElement(Notices))
  /** Starts the polling of notices, and then loads the user. */
  const load = () =>
    act(async () => {
      startNoticesPoll()
      useSession.setState({ user, userReady: true, isAuthenticated: user !== null })
    })
  const logOut = () => act(async () => useSession.setState({ user: null, isAuthenticated: false }))
  return { page, server, load, logOut, asked: () => page.callsTo('/notifications').length }
}

test('S7.12 S9.02 notices are fetched on load and then every 60 seconds', async () => {
  const { page, load, asked } = await notices()
  expect(asked()).toBe(0)
  await load()
  expect(asked()).toBe(1)
  await page.wait(59_999)
  expect(asked()).toBe(1)
  await page.wait(1)
  expect(asked()).toBe(2)
  await page.wait(60_000)
  expect(asked()).toBe(3)
})

test('S9.02 a hidden tab fetches notices, and fetches them again at the moment when it becomes visible', async () => {
  const { page, load, asked } = await notices()
  await load()
  page.setHidden(true)
  await page.wait(60_000)
  expect(asked()).toBe(2)
  page.setHidden(false)
  await page.dispatch('visibilitychange')
  expect(asked()).toBe(3)
})

test('S2.52 S6.01 the strip is shown only while there are notices, and a visitor has no button to dismiss them', async () => {
  const { page, server, load } = await notices()
  server.answer = () => Response.json([])
  await load()
  expect(page.text()).toBe('')
  server.answer = () => Response.json(two)
  await page.wait(60_000)
  await page.until(() => expect(page.text()).toContain('The server moves tonight.'))
  expect(page.findAll('[aria-label="Dismiss this notice"]')).toHaveLength(0)
  server.answer = () => Response.json([])
  await page.wait(60_000)
  expect(page.findAll('section')).toHaveLength(0)
})

test('S2.52 the strip shows one notice and marks an important notice, and a button shows the other notices', async () => {
  const { page, server, load } = await notices()
  const [first, ...others] = [...two, ...two].map((notice, place) => ({ ...notice, id: `${place}` }))
  server.answer = () => Response.json([{ ...first, priority: 'high' }, ...others])
  await load()
  await page.until(() => expect(page.text()).toContain('The server moves tonight.'))
  const rows = () => page.findAll('p').map(({ textContent }) => textContent.trim())
  expect(rows()).toEqual(['Important The server moves tonight.'])
  await page.click('3 more of the notices')
  expect(rows()).toHaveLength(4)
  await page.click('Show less of the notices')
  expect(rows()).toHaveLength(1)
})

test('S6.01 when a visitor hides a notice, no call is sent, later fetches do not show the notice, and the visitor can show it again', async () => {
  const { page, server, load } = await notices()
  await load()
  await page.until(() => expect(page.text()).toContain('The server moves tonight.'))
  await page.fire(page.find('[aria-label="Hide this notice"]'), 'click')
  expect(page.text()).not.toContain('The server moves tonight.')
  expect(page.text()).toContain('New maps are out.')
  await page.fire(page.find('[aria-label="Hide this notice"]'), 'click')
  expect(page.findAll('section')).toHaveLength(0)
  expect(page.stored.get('hiddenNotices')).toBe('a b')
  server.answer = () => Response.json([...two, { ...two[0], id: 'c', message: 'A third.' }])
  await page.wait(60_000)
  expect(page.findAll('p').map(({ textContent }) => textContent.trim())).toEqual(['A third.'])
  await page.fire(page.find('[aria-label="Hide this notice"]'), 'click')
  await page.click('Show 3 hidden notices')
  expect(page.text()).toContain('The server moves tonight.')
  expect(page.stored.has('hiddenNotices')).toBe(false)
  expect(page.calls.filter(({ init }) => init.method === 'POST')).toEqual([])
})

test('a notice is in a polite live region, and its message is shown as plain text', async () => {
  const hostile = '<img src=x onerror="document.title=1"><b>bold</b> **bold** {{1}}'
  const { page, server, load } = await notices()
  server.answer = () => Response.json([{ ...two[0], message: hostile }])
  await load()
  await page.until(() => expect(page.text().trim()).toBe(hostile))
  expect(page.find('div[aria-live=polite]').textContent).toBe(page.text())
})

test('S7.12 notices are fetched with the reader’s token, and a logout removes the notices of the reader', async () => {
  const { page, server, load, logOut } = await notices(reader)
  await load()
  await page.until(() => expect(page.text()).toContain('The server moves tonight.'))
  server.answer = () => new Promise(() => {})
  for (const key of ['accessToken', 'refreshToken']) page.stored.delete(key)
  await logOut()
  expect(page.text()).toBe('')
  expect(page.callsTo('/notifications').map(({ bearer }) => bearer)).toEqual(['access 1', 'access 1', null])
})

test('S7.12 notices that were fetched with the reader’s token are not fetched again when the reader’s account has been loaded', async () => {
  const { page, load, asked } = await notices(reader)
  page.stored.set('accessToken', `header.${btoa(JSON.stringify({ sub: reader.id }))}.signature`)
  await load()
  await page.until(() => expect(page.findAll('[aria-label="Dismiss this notice"]')).toHaveLength(1))
  expect(asked()).toBe(1)
})

test('S6.02 a guest has no button to dismiss notices', async () => {
  const { page, load } = await notices({ ...reader, roles: ['Guest'] })
  await load()
  await page.until(() => expect(page.findAll('[aria-label="Hide this notice"]')).toHaveLength(1))
  expect(page.findAll('[aria-label="Dismiss this notice"]')).toHaveLength(0)
})

test.each([
  ['has no response yet', () => new Promise<Response>(() => {}), undefined],
  ['fails, which is only logged', () => Promise.reject(new TypeError('Failed to fetch')), 'Dismissing a notice failed'],
])('S4.12 S7.12 S8.10 a dismissed notice is removed at once, even when the call %s', async (_, answer, said) => {
  const alert = vi.fn()
  const { page, server, load } = await notices(reader)
  vi.stubGlobal('alert', alert)
  await load()
  await page.until(() => expect(page.findAll('[aria-label="Dismiss this notice"]')).toHaveLength(1))
  server.answer = answer
  await page.fire(page.find('[aria-label="Dismiss this notice"]'), 'click')
  expect(page.text()).not.toContain('The server moves tonight.')
  expect(page.text()).toContain('New maps are out.')
  const [call] = page.callsTo('/notifications/dismiss/a')
  expect(call).toMatchObject({ bearer: 'access 1', init: { method: 'POST' } })
  expect(call?.init.body).toBeUndefined()
  server.answer = () => Response.json(two)
  await page.wait(60_000)
  expect(page.text()).not.toContain('The server moves tonight.')
  expect(alert).not.toHaveBeenCalled()
  expect(page.findAll('[role=alert]')).toEqual([])
  expect(logged.mock.lastCall?.[0]).toBe(said)
  // The notice is not in local storage, so that other tabs still show it.
  expect([...page.stored.keys()]).toEqual(['accessToken'])
})

test('S8.10 a failed fetch of notices is only logged, and the shown notices stay until the next fetch', async () => {
  const { page, server, load, asked } = await notices()
  server.answer = () => new Response('', { status: 500 })
  await load()
  expect(asked()).toBe(1)
  expect(logged.mock.calls.map(([text]) => text)).toContain('Asking for notices failed')
  server.answer = () => Response.json(two)
  await page.wait(60_000)
  await page.until(() => expect(page.text()).toContain('The server moves tonight.'))
  server.answer = () => new Response('', { status: 500 })
  await page.wait(60_000)
  expect(page.text()).toContain('The server moves tonight.')
})

test('S7.12 S9.02 a hidden tab fetches notices every 60 seconds', async () => {
  const { page, load, asked } = await notices()
  page.setHidden(true)
  await load()
  expect(asked()).toBe(1)
  await page.wait(60_000)
  expect(asked()).toBe(2)
})

test('S3.06 S7.12 a notice with only id and message is shown, and a damaged notice does not hide the others', async () => {
  const drawn = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { page, server, load } = await notices()
  const { setErrorListener } = await import('../../kit/report-error.ts')
  const reported = vi.fn()
  setErrorListener(reported)
  server.answer = () =>
    Response.json([
      { id: 'bad', message: { of: 'another kind' } },
      { id: 'a', message: 'The server moves tonight.' },
    ])
  await load()
  await page.until(() => expect(page.text()).toContain('This entry cannot be shown. The error has been reported.'))
  await page.click('1 more of the notices')
  expect(page.text()).toContain('The server moves tonight.')
  expect(reported).toHaveBeenCalled()
  drawn.mockRestore()
})
