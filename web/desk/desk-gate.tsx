import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../kit/link.tsx'
import { useSession } from '../kit/session.ts'
import type { DeskPageName } from './desk.tsx'

const Desk = lazy(() => import('./desk.tsx').then(({ Desk }) => ({ default: Desk })))

/**
 * Lets an admin through (S6.04); the desk is loaded only then. Anybody else is told in words, also an admin whose
 * session or role ends while they are here.
 */
export function DeskGate({ page }: { page: DeskPageName }) {
  const { user, userReady, isAuthenticated, fetchUser } = useSession()
  const { pathname, search } = useLocation()
  const [wasAdmin, remember] = useState(false)
  const isAdmin = user?.roles.includes('Admin') ?? false
  if (isAdmin && !wasAdmin) remember(true)

  if (isAdmin) {
    return (
      <Suspense fallback={<Message title="The desk" words="One moment …" />}>
        <Desk page={page} />
      </Suspense>
    )
  }
  if (!userReady) return <Message title="The desk" words="One moment …" />
  if (user) {
    return wasAdmin ? (
      <Message title="You are no admin any more" words="Another admin has taken that role from you just now." />
    ) : (
      <Message title="This page is for the author" words={`You are logged in as ${user.user}, who has no desk here.`}>
        <Link className="button" to="/">
          Back to the start
        </Link>
      </Message>
    )
  }
  if (isAuthenticated) {
    return (
      <Message
        title="We could not find out who you are"
        words="The site gave no answer. Check your connection, then try again."
      >
        <button type="button" className="button" onClick={fetchUser}>
          Try again
        </button>
      </Message>
    )
  }
  return (
    <Message
      title={wasAdmin ? 'Your session is over' : 'This page is for the author'}
      words={wasAdmin ? 'Log in again, and you come back to this page.' : 'If that is you, log in.'}
    >
      <Link className="button" to={`/login?${new URLSearchParams({ returnTo: pathname + search })}`}>
        Log in
      </Link>
    </Message>
  )
}

function Message({ title, words, children }: { title: string; words: string; children?: ReactNode }) {
  return (
    <div className="message-page">
      <h1>{title}</h1>
      <p role="status">{words}</p>
      <noscript>
        <p>The desk needs scripts, which are off in this browser.</p>
      </noscript>
      {children}
    </div>
  )
}
