import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installFakeBrowser } from '../../testing/browser.ts'

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

it('S7.12 a notice is dismissed by POST /notifications/dismiss/{id}, with the bearer token and without a body', async () => {
  const browser = installFakeBrowser(() => new Response(null, { status: 204 }))
  browser.stored.set('accessToken', 'access 1')
  const { noticesStore } = await import('./notices-store.ts')
  await noticesStore.getState().dismiss('7')
  const [call] = browser.calls
  expect(browser.calls).toHaveLength(1)
  expect(call).toMatchObject({ path: '/notifications/dismiss/7', bearer: 'access 1', init: { method: 'POST' } })
  expect(call?.init.body).toBeUndefined()
})

it('notices that another tab has hidden since the last fetch stay hidden', async () => {
  const two = ['1', '2'].map((id) => ({ id, message: `Notice ${id}` }))
  const browser = installFakeBrowser(() => Response.json(two))
  const openTab = async () => {
    vi.resetModules()
    const { noticesStore } = await import('./notices-store.ts')
    await noticesStore.getState().fetchNotices()
    return noticesStore.getState
  }
  const [tab, other] = [await openTab(), await openTab()]
  other().hide('1')
  tab().hide('2')
  expect(tab()).toMatchObject({ notices: [], hidden: two })
  await other().fetchNotices()
  expect(other()).toMatchObject({ notices: [], hidden: two })
  browser.stored.set('hiddenNotices', 'gone 1')
  tab().hide('2')
  expect(browser.stored.get('hiddenNotices')).toBe('1 2')
})
