import { useEffect, useState } from 'react'
import { OFFLINE_ELEMENT_ID, OFFLINE_PATH } from '#contract/service-worker.ts'
import { Link } from '../../kit/link.tsx'
import type { PageSummary } from '../../kit/page.ts'
import { Illustration } from '../../look/illustrations.tsx'
import { findKeptPages } from './kept-pages.ts'
import { useSiteBack } from './use-site-back.ts'
import './offline.css'

/**
 * Stands in, at its address, for a page that has not been visited, when there is no connection: says which pages are
 * there, and opens the page that was asked for by itself.
 */
export function Screen() {
  const [state, setState] = useState<'offline' | 'unreachable' | 'online'>('offline')
  const [pages, setPages] = useState<PageSummary[]>()

  useEffect(() => {
    const look = () => {
      // The page itself, looked at with a connection.
      if (window.location.pathname === OFFLINE_PATH && navigator.onLine) setState('online')
      else setState(navigator.onLine ? 'unreachable' : 'offline')
    }
    look()
    findKeptPages().then(setPages)
    window.addEventListener('online', look)
    window.addEventListener('offline', look)
    return () => {
      window.removeEventListener('online', look)
      window.removeEventListener('offline', look)
    }
  }, [])
  useSiteBack(state !== 'online', reload)

  return (
    <div className="message-page offline-page" id={OFFLINE_ELEMENT_ID}>
      <Illustration name="lost" className="message-picture" />
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
