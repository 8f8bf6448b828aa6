/**
 * The only script that a page starts with. A page is complete and usable before and without the rest: links and the menu
 * are the browser's own. So the rest waits until the page has been painted and the browser is idle, or until the reader
 * first does something; what they press before the application has taken over is kept and pressed again then.
 */
import { site } from '#site'
import { pause } from './device/pause.ts'
import { keepErrors, reportError } from './kit/report-error.ts'

/** How long the reporter waits after the take-over: what the reader sees comes first, then the live connection. */
const REPORTER_DELAY_MS = 2_000

keepErrors(loadReporter)

const early: (() => void)[] = []
let started = false

async function start() {
  if (started) return
  started = true
  try {
    // In pieces, so that the browser can answer the reader between them.
    await import('react-dom/client')
    await pause()
    const { hydrate } = await import('./main.tsx')
    await pause()
    await hydrate(takenOver)
  } catch (error) {
    // The page stays what it is; the next thing the reader does tries again.
    started = false
    reportError(error)
  }
}

let reporting = false

/** Loads what reports errors (S8.12) once the browser is idle: after the take-over, or as soon as there is one to report. */
function loadReporter() {
  if (reporting) return
  reporting = true
  whenIdle(async () => {
    try {
      const { startReporter } = await import('./features/reports/reporter.ts')
      startReporter()
    } catch {
      // What there is to report waits.
      reporting = false
      addEventListener('online', loadReporter, { once: true })
    }
  })
}

/** Makes ready what takes cards, where the site takes any (S7.18): who is about to order finds it there. */
async function loadCardPayments() {
  try {
    ;(await import('./kit/card-payments.ts')).startCardPayments()
  } catch {
    // The checkout asks again.
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

/** A button that the application answers; the browser itself answers links and `popovertarget`. */
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
// Nothing to wait for: in development the page is empty; and tokens in the query (S2.31) must not stay there.
if (!document.getElementById('root')?.firstElementChild || location.search.includes('refreshtoken=')) start()
else if (document.readyState === 'complete') whenPainted()
else addEventListener('load', whenPainted, { once: true })
