import { act, createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { NavigationType, parsePath, Router } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setDocumentTitle } from './kit/head.ts'
import { installFakePage } from './testing/render.ts'

const pages = new Map<string, object>()
vi.mock('./page-loader.tsx', () => ({
  findPageOrNotFoundPage: (path: string) => pages.get(path),
  resolvePageSummary: async (path: string) => pages.get(path) ?? new Promise(() => {}),
}))

/** A page that knows its data when it is shown, such as the name of a kitchen. */
function Page({ title }: { title: string }) {
  useEffect(() => setDocumentTitle(title), [title])
  return null
}

/**
 * Opens a page at a path with the history of the browser. The key of an entry is `default` when the browser has made
 * the entry itself: for the first page, and for each link to a heading.
 * @param scrollY the position to which the reader has scrolled before the application has loaded
 */
async function openAt(path: string, scrollY = 0) {
  const page = installFakePage(() => new Response())
  const window = Object.assign(page.window, {
    scrollY,
    scrollTo: ({ top }: { top: number }) => Object.assign(page.window, { scrollY: top }),
  })
  page.document.body.innerHTML = '<main><h1>Bootsbau</h1></main><div></div>'
  const { RouteChange } = await import('./route-change.tsx')
  const root = createRoot(page.find('div'))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    vi.unstubAllGlobals()
  })
  const navigator = { createHref: String, push: () => {}, replace: () => {}, go: () => {} }
  const arrive = (path: string, key = 'default', navigationType = NavigationType.Pop, title = '') =>
    act(async () => {
      const location = { pathname: '', search: '', hash: '', ...parsePath(path), key }
      const shown = title && createElement(Page, { key: path, title })
      root.render(createElement(Router, { location, navigationType, navigator }, shown, createElement(RouteChange)))
    })
  await arrive(path)
  return {
    ...page,
    arrive,
    follow: (path: string, key: string) => arrive(path, key, NavigationType.Push),
    scrollTo: (top: number) => {
      window.scrollY = top
      page.fireOnWindow('scroll')
    },
    getScrollTop: () => window.scrollY,
  }
}

test('S2.15 Back to the first page restores its scroll position after the reader has used a link to a heading', async () => {
  const page = await openAt('/bootsbau')
  page.scrollTo(3000)
  await page.follow('/wetterstation', 'second')
  expect(page.getScrollTop()).toBe(0)
  await page.arrive('/wetterstation#teile')
  page.scrollTo(500)
  await page.arrive('/wetterstation', 'second')
  await page.arrive('/bootsbau')
  expect(page.getScrollTop()).toBe(3000)
})

test('S2.15 a return over several entries, from a heading to the first page, restores the position and moves the focus', async () => {
  const page = await openAt('/bootsbau')
  page.scrollTo(3000)
  await page.follow('/wetterstation', 'second')
  await page.arrive('/wetterstation#teile')
  page.scrollTo(500)
  page.find('h1').blur()
  await page.arrive('/bootsbau')
  expect(page.getScrollTop()).toBe(3000)
  expect(page.document.activeElement).toBe(page.find('h1'))
})

test('S2.15 Back restores the position to which the reader has scrolled before the application has loaded', async () => {
  const page = await openAt('/bootsbau', 3000)
  await page.follow('/wetterstation', 'second')
  expect(page.getScrollTop()).toBe(0)
  await page.arrive('/bootsbau')
  expect(page.getScrollTop()).toBe(3000)
})

test('a fragment with a percent sign that encodes nothing shows the page at its top', async () => {
  const page = await openAt('/bootsbau')
  page.scrollTo(3000)
  await page.follow('/wetterstation#100%', 'second')
  expect(page.getScrollTop()).toBe(0)
  await page.arrive('/bootsbau')
  await page.arrive('/wetterstation#100%', 'never scrolled')
  expect(page.document.activeElement).toBe(page.find('h1'))
})

test('S2.15 a page that has its data when it is shown keeps its own document title', async () => {
  pages.set('/kitchen/boje/menu', {
    path: '/kitchen/:slug/menu',
    title: 'Menu',
    description: '',
    subject: 'about',
    file: '',
  })
  const page = await openAt('/kitchen/boje')
  page.document.head.innerHTML = '<title data-head>Kitchen - Nebelhorn</title>'
  await page.arrive('/kitchen/boje/menu', 'second', NavigationType.Push, 'Menu, Boje')
  expect(page.document.title).toBe('Menu, Boje - Nebelhorn')
  expect(page.document.querySelector('meta[property="og:title"]')?.getAttribute('content')).toBe('Menu')
  expect(page.find('[aria-live]').textContent).toBe('Menu - Nebelhorn')
})
