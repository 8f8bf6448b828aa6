import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { headOf, replaceHead } from './kit/head.ts'
import { pause } from './kit/pause.ts'
import { takeQueryTokens } from './kit/query-tokens.ts'
import { reportError } from './kit/report-error.ts'
import { registerServiceWorker } from './kit/service-worker.ts'
import { startSession } from './kit/session.ts'
import { loadPage, pageAt } from './page-loader.tsx'

/**
 * Takes over the prerendered page. Its code is loaded first, so that the first render equals the HTML.
 * @param onReady called once the page answers
 */
export async function hydrate(onReady: () => void): Promise<void> {
  registerServiceWorker()
  // Before the router reads the address, which then holds them no more.
  const handed = takeQueryTokens()
  await loadPage(window.location.pathname)
  await pause()
  const ready = () => {
    onReady()
    startSession(handed)
  }
  const root = document.getElementById('root') as HTMLElement
  // Navigations choose their own moment (kit/go.ts), so the router does not defer them.
  const app = (
    <BrowserRouter useTransitions={false}>
      <App onReady={ready} />
    </BrowserRouter>
  )
  startTransition(() => {
    if (root.firstElementChild) hydrateRoot(root, app, { onUncaughtError: onError, onRecoverableError: onError })
    else {
      // Only in development: the build writes the whole page.
      replaceHead(headOf(pageAt(window.location.pathname)))
      createRoot(root).render(app)
    }
  })
}

/** What React could not help, or helped itself with by drawing the page anew (S8.12). */
function onError(error: unknown, { componentStack }: { componentStack?: string | undefined }): void {
  console.error(error)
  reportError(error, componentStack)
}
