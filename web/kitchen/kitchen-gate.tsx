import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { AuthUser } from '#contract/accounts.ts'
import { Link } from '../kit/link.tsx'
import { isReader, useSession } from '../kit/session.ts'

/** Lets readers through, who may work in a kitchen; anybody else is told in words, also one whose session ends here. */
export function KitchenGate({ children }: { children: (user: AuthUser) => ReactNode }) {
  const { user, userReady, isAuthenticated, fetchUser } = useSession()
  const { pathname } = useLocation()
  if (isReader(user)) return children(user)
  if (!userReady) return <KitchenMessage title="The kitchen" words="One moment …" />
  if (!user && isAuthenticated) {
    return (
      <KitchenMessage
        title="We could not find out who you are"
        words="The site gave no answer. Check your connection, then try again."
      >
        <button type="button" className="button" onClick={fetchUser}>
          Try again
        </button>
      </KitchenMessage>
    )
  }
  return (
    <KitchenMessage
      title="This page is for those who cook"
      words={
        user
          ? 'You are here as a guest. Log in with the account that works in a kitchen.'
          : 'If you work in a kitchen, log in, and you come back to this page.'
      }
    >
      <Link className="button" to={`/login?${new URLSearchParams({ returnTo: pathname })}`}>
        Log in
      </Link>
    </KitchenMessage>
  )
}

/** A page that has one thing to say, and perhaps a way on. */
export function KitchenMessage({ title, words, children }: { title: string; words: string; children?: ReactNode }) {
  return (
    <div className="message-page">
      <h1>{title}</h1>
      <p role="status">{words}</p>
      <noscript>
        <p>The kitchen needs scripts, which are off in this browser.</p>
      </noscript>
      {children}
    </div>
  )
}
