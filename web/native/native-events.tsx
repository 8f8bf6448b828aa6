import { App } from '@capacitor/app'
import type { PluginListenerHandle } from '@capacitor/core'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { site } from '#site'
import { siteOrigin } from '../device/native.ts'
import { useGo } from '../kit/go.ts'
import { goBack } from './back-button.ts'
import type { MemoryHistory } from './memory-history.ts'
import { sitePath } from './site-address.ts'
import { followTheme } from './system-bars.ts'

interface NativeEventsProps {
  history: MemoryHistory
  /** Whether the site has a page at a path. */
  isPage: (pathname: string) => boolean
}

/** What the app answers that a browser would: its back button, addresses that open it, taps on notifications, plain links. */
export function NativeEvents({ history, isPage }: NativeEventsProps) {
  const go = useGo()
  const { pathname, search, hash } = useLocation()
  const now = useRef({ go, here: '' })
  useEffect(() => {
    now.current = { go, here: pathname + search + hash }
  })

  useEffect(() => {
    const visit = (address: string) => {
      const path = sitePath(address)
      // iOS tells of the address that has started the app once more.
      if (path !== null && path !== now.current.here) now.current.go(path)
    }

    /** A link that no part of the site answers itself. Links to other sites the system takes to its browser. */
    function onClick(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      const path = link && sitePath(link.href)
      if (!path || event.defaultPrevented) return
      event.preventDefault()
      const { pathname } = new URL(path, siteOrigin())
      const [, fragment] = /^#(.*)/.exec(link.getAttribute('href') ?? '') ?? []
      if (fragment !== undefined) followFragment(fragment)
      else if (isPage(pathname)) now.current.go(path)
      // A feed, say: another origin than the app's, so the browser shows it.
      else location.assign(siteOrigin() + path)
    }

    function followFragment(fragment: string): void {
      const { pathname, search } = history.arrival().location
      history.navigator.push({ pathname, search, hash: `#${fragment}` })
      document.getElementById(decodeURIComponent(fragment))?.focus({ preventScroll: true })
    }

    const listening: Promise<PluginListenerHandle>[] = [
      App.addListener('backButton', () => goBack(history)),
      App.addListener('appUrlOpen', ({ url }) => visit(url)),
    ]
    if (site.features.push)
      listening.push(
        import('@capacitor/push-notifications').then(({ PushNotifications }) =>
          PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) => {
            if (typeof notification.data?.url === 'string') visit(siteOrigin() + notification.data.url)
          }),
        ),
      )
    document.addEventListener('click', onClick)
    const stopFollowing = followTheme()
    return () => {
      for (const one of listening) one.then((handle) => handle.remove())
      document.removeEventListener('click', onClick)
      stopFollowing()
    }
  }, [history, isPage])

  return null
}
