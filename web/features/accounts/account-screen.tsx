import { useEffect, useRef, useState } from 'react'
import type { AuthUser } from '#contract/accounts.ts'
import { QueryProvider } from '../../api/query-client.tsx'
import { useSession } from '../../api/session.ts'
import { Link } from '../../kit/link.tsx'
import { ProblemNote } from '../../ui/note/problem-note.tsx'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { LoginPanel } from './entry/login-panel.tsx'
import { ReaderAccount } from './my-account/reader-account.tsx'
import { SectionFrame } from './my-account/section-frame.tsx'
import '../../ui/ui.css'
import './account.css'

/** The screen of `/account`: the profile, settings, sessions and data of the logged-in reader. */
export function Screen() {
  return (
    <div className="account">
      <header className="sky-head">
        <h1>Your account</h1>
        <p className="lead">Who you are here, where you are logged in, and what the site holds about you.</p>
      </header>
      <div className="account-body small-headings">
        <noscript>
          <p>Your account needs scripts, which are off in this browser.</p>
        </noscript>
        <Account />
      </div>
    </div>
  )
}

/** Shows the account of the reader or guest. Without a login, it shows the login panel on the same page. */
function Account() {
  const { user, userReady, isAuthenticated, fetchUser, logout } = useSession()
  const [deleted, setDeleted] = useState(false)
  // After the account is deleted, another user may log in on this page.
  if (deleted && user) setDeleted(false)

  if (!userReady) {
    return (
      <p className="needs-scripts" role="status">
        One moment, finding out who you are …
      </p>
    )
  }
  if (user?.roles.includes('Guest')) return <GuestAccount user={user} />
  if (user) {
    const goodbye = () => {
      void logout()
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
      <ProblemNote
        text="We could not find out who you are: the site gave no answer. Check your connection, then try again."
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

/** Shown after the account is deleted. Its heading takes the focus, because the focused button was removed. */
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

function GuestAccount({ user }: { user: AuthUser }) {
  const logout = useSession(({ logout }) => logout)
  return (
    <SectionFrame
      title="You are a guest"
      description="A guest has given a name and an email address, and nobody has confirmed that it is theirs."
    >
      <dl className="facts">
        <dt>Name</dt>
        <dd>{user.user}</dd>
        <dt>Email</dt>
        <dd>{user.email}</dd>
      </dl>
      <p>
        A guest has no password, no picture and nothing to look after here, and is forgotten by this browser after a day
        away. To become a customer, sign up with the same email address and open the link in our mail: then the address
        is yours, and so is what you did with it as a guest.
      </p>
      <div className="buttons">
        <Link className="button" to="/login?mode=signup&returnTo=%2Faccount">
          Sign up
        </Link>
        <QuietButton onClick={logout}>Log out</QuietButton>
      </div>
    </SectionFrame>
  )
}
