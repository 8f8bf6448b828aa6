import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../../api/session.ts'
import { useGo } from '../../../kit/go.ts'
import { Entry } from './entry.tsx'
import { LoginPanel } from './login-panel.tsx'
import { keepReturnPath, keptReturnPath, returnPath } from './return-path.ts'

/** /login: whoever is logged in goes on to where they came from; a guest may still log in. */
export function Screen() {
  const { user, userReady } = useSession()
  const { search } = useLocation()
  const guest = useRef<string>(undefined)
  const go = useGo()
  const [kept] = useState(keptReturnPath)
  const to = returnPath(new URLSearchParams(search).get('returnTo') ?? kept)

  useEffect(() => () => keepReturnPath(null), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person; go is another function each time.
  useEffect(() => {
    if (!userReady) return
    guest.current ??= user?.roles.includes('Guest') ? user.id : ''
    if (user && user.id !== guest.current) go(to, { replace: true })
  }, [user?.id, userReady])

  return (
    <Entry>
      <LoginPanel allowGuest allowEmailLogin allowSignup />
    </Entry>
  )
}
