import { useEffect, useRef, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { headOf, replaceHead, titleOf } from './kit/head.ts'
import type { PageSummary } from './kit/page.ts'

/** What a full page load would do by itself, after each navigation: title and metadata (S2.15), focus, and a word to screen readers. */
export function RouteChange() {
  const { pathname } = useLocation()
  const page = useMatches().at(-1)?.handle as PageSummary
  const last = useRef(pathname)
  const [announcement, announce] = useState('')

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    replaceHead(headOf(page))
    announce(titleOf(page.title))
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname, page])

  return (
    <p className="visually-hidden" aria-live="polite">
      {announcement}
    </p>
  )
}
