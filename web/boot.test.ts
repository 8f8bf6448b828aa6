import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { simulateNativeApp } from './testing/native-app.ts'
import { dispatchEvent, installFakePage } from './testing/render.ts'

const loaded = vi.hoisted(() => [] as string[])
/** How many attempts to load the application fail. */
const failures = vi.hoisted(() => ({ left: 0 }))
vi.mock('./kit/load-react.ts', () => ({}))
vi.mock('./device/show-header.ts', () => ({ showHeaderOnScrollUp: () => {} }))
vi.mock('./device/late-fonts.ts', () => ({ keepFallbackFonts: () => {} }))
vi.mock('./device/yield-to-browser.ts', () => ({ yieldToBrowser: async () => {} }))
vi.mock('./device/service-worker.ts', () => ({
  registerServiceWorker: () => loaded.push('worker'),
  sendVisitedPath: () => {},
  onCachedCopy: () => {},
  updateServiceWorker: () => {},
}))
vi.mock('./main.tsx', () => ({
  hydrate: async (onReady: () => void) => {
    if (failures.left-- > 0) throw new TypeError('Failed to fetch')
    loaded.push('application')
    onReady()
  },
}))
vi.mock('./home/start-home.ts', () => ({ startHomeAnimations: ({ className }: Element) => loaded.push(className) }))
vi.mock('./kit/card-payments.ts', () => ({ preloadCardProvider: () => loaded.push('card payments') }))
vi.mock('./features/reports/reporter.ts', () => ({ startErrorReporter: () => loaded.push('reporter') }))

beforeEach(() => {
  vi.stubEnv('PROD', true)
  vi.useFakeTimers()
  vi.spyOn(console, 'info').mockImplementation(() => {})
  loaded.length = 0
  failures.left = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const button = '<button id="theme">Night</button><button popovertarget="menu">Menu</button><a href="/next">Next</a>'

interface Options {
  html: string
  /** The value of the page's `data-app` attribute. */
  app: string
  stored: Record<string, string>
  hash: string
  isPainted: boolean
}

type Page = ReturnType<typeof installFakePage>
type Opened = Awaited<ReturnType<typeof openPage>>

/**
 * Opens a page and runs boot.ts on it. A test can change `server`. `near` simulates that the observed elements come
 * near the window.
 * @param before what the reader does before boot.ts runs
 */
async function openPage(
  { html = button, app = '', stored = {}, hash = '', isPainted = true }: Partial<Options> = {},
  before = (_: Page) => {},
) {
  const server = { version: 'one', notices: [] as object[] }
  const page = installFakePage(({ path }) =>
    Response.json(path === '/notifications' ? server.notices : { version: server.version }),
  )
  page.document.body.innerHTML = `<div id="root"><main>${html}</main></div>`
  if (app) page.document.documentElement.dataset.app = app
  Object.assign(page.window.location, { search: '', hash, pathname: '/ueber-mich' })
  for (const [key, value] of Object.entries(stored)) page.stored.set(key, value)
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, page.document[name].bind(page.document))
  const observed: Element[] = []
  let near = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(meet: (entries: object[]) => void, { rootMargin }: IntersectionObserverInit) {
        expect(rootMargin).toBe('0px 0px 100% 0px')
        near = () => meet([{ isIntersecting: true }])
      }
      observe = (element: Element) => observed.push(element)
      disconnect() {}
    },
  )
  vi.stubGlobal('KeyboardEvent', page.document.defaultView?.KeyboardEvent)
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      readonly painted: (list: object, observer: object) => void
      constructor(painted: (list: object, observer: object) => void) {
        this.painted = painted
      }
      observe = () => isPainted && this.painted({ getEntriesByName: () => [{}] }, { disconnect: () => {} })
    },
  )
  Object.defineProperty(page.document, 'readyState', { value: 'complete' })
  await import('./inline-script.ts')
  before(page)
  await import('./boot.ts')
  await page.wait(1_000)
  return { page, server, observed, near: () => near() }
}

const press = (page: Page, selectors: string, type: 'pointerdown' | 'click') =>
  page.document.querySelector(selectors)?.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true }))

test('while the reader only reads, the page fetches the version and the notices, but does not load the application', async () => {
  const { page } = await openPage()
  await page.wait(120_000)
  press(page, 'a', 'pointerdown')
  press(page, 'a', 'click')
  await page.wait(1_000)
  expect(loaded).toEqual(['worker'])
  expect(new Set(page.calls.map(({ path }) => path))).toEqual(new Set(['/api/version', '/notifications']))
})

test.each<[string, Partial<Options>, (opened: Opened) => unknown]>([
  ['a screen', { app: 'now' }, () => {}],
  ['a stored session', { stored: { refreshToken: 'refresh 1' } }, () => {}],
  ['a link to a comment', { hash: '#comment-7' }, () => {}],
  ['a button that is being pressed', {}, ({ page }) => press(page, '#theme', 'pointerdown')],
  ['the button of the menu', {}, ({ page }) => press(page, '[popovertarget]', 'click')],
  ['a comments section near the window', { html: '<section data-app="near"></section>' }, ({ near }) => near()],
  ['a new version', {}, ({ server }) => Object.assign(server, { version: 'two' })],
])('%s loads the application', async (_, options, act) => {
  const opened = await openPage(options)
  await act(opened)
  await opened.page.wait(60_000)
  expect(loaded).toContain('application')
})

test('a screen tries to load the application again after a failure, without a press', async () => {
  failures.left = 2
  const { page } = await openPage({ app: 'now' })
  expect(loaded).not.toContain('application')
  await page.wait(60_000)
  expect(loaded).toContain('application')
})

test('after many presses that could not load the application, the next attempt comes within a minute', async () => {
  failures.left = 9
  const { page } = await openPage({ app: 'now' })
  for (let count = 0; count < 8; count++) {
    press(page, '#theme', 'pointerdown')
    await page.wait(1)
  }
  await page.wait(60_000)
  expect(loaded).toContain('application')
})

test('S2.52 S6.01 a notice is shown, opened and hidden without the application', async () => {
  const { page, server } = await openPage({ html: `${button}<div id="notices" data-app="none"></div>` })
  server.notices.push({ id: 'a', message: 'The server moves tonight.' }, { id: 'b', message: 'New maps are out.' })
  await page.wait(60_000)
  await vi.waitFor(() => expect(page.find('#notices section').textContent).toContain('The server moves tonight.'))
  for (const type of ['pointerdown', 'click'] as const) press(page, '#notices .foot-more', type)
  expect(page.findAll('#notices p').map(({ textContent }) => textContent.trim())).toEqual([
    'The server moves tonight.',
    'New maps are out.',
  ])
  for (const type of ['pointerdown', 'click'] as const) press(page, '#notices .foot-close', type)
  await page.wait(1_000)
  expect(page.findAll('#notices p').map(({ textContent }) => textContent.trim())).toEqual(['New maps are out.'])
  expect(page.stored.get('hiddenNotices')).toBe('a')
  expect(loaded).toEqual(['worker'])
})

test('without the application, the page marks the articles that were published since the reader’s previous visit', async () => {
  const html = '<ul><li data-published="2025-03-01"></li><li data-published="2025-03-12"></li></ul>'
  vi.setSystemTime('2025-03-12T12:00:00Z')
  const { page } = await openPage({ html, stored: { visits: '2025-03-01 2025-03-10' } })
  expect(page.findAll('[data-new]').map(({ dataset }) => dataset.published)).toEqual(['2025-03-12'])
  expect(loaded).toEqual(['worker'])
})

test('scrolling on Home starts the scrolling game once, and does not load the application', async () => {
  const { page } = await openPage({ html: '<div class="home" data-app="scroll"></div>' })
  expect(loaded).toEqual(['worker'])
  for (const _ of [1, 2]) await page.dispatch('scroll')
  await page.wait(60_000)
  expect(loaded).toEqual(['worker', 'home'])
})

test('a scroll after the reader has left Home does not start the scrolling game', async () => {
  const { page } = await openPage({ html: '<div class="home" data-app="scroll"></div>' })
  page.find('.home').remove()
  await page.dispatch('scroll')
  await page.wait(1_000)
  expect(loaded).toEqual(['worker'])
})

test('the page of a kitchen’s menu loads the application at once when a field already has the focus at the start of boot.ts', async () => {
  await openPage({ html: '<input>', app: 'input' }, (page) => page.find('input').focus())
  expect(loaded).toContain('application')
})

test('the page of a kitchen’s menu does not load the application while the reader only reads', async () => {
  await openPage({ html: '<input>', app: 'input' })
  expect(loaded).toEqual(['worker'])
})

test('scrolling on an article does not load the application', async () => {
  const { page, observed } = await openPage({ html: '<section data-app="near"></section>' })
  expect(observed).toHaveLength(1)
  await page.dispatch('scroll')
  await page.wait(1_000)
  expect(loaded).toEqual(['worker'])
})

test.each(['before', 'after'])(
  'when the application is ready, it repeats a click and a shortcut that came %s the start of boot.ts, but no click on the menu button and no single key',
  async (moment) => {
    const seen: string[] = []
    const act = (page: Page) => {
      for (const element of page.findAll('button'))
        element.addEventListener('click', () => seen.push(String(element.textContent)))
      press(page, '#theme', 'click')
      press(page, '[popovertarget]', 'click')
      for (const key of ['k', '/']) expect(dispatchEvent(page.document, 'keydown', { key })).toBe(true)
      expect(dispatchEvent(page.document, 'keydown', { key: 'k', ctrlKey: true })).toBe(false)
      expect(dispatchEvent(page.document, 'keydown', { key: 'K', metaKey: true })).toBe(false)
      expect(seen).toEqual(['Night', 'Menu'])
      page.document.addEventListener('keydown', ({ key }) => seen.push(key))
    }
    const { page } = await openPage({ html: `${button}<input>` }, moment === 'before' ? act : undefined)
    if (moment === 'after') act(page)
    await page.wait(1_000)
    expect(loaded).toContain('application')
    expect(seen).toEqual(['Night', 'Menu', 'Night', 'k', 'K'])
    // The application answers further presses by itself.
    press(page, '#theme', 'click')
    expect(dispatchEvent(page.document, 'keydown', { key: 'k', ctrlKey: true })).toBe(true)
    expect(seen).toEqual(['Night', 'Menu', 'Night', 'k', 'K', 'Night', 'k'])
  },
)

test('S4.15 S7.18 S8.12 start-up registers the service worker, then loads the application, card payments and the error reporter', async () => {
  const { page } = await openPage({ app: 'now' })
  await page.wait(5_000)
  expect(loaded).toEqual(['worker', 'application', 'card payments', 'reporter'])
})

test('S4.15 when the reader presses a button before the page is painted, the service worker is registered before the application mounts', async () => {
  const { page } = await openPage({ isPainted: false })
  expect(loaded).toEqual([])
  press(page, '#theme', 'click')
  await page.wait(1_000)
  expect(loaded.slice(0, 2)).toEqual(['worker', 'application'])
})

test('the native app counts the page that it opens, not the path of its document', async () => {
  vi.doMock('./kit/visits.ts', () => ({ startVisit: (path: string) => loaded.push(`visit of ${path}`) }))
  onTestFinished(() => vi.doUnmock('./kit/visits.ts'))
  simulateNativeApp()
  const { page } = await openPage({ app: 'now' })
  await page.wait(60_000)
  expect(loaded).toContain('application')
  expect(loaded.filter((name) => name.startsWith('visit'))).toEqual([])
})
