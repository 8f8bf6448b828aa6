import { App } from '@capacitor/app'
import { type PluginListenerHandle, SystemBars, SystemBarsStyle } from '@capacitor/core'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { Router, useLocation } from 'react-router'
import { decodePercentEncoding } from '#contract/page-path.ts'
import { site } from '#site'
import { callAll, listen } from '../device/listen.ts'
import { getSiteOrigin } from '../device/native.ts'
import { onThemeChange, readTheme } from '../device/theme.ts'
import { useLoadAndNavigate } from '../kit/go.ts'
import { createMemoryHistory, type MemoryHistory } from './memory-history.ts'

/**
 * Opens the history of the app, and returns the parts that the app adds to the site. The history starts with the URL
 * that has opened the app, or with Home.
 * @param isPage returns whether the site has a page at a path
 */
export async function createNativeNavigation(isPage: (pathname: string) => boolean) {
  const launch = await App.getLaunchUrl()
  const history = createMemoryHistory((launch && toSitePath(launch.url)) || '/')
  return {
    /** The path of the first page that the app shows. */
    path: history.arrival().location.pathname,
    router: (children: ReactNode) => <NativeRouter history={history}>{children}</NativeRouter>,
    /** Handles events of the app; rendered inside the application. */
    events: <NativeEvents history={history} isPage={isPage} />,
  }
}

/** The router of the native app, which replaces BrowserRouter. */
function NativeRouter({ history, children }: { history: MemoryHistory; children: ReactNode }) {
  const arrival = useSyncExternalStore(history.subscribe, history.arrival)
  return (
    <Router {...arrival} navigator={history.navigator} useTransitions={false}>
      {children}
    </Router>
  )
}

interface NativeEventsProps {
  history: MemoryHistory
  /** Returns whether the site has a page at a path. */
  isPage: (pathname: string) => boolean
}

/**
 * Handles events that a browser would handle itself: the back button, URLs that open the app, notifications and links.
 */
function NativeEvents({ history, isPage }: NativeEventsProps) {
  const go = useLoadAndNavigate()
  const { pathname, search, hash } = useLocation()
  const now = useRef({ go, here: '' })
  useEffect(() => {
    now.current = { go, here: pathname + search + hash }
  })

  useEffect(() => {
    const visit = (address: string) => {
      const path = toSitePath(address)
      // iOS repeats the URL that has started the app, although its page is already shown.
      if (path !== null && path !== now.current.here) now.current.go(path)
    }

    /** Follows a link that no component has handled. The system opens links to other sites in its browser. */
    function onClick(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      const path = link && toSitePath(link.href)
      if (!path || event.defaultPrevented) return
      event.preventDefault()
      const { pathname } = new URL(path, getSiteOrigin())
      const [, fragment] = /^#(.*)/.exec(link.getAttribute('href') ?? '') ?? []
      if (fragment !== undefined) followFragment(fragment)
      else if (isPage(pathname)) now.current.go(path)
      // A path that is no page, such as a feed, is only on the server, not in the app, so the browser opens it.
      else location.assign(getSiteOrigin() + path)
    }

    function followFragment(fragment: string): void {
      const { pathname, search } = history.arrival().location
      history.navigator.push({ pathname, search, hash: `#${fragment}` })
      document.getElementById(decodePercentEncoding(fragment))?.focus({ preventScroll: true })
    }

    const listening: Promise<PluginListenerHandle>[] = [
      App.addListener('backButton', () => handleBackButton(history)),
      App.addListener('appUrlOpen', ({ url }) => visit(url)),
    ]
    if (site.features.push)
      listening.push(
        import('@capacitor/push-notifications').then(({ PushNotifications }) =>
          PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) => {
            if (typeof notification.data?.url === 'string') visit(getSiteOrigin() + notification.data.url)
          }),
        ),
      )
    return callAll(listen(document, 'click', onClick), syncSystemBars(), () => {
      for (const one of listening) one.then((handle) => handle.remove())
    })
  }, [history, isPage])

  return null
}

/**
 * Handles the back button of Android. It closes an open dialog or popover, or else goes back. At the first page it
 * minimises the app.
 */
function handleBackButton({ isAtStart, navigator }: MemoryHistory): void {
  const above = [...document.querySelectorAll<HTMLElement>('dialog[open], [popover]:popover-open')].at(-1)
  if (above instanceof HTMLDialogElement) close(above)
  else if (above) above.hidePopover()
  else if (!isAtStart()) navigator.go(-1)
  else App.minimizeApp()
}

/** Closes a dialog as Escape does. A listener of the cancel event can keep the dialog open. */
function close(dialog: HTMLDialogElement): void {
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
}

/**
 * Sets the colour of the status and navigation bars to the theme of the site, which can differ from the theme of the
 * device (web/features/theme).
 * @returns a function that stops this
 */
function syncSystemBars(): () => void {
  const apply = () =>
    SystemBars.setStyle({ style: readTheme() === 'night' ? SystemBarsStyle.Dark : SystemBarsStyle.Light })
  apply()
  return onThemeChange(apply)
}

/** Returns the path, query and fragment of a URL of the site or of the app's files; null for URLs of other sites. */
function toSitePath(address: string): string | null {
  const url = URL.parse(address)
  // On iOS, url.origin is opaque for the scheme of the app's files.
  if (!url || ![location.origin, getSiteOrigin()].includes(`${url.protocol}//${url.host}`)) return null
  // The tokens of a provider's login work only in the browser that started the login (S2.31). They are removed, because
  // they must not be stored in the history.
  url.searchParams.delete('token')
  url.searchParams.delete('refreshtoken')
  return url.pathname + url.search + url.hash
}
