/**
 * The only script that a page starts with. A page is complete without the application, because links and the menu work
 * without scripts. The application loads when a reader does something that needs it, when something has to be shown, or
 * when the page is a screen. Clicks and shortcuts from before the application is ready are stored and repeated when it
 * is ready.
 */
import { orderKey } from '#contract/storage-keys.ts'
import { site } from '#site'
import { hasTokens, onTokensChanged } from './api/tokens.ts'
import { keepStandInFonts } from './device/late-fonts.ts'
import { nativePlatform } from './device/native.ts'
import { pause } from './device/pause.ts'
import { watchScrollDirection } from './device/scroll-direction.ts'
import { registerServiceWorker, reportVisit } from './device/service-worker.ts'
import { storage } from './device/storage.ts'
import { NOTICES_ID, startNoticesPoll } from './features/notices/start-notices.ts'
import { startVersionPoll, versionStore } from './features/version/version-store.ts'
import { markNewArticles } from './kit/new-articles.ts'
import { watchPresses } from './kit/press.ts'
import { keepErrors, reportError } from './kit/report-error.ts'
import { countVisit } from './kit/visits.ts'

/** How long the reporter waits after the application is ready, so that the page and the live connection load first. */
const REPORTER_DELAY_MS = 2_000

/** The application loads when an element that only it can fill is at most one window height below the window. */
const NEAR = '0px 0px 100% 0px'

/** The first inputs of a reader, with a mouse, a finger or the keyboard. */
const inputs = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'focusin'] as const

keepErrors(loadReporter)

const early: (() => void)[] = []
let started = false

async function start() {
  if (started) return
  started = true
  keepStandInFonts()
  try {
    // Pauses between the parts let the browser react to input.
    await import('./kit/load-react.ts')
    await pause()
    const { hydrate } = await import('./main.tsx')
    await pause()
    watch()
    await hydrate(takenOver)
  } catch (error) {
    // The page stays usable. The next input tries again.
    started = false
    reportError(error)
  }
}

let reporting = false

/** Loads the error reporter (S8.12) once the browser is idle: after the application is ready, or after the first error. */
function loadReporter() {
  if (reporting) return
  reporting = true
  whenIdle(async () => {
    try {
      const { startReporter } = await import('./features/reports/reporter.ts')
      startReporter()
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
    ;(await import('./kit/card-payments.ts')).startCardPayments()
  } catch {
    // The checkout loads them again.
  }
}

function takenOver() {
  removeEventListener('pointerdown', onPointerDown, true)
  removeEventListener('click', keepClick, true)
  removeEventListener('keydown', keepKey, true)
  document.documentElement.dataset.ready = ''
  for (const again of early) again()
  setTimeout(loadReporter, REPORTER_DELAY_MS)
  if (site.features.ordering) whenIdle(loadCardPayments)
}

/** Finds the button of an event. The buttons of notices work without the application. */
const findButton = ({ target }: Event): HTMLElement | null =>
  target instanceof Element && !target.closest(`#${NOTICES_ID}`) ? target.closest<HTMLElement>('button, summary') : null

/** Loads the application when the reader begins to press a button. */
function onPointerDown(event: Event) {
  if (findButton(event)) start()
}

/** Stores a click on a button that needs the application. Links, `summary` and `popovertarget` work without it. */
function keepClick(event: Event) {
  const button = findButton(event)
  if (!button) return
  start()
  if (button.matches('button:not([popovertarget])')) early.push(() => button.isConnected && button.click())
}

function keepKey(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey } = event
  if (key === '/' || (key === 'k' && (ctrlKey || metaKey))) {
    event.preventDefault()
    start()
    early.push(() => document.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, metaKey, bubbles: true })))
  }
}

function whenIdle(work: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 3000 })
  else setTimeout(work, 200)
}

addEventListener('pointerdown', onPointerDown, { capture: true, passive: true })
addEventListener('click', keepClick, true)
addEventListener('keydown', keepKey, true)

let watching = false

/**
 * Registers the service worker before the application mounts (S4.15). Starts what a page needs for a reader who only
 * reads. Loads the application when there is something to show.
 */
function watch() {
  if (watching) return
  watching = true
  watchPresses()
  watchScrollDirection()
  registerServiceWorker()
  reportVisit(location.pathname)
  if (site.features.statistics) countVisit(location.pathname)
  markNewArticles()
  if (!nativePlatform) {
    startVersionPoll()
    versionStore.subscribe(({ changed }) => changed && start())
  }
  if (site.features.accounts) {
    startNoticesPoll()
    if (hasTokens()) start()
    onTokensChanged(start)
  }
  // The page is a screen, or its address links to a comment.
  if (document.documentElement.dataset.app === 'now' || location.hash.startsWith('#comment')) start()
  // A prerendered menu of a kitchen loads the application at the first input, or at once when the reader has a cart.
  if (document.documentElement.dataset.app === 'input') {
    for (const type of inputs) addEventListener(type, start, { passive: true, once: true })
    if (storage.get(orderKey) !== null) start()
  }
  if (document.querySelector('[data-app=scroll]')) addEventListener('scroll', start, { passive: true, once: true })
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      start()
    },
    { rootMargin: NEAR },
  )
  for (const part of document.querySelectorAll('[data-app=near]')) observer.observe(part)
}

const whenPainted = () =>
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    whenIdle(watch)
  }).observe({ type: 'paint', buffered: true })
// Starts at once in development, where the page is empty, and when the query has tokens (S2.31), which must not stay in
// the address.
if (!document.getElementById('root')?.firstElementChild || location.search.includes('refreshtoken=')) start()
else if (document.readyState === 'complete') whenPainted()
else addEventListener('load', whenPainted, { once: true })
