import type { ReactNode } from 'react'
import type { InboxItem } from '#contract/desk-inbox.ts'
import { Link } from '../../../kit/link.tsx'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { QueueCard, toCardHeadingId } from '../lists/queue-card.tsx'
import { inboxKindDefinitions } from './inbox-kinds.ts'

interface InboxCardProps {
  item: InboxItem
  current: boolean
  busy: boolean
  /** Whether single-key shortcuts are on. */
  keys: boolean
  /** Rendered at the end of the heading: the checkbox that chooses the item. */
  choice: ReactNode
  onFocus: () => void
  onDone: () => void
  onRefuse: () => void
}

/** The card of an inbox item that is not a comment. */
export function InboxItemCard({ item, current, busy, keys, choice, onFocus, onDone, onRefuse }: InboxCardProps) {
  const options = inboxKindDefinitions[item.kind]
  if (!options) return null
  const { label, heading, button, refusal } = options
  return (
    <QueueCard id={item.id} current={current} onFocus={onFocus}>
      <header className="bar desk-person">
        <div>
          <h2 id={toCardHeadingId(item.id)} className="small-heading">
            <Link to={item.to}>{heading(item)}</Link>
          </h2>
          <p className="soft">
            {label}, <RelativeTime at={item.at} />
          </p>
        </div>
        {choice}
      </header>
      {item.text && <p className="inbox-text">{item.text}</p>}
      <div className="buttons">
        <QuietButton kind="main" busy={busy} aria-keyshortcuts={keys ? 'e' : undefined} onClick={onDone}>
          {button}
        </QuietButton>
        {refusal && (
          <ConfirmButton
            label={refusal.label}
            question={refusal.question(item)}
            confirm={refusal.confirm}
            busy={busy}
            onConfirm={onRefuse}
          />
        )}
      </div>
    </QueueCard>
  )
}
