import { createContext, use } from 'react'
import { flushSync } from 'react-dom'
import { type NavigateOptions, useNavigate } from 'react-router'
import { isBrowserHelpful } from '../device/service-worker.ts'

/** What a navigation needs of the application. */
interface Navigation {
  /** Loads the page at a path. */
  load: (path: string) => Promise<unknown>
  /** Told when a page could not be loaded and there is no connection. */
  offline: () => void
}

export const NavigationContext = createContext<Navigation>({ load: async () => {}, offline: () => {} })

let latest = 0

/**
 * Goes to an address of the site: loads its page first, so that the old one stays until the new one can be shown, and
 * changes over with a view transition. When the code of the page is gone, as after a new version, the browser goes there
 * by itself, which also brings the new version; without a connection, the copy that the service worker keeps.
 * @returns what resolves once the new page has taken the place of the old one
 */
export function useGo(): (to: string, options?: NavigateOptions) => Promise<void> {
  const { load, offline } = use(NavigationContext)
  const navigate = useNavigate()
  return async (to, options) => {
    const { dataset } = document.documentElement
    const mine = ++latest
    dataset.going = ''
    try {
      await load(new URL(to, window.location.href).pathname)
    } catch (error) {
      // S8.10.
      console.info(`Navigation to ${to} failed`, error)
      if (mine === latest) isBrowserHelpful() ? window.location.assign(to) : offline()
      return
    } finally {
      if (mine === latest) delete dataset.going
    }
    if (mine !== latest) return
    const change = () => flushSync(() => navigate(to, options))
    // One that comes before the last is over takes its place, which is no failure.
    if (!document.startViewTransition) return change()
    const { ready, updateCallbackDone } = document.startViewTransition(change)
    ready.catch(() => {})
    await updateCallbackDone
  }
}
