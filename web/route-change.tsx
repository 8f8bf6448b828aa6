import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { nativePlatform } from './device/native.ts'
import { buildHeadElements, formatDocumentTitle, replaceHead } from './kit/head.ts'
import { resolvePage } from './page-loader.tsx'

/**
 * Does after each navigation what a page load would do. It sets the title, the metadata (S2.15), the scroll position
 * and the focus, and announces the page.
 */
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
        replaceHead(buildHeadElements(page))
        announce(formatDocumentTitle(page.title))
      },
      // The page shows its error itself.
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

const positions = new Map<string, number>()

/**
 * Sets the scroll position after a navigation: the stored position on Back, otherwise the element of the fragment,
 * otherwise the top.
 */
function useScrollMemory(): void {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  const last = useRef({ key, pathname })

  useLayoutEffect(() => {
    const remember = () => positions.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  useLayoutEffect(() => {
    const { current: before } = last
    if (before.key === key) return
    last.current = { key, pathname }
    // On Back within the same page, the browser restores the position itself.
    if (!nativePlatform && before.pathname === pathname && type === NavigationType.Pop) return
    const known = type === NavigationType.Pop ? positions.get(key) : undefined
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (known !== undefined) window.scrollTo({ top: known, behavior: 'instant' })
    else if (target) target.scrollIntoView({ behavior: 'instant' })
    else window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key, pathname, hash, type])
}
