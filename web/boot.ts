/**
 * The only script that a page starts with. A page is complete without the application, because links and the menu are the
 * browser's own. The application loads when the page has been painted and the browser is idle, or on the reader's first
 * input. Clicks and shortcuts from before the application is ready are stored and repeated then.
 */
import { site } from '#site'
import { pause } from './device/pause.ts'
import { keepErrors, reportError } from './kit/report-error.ts'

/** How long the reporter waits after the application is ready, so that the page and the live connection load first. */
const REPORTER_DELAY_MS = 2_000

keepErrors(loadReporter)

const early: (() => void)[] = []
let started = false

async function start() {
  if (started) return
  started = true
  try {
    // Pauses between the parts let the browser react to input.
    await import('react-dom/client')
    await pause()
    const { hydrate } = await import('./main.tsx')
    await pause()
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
  for (const type of intents) removeEventListener(type, start)
  removeEventListener('click', keepClick, true)
  removeEventListener('keydown', keepKey, true)
  document.documentElement.dataset.ready = ''
  for (const again of early) again()
  setTimeout(loadReporter, REPORTER_DELAY_MS)
  if (site.features.ordering) whenIdle(loadCardPayments)
}

/** Stores a click on a button that needs the application. Links and `popovertarget` work without it. */
function keepClick(event: MouseEvent) {
  const button =
    event.target instanceof Element ? event.target.closest<HTMLElement>('button:not([popovertarget])') : null
  if (button) early.push(() => button.isConnected && button.click())
}

function keepKey(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey } = event
  if (key === '/' || (key === 'k' && (ctrlKey || metaKey))) {
    event.preventDefault()
    early.push(() => document.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, metaKey, bubbles: true })))
  }
}

function whenIdle(work: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 3000 })
  else setTimeout(work, 200)
}

const passive = { passive: true } as const
const intents = ['pointerdown', 'keydown', 'focusin', 'scroll'] as const
for (const type of intents) addEventListener(type, start, passive)
addEventListener('click', keepClick, true)
addEventListener('keydown', keepKey, true)

const whenPainted = () =>
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    whenIdle(start)
  }).observe({ type: 'paint', buffered: true })
// Starts at once in development, where the page is empty, and when the query has tokens (S2.31), which must not stay there.
if (!document.getElementById('root')?.firstElementChild || location.search.includes('refreshtoken=')) start()
else if (document.readyState === 'complete') whenPainted()
else addEventListener('load', whenPainted, { once: true })
