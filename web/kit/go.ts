import { createContext, use } from 'react'
import { flushSync } from 'react-dom'
import type { NavigateFunction, NavigateOptions } from 'react-router'
import { canLoadPages } from '../device/service-worker.ts'

/** How the application opens the pages of the site. */
interface Navigation {
  /** Loads the code and text of the page at a path. */
  load: (path: string) => Promise<unknown>
  /**
   * Navigates to a path of the site. The new page is first loaded, while the old page stays visible. The pages change
   * with a view transition. When the code of the page no longer exists, for instance after a deploy, the browser loads
   * the URL itself. Without a connection, the browser then gets the service worker's copy. The promise resolves when
   * the new page is shown.
   */
  go: (to: string, options?: NavigateOptions) => Promise<void>
}

export const NavigationContext = createContext<Navigation>({
  load: async () => {},
  go: () => Promise.reject(new Error('A link outside the application was followed.')),
})

export const useLoadAndNavigate = (): Navigation['go'] => use(NavigationContext).go

let latest = 0

/** Cancels the navigation whose page is still loading, because the reader has gone back or forward. */
export function cancelNavigation(): void {
  latest++
  delete document.documentElement.dataset.going
}

/**
 * Creates the navigation of the application.
 * @param load loads the code and text of the page at a path
 * @param navigate the router's function, which shows a loaded page
 * @param setOffline called with true when a page could not be loaded and there is no connection, and with false when
 *   the next navigation begins
 */
export function createNavigation(
  load: Navigation['load'],
  navigate: NavigateFunction,
  setOffline: (isOffline: boolean) => void,
): Navigation {
  async function go(to: string, options?: NavigateOptions) {
    const { dataset } = document.documentElement
    const mine = ++latest
    dataset.going = ''
    setOffline(false)
    try {
      await load(new URL(to, window.location.href).pathname)
    } catch (error) {
      // S8.10 requires that the failure is logged.
      console.info(`Navigation to ${to} failed`, error)
      if (mine === latest) canLoadPages() ? window.location.assign(to) : setOffline(true)
      return
    } finally {
      if (mine === latest) delete dataset.going
    }
    if (mine !== latest) return
    const change = () => flushSync(() => navigate(to, options))
    if (!document.startViewTransition) return change()
    const { ready, updateCallbackDone } = document.startViewTransition(change)
    // A new transition skips the running transition. The promise `ready` of the skipped transition then rejects, but
    // the navigation has not failed.
    ready.catch(() => {})
    await updateCallbackDone
  }

  return { load, go }
}
