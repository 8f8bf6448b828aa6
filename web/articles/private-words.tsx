import { useCallback, useEffect, useState } from 'react'
import type { PrivatePage } from '#contract/private-pages.ts'
import { authFetch } from '../kit/api.ts'
import { isReader, useSession } from '../kit/session.ts'

/**
 * The words of a private page, from the server and only for a reader (S2.09, S5.08): without a user object that has a
 * nested user there is nothing. A guest is somebody, but no reader (S6.02).
 */
export function PrivateWords({ path }: { path: string }) {
  const { user } = useSession()
  const reader = isReader(user) && user.user ? user.id : null
  const [html, setHtml] = useState<string>()
  const [failed, setFailed] = useState(false)

  const load = useCallback(async () => {
    setFailed(false)
    try {
      const response = await authFetch(`/api/private-pages${path}` as `/${string}`)
      if (!response?.ok) throw new Error('No such words')
      const page: PrivatePage = await response.json()
      setHtml(page.html)
    } catch {
      setFailed(true)
    }
  }, [path])

  useEffect(() => {
    setHtml(undefined)
    if (reader) load()
  }, [reader, load])

  if (!reader) return null
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
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the author's own words, as the build has rendered them.
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
