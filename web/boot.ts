/**
 * The only module that a page starts with. A page is complete without the application, because links and the menu work
 * without scripts. The application loads when a reader does something that needs it, when something has to be shown, or
 * when the page is a screen, which only the application can render. The inline script stores early presses until the
 * application is ready (inline-script.ts).
 */
import { cartsKey } from '#contract/storage-keys.ts'
import { site } from '#site'
import { hasTokens, onTokensChanged } from './api/tokens.ts'
import { hideInputMethodKeys } from './device/input-method.ts'
import { keepFallbackFonts } from './device/late-fonts.ts'
import { nativePlatform } from './device/native.ts'
import { registerServiceWorker, sendVisitedPath } from './device/service-worker.ts'
import { showHeaderOnScrollUp } from './device/show-header.ts'
import { storage } from './device/storage.ts'
import { whenNear } from './device/when-near.ts'
import { yieldToBrowser } from './device/yield-to-browser.ts'
import { startNoticesPoll } from './features/notices/start-notices.ts'
import { getLoadedSiteVersion, pollVersionWhileVisible, versionStore } from './features/version/version-store.ts'
import { markNewArticles } from './kit/new-articles.ts'
import { trackPresses } from './kit/press.ts'
import { queueUncaughtErrors, reportError } from './kit/report-error.ts'
import { startVisit } from './kit/visits.ts'

/** How long the reporter waits after the application is ready, so that the page and the live connection load first. */
const REPORTER_DELAY_MS = 2_000

/** How long boot.ts waits before it tries again to load the application. Each failure doubles this time. */
const RETRY_MS = 5_000
const RETRY_MS_MAX = 60_000

/** The application loads when an element that needs it is at most one window height below the window. */
const NEAR = '0px 0px 100% 0px'

/** The first inputs of a reader, with a mouse, a finger or the keyboard. */
const inputs = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'focusin'] as const

/** The path of the prerendered page. */
const servedPath = location.pathname

// The reader may reload a page that the application has opened, and then go back. The browser then keeps the document
// and changes only the path. Until the application is ready, only a reload can show the page of the new path.
addEventListener('popstate', () => {
  if (document.documentElement.dataset.ready === undefined && location.pathname !== servedPath) location.reload()
})

queueUncaughtErrors(loadReporter)

let started = false
let retryMs = RETRY_MS
let retry: ReturnType<typeof setTimeout> | undefined

/** Loads the application, unless it is loaded or loading. After a failure, loads it again later. */
async function start() {
  if (started) return
  started = true
  keepFallbackFonts()
  try {
    // The application is loaded in parts. After each part, the browser can react to input.
    await import('./kit/load-react.ts')
    await yieldToBrowser()
    const { hydrate } = await import('./main.tsx')
    await yieldToBrowser()
    await watch()
    await hydrate(takenOver)
  } catch (error) {
    // The page stays usable. The next press tries again at once. A screen may have nothing to press.
    started = false
    clearTimeout(retry)
    retry = setTimeout(start, retryMs)
    retryMs = Math.min(2 * retryMs, RETRY_MS_MAX)
    reportError(error)
  }
}

/**
 * Starts the parts of Home that react to scrolling: the sections that appear, and the scrolling game. Does not load the
 * application.
 */
async function loadHome(home: HTMLElement) {
  const parts = await import('./home/start-home.ts').catch((error) => {
    // The browser is offline, or a deploy has replaced the file. The page is complete without it.
    console.info('Loading the run failed', error)
  })
  // The reader may have followed a link in the meantime.
  if (home.isConnected) parts?.startHomeAnimations(home)
}

let reporting = false

/**
 * Loads the error reporter (S8.12) once the browser is idle: after the application is ready, or after the first error.
 */
function loadReporter() {
  // In development, errors are visible in the console.
  if (reporting || !import.meta.env.PROD) return
  reporting = true
  whenIdle(async () => {
    try {
      const [{ startErrorReporter }, version] = await Promise.all([
        import('./features/reports/reporter.ts'),
        getLoadedSiteVersion(),
      ])
      startErrorReporter(version)
    } catch {
      // The errors stay stored until the reporter loads.
      reporting = false
      addEventListener('online', loadReporter, { once: true })
    }
  })
}

/** Preloads card payments on a site that takes cards (S7.18), so that the checkout opens without waiting. */
async function loadCardPayments() {
  try {
    ;(await import('./kit/card-payments.ts')).preloadCardProvider()
  } catch {
    // The checkout tries again to load card payments.
  }
}

function takenOver() {
  document.documentElement.dataset.ready = ''
  earlyPresses.repeat()
  setTimeout(loadReporter, REPORTER_DELAY_MS)
  if (site.features.ordering) whenIdle(loadCardPayments)
}

function whenIdle(work: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 3000 })
  else setTimeout(work, 200)
}

let watching = false

/**
 * Starts the parts of a page that work without the application, such as the poll of notices. Loads the application
 * when there is something to show. The service worker is registered before the application mounts (S4.15). After each
 * part, the browser can react to input, because all parts together take longer than a frame.
 */
async function watch() {
  if (watching) return
  watching = true
  for (const part of [watchPage, watchReader, watchVersion, watchAccount, watchApplicationParts]) {
    part()
    await yieldToBrowser()
  }
}

function watchPage() {
  registerServiceWorker()
  sendVisitedPath(location.pathname)
  trackPresses()
  hideInputMethodKeys()
  showHeaderOnScrollUp()
}

function watchReader() {
  // In the native app, the path of the document is not that of the page. The application starts its visits.
  if (site.features.statistics && !nativePlatform) startVisit(location.pathname)
  markNewArticles()
}

function watchVersion() {
  if (nativePlatform) return
  pollVersionWhileVisible()
  versionStore.subscribe(({ changed }) => changed && start())
}

function watchAccount() {
  if (!site.features.accounts) return
  startNoticesPoll()
  if (hasTokens()) start()
  onTokensChanged(start)
}

function watchApplicationParts() {
  // The page is a screen, or its URL links to a comment.
  if (document.documentElement.dataset.app === 'now' || location.hash.startsWith('#comment')) start()
  // A prerendered menu of a kitchen loads the application at the first input, or at once when the reader has a cart or
  // has already chosen a field.
  if (document.documentElement.dataset.app === 'input') {
    for (const type of inputs) addEventListener(type, start, { passive: true, once: true })
    if (storage.get(cartsKey) !== null || document.activeElement !== document.body) start()
  }
  const home = document.querySelector<HTMLElement>('[data-app=scroll]')
  if (home) addEventListener('scroll', () => loadHome(home), { passive: true, once: true })
  whenNear(document.querySelectorAll('[data-app=near]'), NEAR, start)
}

const whenPainted = () =>
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    whenIdle(watch)
  }).observe({ type: 'paint', buffered: true })

earlyPresses.onPress = start
// Starts at once in three cases: after a press, when the page is empty (in development and in the native app), and when
// the query has tokens, which must not stay in the URL (S2.31).
if (
  earlyPresses.isPressed ||
  !document.getElementById('root')?.firstElementChild ||
  location.search.includes('refreshtoken=')
)
  start()
else if (document.readyState === 'complete') whenPainted()
else addEventListener('load', whenPainted, { once: true })
