import { startTransition } from 'react'
import type { TokenPair } from '#contract/accounts.ts'
import { OFFLINE_ELEMENT_ID } from '#contract/service-worker.ts'
import { site } from '#site'
import { takeProviderLoginTokensFromUrl } from './api/query-tokens.ts'
import { restoreSessionIntoStore } from './api/session.ts'
import { App } from './app.tsx'
import { findLoadedText } from './articles/text.ts'
import { nativePlatform } from './device/native.ts'
import { yieldToBrowser } from './device/yield-to-browser.ts'
import { BrowserRouter } from './kit/browser-router.tsx'
import { buildHeadElements, notFoundPage, replaceHead } from './kit/head.ts'
import { restoreInitialData, setInitialData } from './kit/initial-data.ts'
import { createRoot, hydrateRoot } from './kit/load-react.ts'
import { reportError } from './kit/report-error.ts'
import { reuseServedScenes } from './look/scene.tsx'
import { findPageOrNotFoundPage, loadPage, loadScreenList, setOfflinePath } from './page-loader.tsx'
import './app.css'

/** The tokens that the query of the URL had. They are stored here for the case that the page has to be loaded again. */
let queryTokens: TokenPair | null = null

/**
 * Hydrates the prerendered page. The code of the page is loaded first, so that the first render equals the HTML.
 * @param onReady called when the application is ready for presses
 * @throws when the page cannot be loaded; the next call tries again
 */
export async function hydrate(onReady: () => void): Promise<void> {
  // The tokens are removed from the URL before the router reads it.
  if (site.features.accounts) queryTokens = takeProviderLoginTokensFromUrl() ?? queryTokens
  const native = nativePlatform && (await openNativeApp())
  const path = native ? native.path : window.location.pathname
  if (document.getElementById(OFFLINE_ELEMENT_ID)) setOfflinePath(path)
  await loadPage(path)
  await yieldToBrowser()
  restoreInitialData()
  const onMount = () => {
    setInitialData(undefined)
    reuseServedScenes(null)
    if (site.features.accounts) restoreSessionIntoStore(queryTokens)
  }
  const root = document.getElementById('root') as HTMLElement
  const inside = (
    <App onMount={onMount} onReady={onReady}>
      {native?.events}
    </App>
  )
  const app = native ? native.router(inside) : <BrowserRouter>{inside}</BrowserRouter>
  startTransition(() => {
    const page = findPageOrNotFoundPage(path) ?? notFoundPage
    const { text } = document.documentElement.dataset
    const isHtmlCurrent = root.firstElementChild !== null && text === findLoadedText(page.path)?.hash
    if (isHtmlCurrent) {
      reuseServedScenes(root)
      hydrateRoot(root, app, errorHandlers)
    } else {
      // In development and in the native app, there is no prerendered HTML. In all other cases, the HTML is older than
      // the text, because the author changed the text after the page was loaded.
      replaceHead(buildHeadElements(page))
      createRoot(root, errorHandlers).render(app)
    }
  })
}

/**
 * Opens the native app. All screens are loaded first, because a link to a path without a page must open the browser.
 */
async function openNativeApp() {
  const [app] = await Promise.all([import('./native/native-app.tsx'), loadScreenList()])
  return app.createNativeNavigation((path) => findPageOrNotFoundPage(path) !== notFoundPage)
}

/** Reports uncaught errors and hydration errors of React (S8.12). */
function onError(error: unknown, { componentStack }: { componentStack?: string | undefined }): void {
  console.error(error)
  reportError(error, componentStack)
}

const errorHandlers = { onUncaughtError: onError, onRecoverableError: onError }
