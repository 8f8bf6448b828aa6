import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { interfaceLocale } from '#contract/interface-locale.ts'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { getErrorMessage } from '../../api/problem.ts'
import { useLiveAwareInterval, useLiveInvalidation } from '../../api/use-live-invalidation.ts'
import { setDocumentTitle } from '../../kit/head.ts'
import { Link } from '../../kit/link.tsx'
import { usePathParameter } from '../../kit/use-path-parameter.ts'
import { useValueHeldDuringPress } from '../../kit/use-value-held-during-press.ts'
import { setWatchedKitchen } from '../../live/live.ts'
import { LoadFailedPage, MessagePage } from '../../ui/layout/message-page.tsx'
import { WorkspaceNav } from '../../ui/layout/workspace-nav.tsx'
import { KitchenLoginGate } from './kitchen-gate.tsx'
import { kitchenQueries, withClockDifference } from './queries.ts'
import '../../ui/ui.css'
import './editing/editing.css'
import './kitchen.css'

/** The pages of a kitchen. `readable` completes the sentence "You can read …" for staff, who cannot change the page. */
const tabs = {
  orders: { path: '', label: 'Orders' },
  menu: { path: '/menu', label: 'Menu', readable: 'the menu and say what is sold out' },
  hours: { path: '/hours', label: 'Hours', readable: 'the hours' },
  delivery: { path: '/delivery', label: 'Delivery', readable: 'what delivery costs' },
  settings: { path: '/settings', label: 'Settings', readable: 'the settings' },
  figures: { path: '/figures', label: 'Figures' },
  money: { path: '/money', label: 'Money' },
} satisfies Record<string, { path: string; label: string; readable?: string }>

export interface KitchenPageProps {
  /** The kitchen, with the milliseconds by which the server's clock is ahead of this device's clock. */
  kitchen: ManagedKitchen & { ahead: number }
  /** Replaces the shown kitchen by the kitchen in a reply of the server. */
  change: (kitchen: ManagedKitchen) => void
}

/**
 * Returns whether the logged-in member may change the kitchen. Owners and admins may. Staff may only mark items as sold
 * out.
 */
export const mayEditKitchen = ({ role }: ManagedKitchen): boolean => role !== 'staff'

interface KitchenFrameProps {
  tab: keyof typeof tabs
  children: (page: KitchenPageProps) => ReactNode
}

/**
 * The frame of a kitchen's pages: its name, its status and the links to its other pages. Only members of the kitchen
 * see the pages.
 */
export const KitchenFrame = (props: KitchenFrameProps) => (
  <KitchenLoginGate>{(user) => <OwnKitchen key={user.id} {...props} />}</KitchenLoginGate>
)

function OwnKitchen({ tab, children }: KitchenFrameProps) {
  const { path, label, readable }: { path: string; label: string; readable?: string } = tabs[tab]
  const { kitchen, error, refetch, change } = useValueHeldDuringPress(
    useKitchen(usePathParameter(`/kitchen/:slug${path}`, 'slug')),
  )
  const name = kitchen?.terms.name

  useEffect(() => {
    if (name) setDocumentTitle(`${label}, ${name}`)
  }, [name, label])

  if (kitchen === null) {
    return (
      <MessagePage
        title="You do not work in this kitchen"
        text="It may have moved to another address, or its owner has taken you off its list."
      >
        <Link className="button" to="/kitchen">
          Your kitchens
        </Link>
      </MessagePage>
    )
  }
  // The most recently fetched kitchen stays visible when a later fetch fails.
  if (!kitchen)
    return error ? (
      <LoadFailedPage title="The kitchen is not there" text={getErrorMessage(error) ?? ''} onRetry={refetch} />
    ) : (
      <MessagePage title="The kitchen" text="One moment …" />
    )

  const address = `/kitchen/${kitchen.terms.slug}`
  const places = Object.entries(tabs)
    .filter(([key]) => key !== 'money' || kitchen.role !== 'staff')
    .map(([, { path, label }]) => [address + path, label] as const)
  return (
    <div className="work kitchen">
      <header className="spread work-head">
        <h1>{kitchen.terms.name}</h1>
        <WorkspaceNav label="Kitchen" places={places} at={address + path} />
      </header>
      {kitchen.status !== 'active' && <p className="note">{statusTexts[kitchen.status]}</p>}
      {readable && <StaffNote kitchen={kitchen} readable={readable} />}
      {children({ kitchen, change })}
    </div>
  )
}

/**
 * Fetches the kitchen with this slug if the user is a member of it. Fetches the kitchen again when the hub reports a
 * change, and every minute while the hub is away.
 * @param slug null fetches nothing yet
 * @returns the kitchen: undefined while it is fetched, null when the user is not a member of it
 */
function useKitchen(slug: string | null) {
  const client = useQueryClient()
  const query = kitchenQueries.bySlug(slug)
  const refetchInterval = useLiveAwareInterval(MINUTE_MS)
  const { data: kitchen, error, refetch } = useQuery({ ...query, refetchInterval })
  const kitchenId = kitchen?.terms.vId

  useEffect(() => {
    if (!kitchenId) return
    setWatchedKitchen(kitchenId)
    return () => setWatchedKitchen(null)
  }, [kitchenId])
  useLiveInvalidation(query.queryKey, 'kitchenChanged', (changedId) => changedId === kitchenId)

  const change = (changed: ManagedKitchen) => void client.setQueryData(query.queryKey, withClockDifference(changed))
  return { kitchen, error, refetch, change }
}

function StaffNote({ kitchen, readable }: { kitchen: ManagedKitchen; readable: string }) {
  if (mayEditKitchen(kitchen)) return null
  const owners = kitchen.members.filter(({ role }) => role === 'owner').map(({ name }) => name)
  return (
    <p className="note">
      You work here as staff: you can read {readable}, and only owners change {owners.length > 0 ? 'it. Ask ' : 'it.'}
      {owners.length > 0 && `${new Intl.ListFormat(interfaceLocale, { type: 'disjunction' }).format(owners)}.`}
    </p>
  )
}

/** For each status of a kitchen, the text that tells members why customers cannot order. */
const statusTexts = {
  pending: 'Customers do not see this kitchen yet: an admin has to open it.',
  suspended: 'This kitchen is suspended and takes no orders. Those that it has can be finished.',
} as const
