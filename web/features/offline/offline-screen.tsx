import { pages } from 'virtual:content'
import { picture } from 'virtual:scene/lost'
import { useEffect, useState } from 'react'
import { OFFLINE_CHECK_INTERVAL_RANGE_MS } from '#contract/limits.ts'
import { isServerAway, isSiteCache, OFFLINE_ELEMENT_ID, OFFLINE_PATH } from '#contract/service-worker.ts'
import { callAll, listen } from '../../device/listen.ts'
import { Link } from '../../kit/link.tsx'
import type { PageSummary } from '../../kit/page.ts'
import { Scene } from '../../look/scene.tsx'
import './offline.css'

/**
 * The screen that is shown without a connection, in place of a page that is not cached. It lists the cached pages, and
 * reloads the requested page when the site is reachable again.
 */
export function Screen() {
  const [state, setState] = useState<'offline' | 'unreachable' | 'online'>('offline')
  const [pages, setPages] = useState<PageSummary[]>()

  useEffect(() => {
    const updateState = () => {
      // The reader has opened /offline itself, and has a connection.
      if (window.location.pathname === OFFLINE_PATH && navigator.onLine) setState('online')
      else setState(navigator.onLine ? 'unreachable' : 'offline')
    }
    updateState()
    findCachedPages().then(setPages)
    return callAll(listen(window, 'online', updateState), listen(window, 'offline', updateState))
  }, [])
  useReconnect(state !== 'online', reload)

  return (
    <div className="message-page offline-page" id={OFFLINE_ELEMENT_ID}>
      <Scene picture={picture} className="message-picture" />
      <h1>{titles[state]}</h1>
      {state === 'online' ? (
        <p>Every page is there. Without a connection, those that you have visited in this browser still are:</p>
      ) : (
        <>
          <p role="status">
            This page has not been visited in this browser, so it is not here yet. It opens by itself when the site can
            be reached again.
          </p>
          <button type="button" className="button" onClick={reload}>
            Try again
          </button>
        </>
      )}
      {pages && pages.length > 0 && (
        <section aria-labelledby="offline-pages">
          <h2 id="offline-pages">Pages that are here</h2>
          <ul className="links">
            {pages.map(({ path, title }) => (
              <li key={path}>
                <Link to={path}>{title}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {pages?.length === 0 && <p>No other page has been visited yet.</p>}
    </div>
  )
}

const titles = {
  offline: 'You are offline',
  unreachable: 'The site cannot be reached',
  online: 'You are connected',
}
const reload = () => window.location.reload()

/** Returns the public articles that the service worker has cached, in the order of the menu. */
async function findCachedPages(): Promise<PageSummary[]> {
  try {
    const names = (await caches.keys()).filter(isSiteCache)
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    const paths = new Set(requests.flat().map(({ url }) => new URL(url).pathname))
    return pages.filter((page) => !page.private && paths.has(page.path))
  } catch {
    // The browser blocks the access to caches.
    return []
  }
}

/**
 * Calls `onBack` when the site is reachable again. The site is checked when the browser goes online, and at increasing
 * intervals.
 */
function useReconnect(isWaiting: boolean, onBack: () => void): void {
  useEffect(() => {
    if (!isWaiting) return
    let delayMs: number = OFFLINE_CHECK_INTERVAL_RANGE_MS.min
    let timer = setTimeout(ask, delayMs)
    let isOver = false
    async function ask() {
      clearTimeout(timer)
      // A HEAD request reaches the server, because the service worker does not answer HEAD requests.
      const isReachable =
        navigator.onLine &&
        !document.hidden &&
        (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
          ({ status }) => !isServerAway(status),
          () => false,
        ))
      if (isOver) return
      if (isReachable) return onBack()
      clearTimeout(timer)
      timer = setTimeout(ask, delayMs)
      delayMs = Math.min(2 * delayMs, OFFLINE_CHECK_INTERVAL_RANGE_MS.max)
    }
    // The delay before the next check may be long. When the browser goes online, the site is therefore checked at once.
    const onOnline = () => {
      delayMs = OFFLINE_CHECK_INTERVAL_RANGE_MS.min
      ask()
    }
    return callAll(listen(window, 'online', onOnline), listen(document, 'visibilitychange', ask), () => {
      isOver = true
      clearTimeout(timer)
    })
  }, [isWaiting, onBack])
}
