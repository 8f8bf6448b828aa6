import type { ReactNode } from 'react'
import { Link } from '../kit/link.tsx'
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
    <div className="desk">
      <header className="desk-head">
        <h1>{title}</h1>
        <nav aria-label="Desk">
          {places.map(([path, name]) => (
            <Link key={path} to={path} aria-current={path === at ? 'page' : undefined}>
              {name}
            </Link>
          ))}
        </nav>
      </header>
      {children}
    </div>
  )
}

/** Why something is not there, and the way to try again. */
export function Problem({ words, onRetry }: { words: string; onRetry?: () => void }) {
  return (
    <div className="desk-problem" role="alert">
      <p>{words}</p>
      {onRetry && (
        <button type="button" className="desk-button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

/** The end of a list: the rest of it on asking. */
export function More({
  hasMore,
  asking,
  problem,
  more,
}: {
  hasMore: boolean
  asking: boolean
  problem: string
  more: () => void
}) {
  if (!hasMore) return null
  return (
    <div className="desk-more">
      {problem && <Problem words={problem} />}
      <button type="button" className="desk-button" aria-disabled={asking} onClick={more}>
        {asking ? 'Loading …' : 'Show more'}
      </button>
    </div>
  )
}
