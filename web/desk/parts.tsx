import type { ReactNode } from 'react'
import type { DamagedRows } from '#contract/damaged-rows.ts'
import { DamagedNote } from '../ui/damaged-note.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { WorkNav } from '../ui/work-nav.tsx'
import '../ui/ui.css'
import './desk.css'

const places = [
  ['/desk', 'Overview'],
  ['/desk/moderation', 'Moderation'],
  ['/desk/errors', 'Errors'],
  ['/desk/notices', 'Notices'],
  ['/desk/push', 'Push'],
  ['/desk/people', 'People'],
  ['/desk/kitchens', 'Kitchens'],
  ['/desk/orders', 'Orders'],
  ['/desk/payments', 'Payments'],
  ['/desk/tools', 'Tools'],
  ['/desk/mail', 'Mail'],
  ['/desk/log', 'Log'],
] as const

/** What is around every page of the desk: its name, and the way to the others. */
export function DeskPage({
  at,
  title,
  children,
}: {
  at: (typeof places)[number][0]
  title: string
  children: ReactNode
}) {
  return (
    <div className="work desk">
      <header className="work-head">
        <h1>{title}</h1>
        <WorkNav label="Desk" places={places} at={at} />
      </header>
      {children}
    </div>
  )
}

/** The end of a list: the rest of it on asking, and what of it cannot be shown. */
export function More({
  hasMore,
  asking,
  problem,
  more,
  damaged,
}: {
  hasMore: boolean
  asking: boolean
  problem: string
  more: () => void
  damaged: DamagedRows
}) {
  const note = <DamagedNote rows={damaged} />
  if (!hasMore) return note
  return (
    <div className="stack desk-more">
      {note}
      {problem && <ProblemNote words={problem} />}
      <button type="button" className="quiet-button" aria-disabled={asking} onClick={more}>
        {asking ? 'Loading …' : 'Show more'}
      </button>
    </div>
  )
}
