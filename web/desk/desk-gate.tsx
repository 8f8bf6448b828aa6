import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../kit/link.tsx'
import { useSession } from '../kit/session.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { UnknownReader } from '../ui/unknown-reader.tsx'
import type { DeskPageName } from './desk.tsx'

const Desk = lazy(() => import('./desk.tsx').then(({ Desk }) => ({ default: Desk })))

/**
 * Lets an admin through (S6.04); the desk is loaded only then. Anybody else is told in words, also an admin whose
 * session or role ends while they are here.
 */
export function DeskGate({ page }: { page: DeskPageName }) {
  const { user, userReady, isAuthenticated } = useSession()
  const { pathname, search } = useLocation()
  const [wasAdmin, remember] = useState(false)
  const isAdmin = user?.roles.includes('Admin') ?? false
  if (isAdmin && !wasAdmin) remember(true)

  if (isAdmin) {
    return (
      <Suspense fallback={<MessagePage title="The desk" words="One moment …" />}>
        <Desk page={page} />
      </Suspense>
    )
  }
  if (!userReady) return <MessagePage title="The desk" words="One moment …" />
  if (user) {
    return wasAdmin ? (
      <MessagePage title="You are no admin any more" words="Another admin has taken that role from you just now." />
    ) : (
      <MessagePage
        title="This page is for the author"
        words={`You are logged in as ${user.user}, who has no desk here.`}
      >
        <Link className="button" to="/">
          Back to the start
        </Link>
      </MessagePage>
    )
  }
  if (isAuthenticated) return <UnknownReader />
  return (
    <MessagePage
      title={wasAdmin ? 'Your session is over' : 'This page is for the author'}
      words={wasAdmin ? 'Log in again, and you come back to this page.' : 'If that is you, log in.'}
    >
      <Link className="button" to={`/login?${new URLSearchParams({ returnTo: pathname + search })}`}>
        Log in
      </Link>
    </MessagePage>
  )
}
