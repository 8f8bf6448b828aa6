import { useEffect, useRef, useState } from 'react'
import { QueryProvider } from '../../api/query-client.tsx'
import { useSession } from '../../api/session.ts'
import { LoginPanel } from './entry/login-panel.tsx'
import { GuestAccount } from './my-account/guest-account.tsx'
import { ReaderAccount } from './my-account/reader-account.tsx'
import { Retry } from './my-account/retry.tsx'
import '../../ui/ui.css'
import './account.css'

/** `/account`: who one is here, and all that can be done about it. */
export function Screen() {
  return (
    <div className="account">
      <header className="sky-head">
        <h1>Your account</h1>
        <p className="lead">Who you are here, where you are logged in, and what the site holds about you.</p>
      </header>
      <div className="account-body">
        <noscript>
          <p>Your account needs scripts, which are off in this browser.</p>
        </noscript>
        <Account />
      </div>
    </div>
  )
}

/** A reader's own account; for nobody the login, in place, so that the account is here afterwards. */
function Account() {
  const { user, userReady, isAuthenticated, fetchUser, logout } = useSession()
  const [deleted, setDeleted] = useState(false)
  // Somebody may log in afterwards, without leaving the page.
  if (deleted && user) setDeleted(false)

  if (!userReady) return <Loading />
  if (user?.roles.includes('Guest')) return <GuestAccount user={user} />
  if (user) {
    const goodbye = async () => {
      await logout()
      setDeleted(true)
    }
    return (
      <QueryProvider>
        <ReaderAccount key={user.id} onDeleted={goodbye} />
      </QueryProvider>
    )
  }
  if (isAuthenticated) {
    return (
      <Retry
        words="We could not find out who you are: the site gave no answer. Check your connection, then try again."
        onRetry={fetchUser}
      />
    )
  }
  if (deleted) return <Farewell />
  return (
    <div className="card" data-raised="">
      <p role="status">Log in, and your account is here.</p>
      <LoginPanel hideTitle allowSignup />
    </div>
  )
}

function Loading() {
  return (
    <p className="needs-scripts" role="status">
      One moment, finding out who you are …
    </p>
  )
}

/** Takes the focus, since what had it is gone. */
function Farewell() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="stack">
      <h2 ref={heading} tabIndex={-1}>
        Your account is gone
      </h2>
      <p>
        Everything that belonged to it has been deleted, and you are logged out. A last mail is on its way to you.
        Goodbye, and thank you.
      </p>
    </div>
  )
}
