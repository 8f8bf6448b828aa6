import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import { readPathParameters } from '#contract/page-path.ts'
import { nameDocument } from '../../kit/head.ts'
import { Link } from '../../kit/link.tsx'
import { useSteady } from '../../kit/use-steady.ts'
import { FailedPage, MessagePage } from '../../ui/layout/message-page.tsx'
import { WorkNav } from '../../ui/layout/work-nav.tsx'
import { KitchenGate } from './kitchen-gate.tsx'
import { useKitchen } from './use-kitchen.ts'
import '../../ui/ui.css'
import './kitchen.css'

const tabs = {
  orders: { path: '', words: 'Orders' },
  menu: { path: '/menu', words: 'Menu' },
  hours: { path: '/hours', words: 'Hours' },
  delivery: { path: '/delivery', words: 'Delivery' },
  settings: { path: '/settings', words: 'Settings' },
  figures: { path: '/figures', words: 'Figures' },
  money: { path: '/money', words: 'Money' },
} as const
type Tab = keyof typeof tabs

/** What a page of a kitchen is given. */
export interface AtKitchen {
  kitchen: ManagedKitchen
  /** Puts what a call has answered in place of what is shown. */
  change: (kitchen: ManagedKitchen) => void
}

interface KitchenFrameProps {
  tab: Tab
  children: (at: AtKitchen) => ReactNode
}

/** What is around every page of a kitchen: its name, its status and the way to the others. Only who works there gets in. */
export const KitchenFrame = (props: KitchenFrameProps) => (
  <KitchenGate>{(user) => <OwnKitchen key={user.id} {...props} />}</KitchenGate>
)

function OwnKitchen({ tab, children }: KitchenFrameProps) {
  const { pathname } = useLocation()
  const page = `/kitchen/:slug${tabs[tab].path}`
  const slug = pathname === page ? null : (readPathParameters(page, pathname)?.slug ?? null)
  const found = useSteady(useKitchen(slug))
  const name = found.state === 'here' ? found.kitchen.terms.name : null

  useEffect(() => {
    if (name) nameDocument(`${tabs[tab].words}, ${name}`)
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
    .map(([, { path, words }]) => [address + path, words] as const)
  return (
    <div className="work kitchen">
      <header className="work-head">
        <h1>{kitchen.terms.name}</h1>
        <WorkNav label="Kitchen" places={places} at={address + tabs[tab].path} />
      </header>
      {kitchen.status !== 'active' && <p className="note">{statusWords[kitchen.status]}</p>}
      {children({ kitchen, change })}
    </div>
  )
}

/** What a status that keeps customers out means for who works there. */
export const statusWords = {
  pending: 'Customers do not see this kitchen yet: an admin has to open it.',
  suspended: 'This kitchen is suspended and takes no orders. Those that it has can be finished.',
} as const
