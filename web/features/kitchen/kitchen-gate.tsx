import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { AuthUser } from '#contract/accounts.ts'
import { QueryProvider } from '../../api/query-client.tsx'
import { hasReaderRights, useSession } from '../../api/session.ts'
import { Link } from '../../kit/link.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { SessionFailedPage } from '../../ui/person/session-failed-page.tsx'

/**
 * Shows its children to logged-in readers, and a message to all other users. The message also appears when the session
 * ends while the page is open.
 */
export function KitchenLoginGate({ children }: { children: (user: AuthUser) => ReactNode }) {
  const { user, userReady, isAuthenticated } = useSession()
  const { pathname } = useLocation()
  if (hasReaderRights(user)) return <QueryProvider>{children(user)}</QueryProvider>
  if (!userReady) return <MessagePage title="The kitchen" text="One moment …" />
  if (!user && isAuthenticated) return <SessionFailedPage />
  return (
    <MessagePage
      title="This page is for those who cook"
      text={
        user
          ? 'You are here as a guest. Log in with the account that works in a kitchen.'
          : 'If you work in a kitchen, log in, and you come back to this page.'
      }
    >
      <Link className="button" to={`/login?${new URLSearchParams({ returnTo: pathname })}`}>
        Log in
      </Link>
    </MessagePage>
  )
}
