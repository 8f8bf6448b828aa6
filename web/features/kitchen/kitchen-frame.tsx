import { type ReactNode, useEffect } from 'react'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import { nameDocument } from '../../kit/head.ts'
import { Link } from '../../kit/link.tsx'
import { usePathParameter } from '../../kit/use-path-parameter.ts'
import { useSteady } from '../../kit/use-steady.ts'
import { FailedPage, MessagePage } from '../../ui/layout/message-page.tsx'
import { WorkNav } from '../../ui/layout/work-nav.tsx'
import { KitchenGate } from './kitchen-gate.tsx'
import { useKitchen } from './use-kitchen.ts'
import '../../ui/ui.css'
import './kitchen.css'

const tabs = {
  orders: { path: '', label: 'Orders' },
  menu: { path: '/menu', label: 'Menu' },
  hours: { path: '/hours', label: 'Hours' },
  delivery: { path: '/delivery', label: 'Delivery' },
  settings: { path: '/settings', label: 'Settings' },
  figures: { path: '/figures', label: 'Figures' },
  money: { path: '/money', label: 'Money' },
} as const
type Tab = keyof typeof tabs

/** The properties of a kitchen's page. */
export interface KitchenPageProps {
  kitchen: ManagedKitchen
  /** Shows the kitchen of a reply. */
  change: (kitchen: ManagedKitchen) => void
}

interface KitchenFrameProps {
  tab: Tab
  children: (at: KitchenPageProps) => ReactNode
}

/** The frame of a kitchen's pages: its name, its status and the links to its other pages. Only its members see it. */
export const KitchenFrame = (props: KitchenFrameProps) => (
  <KitchenGate>{(user) => <OwnKitchen key={user.id} {...props} />}</KitchenGate>
)

function OwnKitchen({ tab, children }: KitchenFrameProps) {
  const slug = usePathParameter(`/kitchen/:slug${tabs[tab].path}`, 'slug')
  const found = useSteady(useKitchen(slug))
  const name = found.state === 'here' ? found.kitchen.terms.name : null

  useEffect(() => {
    if (name) nameDocument(`${tabs[tab].label}, ${name}`)
  }, [name, tab])

  if (found.state === 'loading') return <MessagePage title="The kitchen" words="One moment …" />
  if (found.state === 'not yours') {
    return (
      <MessagePage
        title="You do not work in this kitchen"
        words="It may have moved to another address, or its owner has taken you off its list."
      >
        <Link className="button" to="/kitchen">
          Your kitchens
        </Link>
      </MessagePage>
    )
  }
  if (found.state === 'failed') {
    return <FailedPage title="The kitchen is not there" words={found.message} onRetry={found.retry} />
  }

  const { kitchen, change } = found
  const address = `/kitchen/${kitchen.terms.slug}`
  const places = Object.entries(tabs)
    .filter(([key]) => key !== 'money' || kitchen.role !== 'staff')
    .map(([, { path, label }]) => [address + path, label] as const)
  return (
    <div className="work kitchen">
      <header className="work-head">
        <h1>{kitchen.terms.name}</h1>
        <WorkNav label="Kitchen" places={places} at={address + tabs[tab].path} />
      </header>
      {kitchen.status !== 'active' && <p className="note">{statusTexts[kitchen.status]}</p>}
      {children({ kitchen, change })}
    </div>
  )
}

/** Explains to members each status in which customers cannot order. */
export const statusTexts = {
  pending: 'Customers do not see this kitchen yet: an admin has to open it.',
  suspended: 'This kitchen is suspended and takes no orders. Those that it has can be finished.',
} as const
