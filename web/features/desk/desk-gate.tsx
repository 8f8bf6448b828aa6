import { type ComponentType, useState } from 'react'
import { useLocation } from 'react-router'
import { QueryProvider } from '../../api/query-client.tsx'
import { isAdmin, useSession } from '../../api/session.ts'
import { loadFeatureModules, useFeatureModules } from '../../kit/feature-modules.ts'
import { Link } from '../../kit/link.tsx'
import type { FeatureModulePath, PageSummary } from '../../kit/page.ts'
import type { WebFeature } from '../../kit/web-feature.ts'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { SessionFailedPage } from '../../ui/person/session-failed-page.tsx'

/** Loads the code of a desk page for an admin, before the page is shown. */
export async function preload({ deskScreen }: PageSummary, features: readonly WebFeature[]): Promise<void> {
  if (deskScreen && isAdmin(useSession.getState().user)) await loadFeatureModules(features, [deskScreen])
}

/**
 * Shows a desk page to admins only, and loads its code only for admins (S6.04). All other users see an explanation. An
 * admin sees it too when the session or the role ends while the page is open.
 */
export function Screen({ page }: { page: PageSummary }) {
  const { user, userReady, isAuthenticated } = useSession()
  const { pathname, search } = useLocation()
  const [wasAdmin, remember] = useState(false)
  const isAllowed = isAdmin(user)
  if (isAllowed && !wasAdmin) remember(true)

  if (isAllowed && page.deskScreen) return <DeskScreen module={page.deskScreen} />
  if (!userReady) return <Loading />
  if (!user && isAuthenticated) return <SessionFailedPage />
  if (user && wasAdmin)
    return <MessagePage title="You are no admin any more" text="Another admin has taken that role from you just now." />
  const [text, to, linkText] = user
    ? [`You are logged in as ${user.user}, who has no desk here.`, '/', 'Back to the start']
    : [
        wasAdmin ? 'Log in again, and you come back to this page.' : 'If that is you, log in.',
        `/login?${new URLSearchParams({ returnTo: pathname + search })}`,
        'Log in',
      ]
  return (
    <MessagePage title={wasAdmin ? 'Your session is over' : 'This page is for the author'} text={text}>
      <Link className="button" to={to}>
        {linkText}
      </Link>
    </MessagePage>
  )
}

const Loading = () => <MessagePage title="The desk" text="One moment …" />

function DeskScreen({ module }: { module: FeatureModulePath }) {
  const [desk] = useFeatureModules<{ Screen: ComponentType }>([module]) ?? []
  return desk ? (
    <QueryProvider>
      <desk.Screen />
    </QueryProvider>
  ) : (
    <Loading />
  )
}
