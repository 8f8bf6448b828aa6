import { Fragment, type ReactNode, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { getPrivatePage } from '#contract/private-pages.ts'
import { authFetch } from '../api/api.ts'
import { hasReaderRights, useSession } from '../api/session.ts'
import { findFragmentTarget, focusWithoutScrolling } from '../device/fragment.ts'

/**
 * Renders a private page for readers. Renders nothing for a user object without a nested user (S2.09, S5.08), and for a
 * guest (S6.02).
 */
export function ReadersOnly({ children }: { children: ReactNode }) {
  const { user } = useSession()
  return hasReaderRights(user) && user.user ? <Fragment key={user.id}>{children}</Fragment> : null
}

/** Fetches and shows the content of a private page, which the server sends to readers only. */
export function PrivateContent({ path }: { path: string }) {
  const [html, setHtml] = useState<string>()
  const [failed, setFailed] = useState(false)
  const { hash } = useLocation()

  const load = useCallback(async () => {
    setFailed(false)
    try {
      const response = await authFetch(getPrivatePage, { params: { name: path.slice(1) } })
      if (!response?.ok) throw new Error('The private page could not be fetched')
      setHtml((await response.json()).html)
    } catch {
      setFailed(true)
    }
  }, [path])

  useEffect(() => void load(), [load])

  // The browser looked for the fragment before the text arrived, so this effect scrolls to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the text has arrived.
  useEffect(() => {
    const target = html === undefined ? null : findFragmentTarget(hash)
    if (!target) return
    target.scrollIntoView({ behavior: 'instant' })
    focusWithoutScrolling(target)
  }, [html])

  if (failed) {
    return (
      <div role="alert">
        <p>This page could not be loaded. Check your connection and try again.</p>
        <button type="button" className="button" onClick={load}>
          Try again
        </button>
      </div>
    )
  }
  if (html === undefined) return <p role="status">Loading …</p>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the build rendered this HTML from the author's own page.
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
