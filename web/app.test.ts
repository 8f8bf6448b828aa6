import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installFakePage } from './testing/render.ts'

const loadPage = vi.hoisted(() => vi.fn<(path: string) => Promise<void>>())
/** The component of links in the page that the test has opened. */
const shown = vi.hoisted<{ Link?: typeof import('./kit/link.tsx').Link }>(() => ({}))

vi.mock('virtual:content', () => ({ pages: [] }))
vi.mock('./menu/menu.tsx', () => ({ Menu: () => null, MenuButton: () => null }))
vi.mock('./features.ts', () => ({ features: [] }))
vi.mock('./kit/visits.ts', () => ({ startVisit: () => {} }))
vi.mock('./page-loader.tsx', () => ({
  loadPage,
  findPageOrNotFoundPage: () => undefined,
  resolvePageSummary: () => new Promise(() => {}),
  PageAtPath: ({ path }: { path: string }) =>
    shown.Link && createElement(shown.Link, { to: '/bootsbau' }, `After ${path}`),
}))

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Opens a page without a connection and without a service worker, and follows a link to a page that is not loaded. */
async function followLinkOffline() {
  const page = installFakePage(() => new Response(), { onLine: false })
  Object.assign(page.window, { scrollY: 0, scrollTo: () => {} })
  loadPage.mockRejectedValue(new TypeError('Failed to fetch'))
  shown.Link = (await import('./kit/link.tsx')).Link
  const { App } = await import('./app.tsx')
  await page.show(createElement(App), '/seefunk')
  const findToast = () => page.document.querySelector('.toast')
  const follow = () => page.click('After /')
  await follow()
  await page.until(() => expect(findToast()?.textContent).toMatch(/^You are offline, and that page/))
  return { ...page, findToast, follow }
}

test('the message that a page cannot be opened offline disappears when the reader is connected again', async () => {
  const page = await followLinkOffline()
  await act(async () => page.fireOnWindow('online'))
  await page.until(() => expect(page.findToast()).toBeNull())
})

test('the message that a page cannot be opened offline disappears when another page is shown', async () => {
  const page = await followLinkOffline()
  loadPage.mockResolvedValue()
  await page.follow()
  await page.until(() => expect(page.address()).toBe('/bootsbau'))
  expect(page.findToast()).toBeNull()
})

test('the message that a page cannot be opened offline can be closed, and is announced again at the next attempt', async () => {
  const page = await followLinkOffline()
  const first = page.findToast()
  await page.follow()
  await page.until(() => expect(page.findToast()).not.toBeNull())
  expect(page.findToast()).not.toBe(first)
  await page.fire(page.find('.toast button'), 'click')
  expect(page.findToast()).toBeNull()
})
