import { App } from '@capacitor/app'
import { type PluginListenerHandle, SystemBars, SystemBarsStyle } from '@capacitor/core'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { site } from '#site'
import { siteOrigin } from '../device/native.ts'
import { useGo } from '../kit/go.ts'
import type { MemoryHistory } from './memory-history.ts'
import { toSitePath } from './site-address.ts'

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
      const path = toSitePath(address)
      // iOS tells of the address that has started the app once more.
      if (path !== null && path !== now.current.here) now.current.go(path)
    }

    /** A link that no part of the site answers itself. Links to other sites the system takes to its browser. */
    function onClick(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      const path = link && toSitePath(link.href)
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
      App.addListener('backButton', () => handleBackButton(history)),
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
    const stopFollowing = syncSystemBars()
    return () => {
      for (const one of listening) one.then((handle) => handle.remove())
      document.removeEventListener('click', onClick)
      stopFollowing()
    }
  }, [history, isPage])

  return null
}

/** The hardware's back button, or its gesture: closes what lies above the page, else goes back, and at the start leaves. */
function handleBackButton({ isAtStart, navigator }: MemoryHistory): void {
  const above = [...document.querySelectorAll<HTMLElement>('dialog[open], [popover]:popover-open')].at(-1)
  if (above instanceof HTMLDialogElement) close(above)
  else if (above) above.hidePopover()
  else if (!isAtStart()) navigator.go(-1)
  else App.minimizeApp()
}

/** As Escape does: what is in the dialog may want to keep it open. */
function close(dialog: HTMLDialogElement): void {
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
}

/**
 * Lets what the system shows above and below the page be read on it: the site's day or night is not always the device's
 * (web/features/theme).
 * @returns what ends it
 */
function syncSystemBars(): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const night = (document.documentElement.dataset.theme ?? (dark.matches ? 'night' : 'day')) === 'night'
    SystemBars.setStyle({ style: night ? SystemBarsStyle.Dark : SystemBarsStyle.Light })
  }
  const observer = new MutationObserver(apply)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  dark.addEventListener('change', apply)
  apply()
  return () => {
    observer.disconnect()
    dark.removeEventListener('change', apply)
  }
}
