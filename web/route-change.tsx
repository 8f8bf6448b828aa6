import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { findFragmentTarget, focusWithoutScrolling } from './device/fragment.ts'
import { nativePlatform } from './device/native.ts'
import { buildHeadElements, formatDocumentTitle, replaceHead } from './kit/head.ts'
import type { PageSummary } from './kit/page.ts'
import { findPageOrNotFoundPage, resolvePageSummary } from './page-loader.tsx'

/**
 * Does the work of a page load after each navigation: sets the title, the metadata (S2.15), the scroll position and the
 * focus, and announces the page.
 */
export function RouteChange() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  const [announcement, announce] = useState('')
  useScrollMemory()
  useFocusOnArrival()

  // A layout effect runs before the effects of the page, in which the page may replace the title by its own.
  useLayoutEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const present = (page: PageSummary) => {
      replaceHead(buildHeadElements(page))
      announce(formatDocumentTitle(page.title))
    }
    const page = findPageOrNotFoundPage(pathname)
    if (page) return present(page)
    let isCurrent = true
    resolvePageSummary(pathname).then(
      (page) => isCurrent && present(page),
      // The page shows its error itself.
      () => {},
    )
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

/** Returns the current entry of the history, with a text that identifies the entry. */
function useHistoryEntry() {
  const { key, pathname, search, hash } = useLocation()
  // The browser itself makes the first entry, and an entry for each link to a heading. All these entries share one key.
  return { entry: `${key} ${pathname}${search}${hash}`, pathname, hash, type: useNavigationType() }
}

/**
 * After a navigation, focuses the element of the fragment, or else the title of the new page. After that, Tab and
 * screen readers continue at the content that the window shows.
 */
function useFocusOnArrival(): void {
  const { entry, pathname, hash, type } = useHistoryEntry()
  const last = useRef({ entry, pathname })

  useEffect(() => {
    const { current: before } = last
    if (before.entry === entry) return
    last.current = { entry, pathname }
    if (before.pathname === pathname && (type === NavigationType.Pop || hash === '')) return
    const target = type === NavigationType.Pop ? null : findFragmentTarget(hash)
    // A private page has no heading for visitors (S2.09).
    const start = target ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    if (start) focusWithoutScrolling(start)
  }, [entry, pathname, hash, type])
}

const positions = new Map<string, number>()

/**
 * Sets the scroll position after a navigation: the stored position on Back, otherwise the element of the fragment,
 * otherwise the top.
 */
function useScrollMemory(): void {
  const { entry, pathname, hash, type } = useHistoryEntry()
  const last = useRef({ entry, pathname })

  useLayoutEffect(() => {
    const remember = () => positions.set(entry, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [entry])

  useLayoutEffect(() => {
    const { current: before } = last
    if (before.entry === entry) return
    last.current = { entry, pathname }
    // On Back within the same page, the browser restores the position itself.
    if (!nativePlatform && before.pathname === pathname && type === NavigationType.Pop) return
    const known = type === NavigationType.Pop ? positions.get(entry) : undefined
    const target = findFragmentTarget(hash)
    if (known !== undefined) window.scrollTo({ top: known, behavior: 'instant' })
    else if (target) target.scrollIntoView({ behavior: 'instant' })
    else window.scrollTo({ top: 0, behavior: 'instant' })
  }, [entry, pathname, hash, type])

  // The reader may have scrolled before the application loaded, so the position is stored without waiting for a scroll.
  // It is read after the paint, because reading it forces a layout.
  useEffect(() => {
    if (!positions.has(entry)) positions.set(entry, window.scrollY)
  }, [entry])
}
