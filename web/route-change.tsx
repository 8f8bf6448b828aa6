import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { headOf, replaceHead, titleOf } from './kit/head.ts'
import { resolvePage } from './page-loader.tsx'
import { useScrollMemory } from './scroll-memory.ts'

/** What a full page load would do by itself, after each navigation: title and metadata (S2.15), scroll, focus, and a word to screen readers. */
export function RouteChange() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  const [announcement, announce] = useState('')
  useScrollMemory()

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    let isCurrent = true
    resolvePage(pathname).then(
      (page) => {
        if (!isCurrent) return
        replaceHead(headOf(page))
        announce(titleOf(page.title))
      },
      // The page itself says that it cannot be loaded.
      () => {},
    )
    // A private page has no heading for visitors (S2.09).
    const start = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    start?.setAttribute('tabindex', '-1')
    start?.focus({ preventScroll: true })
    return () => {
      isCurrent = false
    }
  }, [pathname])

  return (
    <p className="visually-hidden" aria-live="polite">
      {announcement}
    </p>
  )
}
