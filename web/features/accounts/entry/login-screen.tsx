import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { site } from '#site'
import { useSession } from '../../../api/session.ts'
import { useLoadAndNavigate } from '../../../kit/go.ts'
import { EntryLayout } from './entry-layout.tsx'
import { LoginPanel } from './login-panel.tsx'
import { readUncheckedReturnPath, sanitizeReturnPath, storeReturnPath } from './return-path.ts'

/**
 * The screen of /login. Sends a logged-in reader to the return path. Guests also see the login panel, because they have
 * a session but no account.
 */
export function Screen() {
  const { user, userReady } = useSession()
  const { search } = useLocation()
  const guest = useRef<string>(undefined)
  const go = useLoadAndNavigate()
  const [storedPath] = useState(readUncheckedReturnPath)
  const returnTo = new URLSearchParams(search).get('returnTo')
  const to = sanitizeReturnPath(returnTo ?? storedPath)
  // The page is prerendered without a query, so the first render in the browser must not depend on the query.
  const [allowGuest, setAllowGuest] = useState(false)
  useEffect(() => setAllowGuest(isForGuests(returnTo)), [returnTo])

  useEffect(() => () => storeReturnPath(null), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each user; go changes with the application.
  useEffect(() => {
    if (!userReady) return
    guest.current ??= user?.roles.includes('Guest') ? user.id : ''
    if (user && user.id !== guest.current) go(to, { replace: true })
  }, [user?.id, userReady])

  return (
    <EntryLayout>
      <LoginPanel allowGuest={allowGuest} allowEmailLogin allowSignup />
    </EntryLayout>
  )
}

/** Returns whether guests can use the page at a return path (S6.02). Guests can order, but cannot comment. */
const isForGuests = (path: string | null) => site.features.ordering && (path === null || path.startsWith('/order'))
