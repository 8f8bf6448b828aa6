import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { OFFLINE_ELEMENT_ID } from '#contract/service-worker.ts'
import { site } from '#site'
import { takeQueryTokens } from './api/query-tokens.ts'
import { startSession } from './api/session.ts'
import { App } from './app.tsx'
import { nativePlatform } from './device/native.ts'
import { pause } from './device/pause.ts'
import { registerServiceWorker } from './device/service-worker.ts'
import { headOf, notFoundPage, replaceHead } from './kit/head.ts'
import { reportError } from './kit/report-error.ts'
import { findPageAt, loadPage, loadScreens, showOfflinePage } from './page-loader.tsx'

/**
 * Takes over the prerendered page. Its code is loaded first, so that the first render equals the HTML.
 * @param onReady called once the page answers
 */
export async function hydrate(onReady: () => void): Promise<void> {
  // Before the router reads the address, which then holds them no more.
  const handed = site.features.accounts ? takeQueryTokens() : null
  const native = nativePlatform && (await openNativeApp())
  const path = native ? native.path : window.location.pathname
  if (document.getElementById(OFFLINE_ELEMENT_ID)) showOfflinePage(path)
  await loadPage(path)
  await pause()
  // Before the application mounts (S4.15), and when all that it is made of is here: what the worker keeps does not compete.
  registerServiceWorker()
  const ready = () => {
    onReady()
    if (site.features.accounts) startSession(handed)
  }
  const root = document.getElementById('root') as HTMLElement
  const inside = <App onReady={ready}>{native?.events}</App>
  // Navigations choose their own moment (kit/go.ts), so the router does not defer them.
  const app = native ? native.router(inside) : <BrowserRouter useTransitions={false}>{inside}</BrowserRouter>
  startTransition(() => {
    if (root.firstElementChild) hydrateRoot(root, app, errorHandlers)
    else {
      // In development, and in the native app, which may open with any page: elsewhere the build writes the whole page.
      replaceHead(headOf(findPageAt(path) ?? notFoundPage))
      createRoot(root, errorHandlers).render(app)
    }
  })
}

/** Opens the native app, which has to know every page: links to no page leave the app. */
async function openNativeApp() {
  const [app] = await Promise.all([import('./native/native-app.tsx'), loadScreens()])
  return app.openNativeApp((path) => findPageAt(path) !== notFoundPage)
}

/** What React could not help, or helped itself with by drawing the page anew (S8.12). */
function onError(error: unknown, { componentStack }: { componentStack?: string | undefined }): void {
  console.error(error)
  reportError(error, componentStack)
}

const errorHandlers = { onUncaughtError: onError, onRecoverableError: onError }
