import { useId } from 'react'
import type { DeskKitchen } from '#contract/desk-kitchens.ts'
import { formatCount } from '../../../kit/format-count.ts'
import { Link } from '../../../kit/link.tsx'
import { When } from '../../../kit/when.tsx'
import { Confirm } from '../../../ui/dialog/confirm.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { StateText } from '../../../ui/tag.tsx'
import { CommissionSetting } from './commission-setting.tsx'

const statusTags: Record<DeskKitchen['status'], [kind: string, text: string]> = {
  pending: ['asks', 'Waits to be opened'],
  active: ['good', 'Open to customers'],
  suspended: ['grave', 'Suspended'],
}

interface KitchenCardProps {
  kitchen: DeskKitchen
  busy: boolean
  onCommission: (kitchen: DeskKitchen) => void
  onStatus: (status: 'active' | 'suspended', reason: string) => void
  onDelete: () => void
}

export function KitchenCard({ kitchen, busy, onCommission, onStatus, onDelete }: KitchenCardProps) {
  const { slug, name, status, sample, owners, items, orders, deletable, createdAt } = kitchen
  const [statusKind, statusText] = statusTags[status]
  const heading = useId()
  return (
    <article className="card" aria-labelledby={heading}>
      <header className="spread">
        <h2 id={heading}>
          <Link to={`/kitchen/${slug}`}>{name}</Link>
        </h2>
        <StateText kind={statusKind}>{statusText}</StateText>
      </header>
      <p className="soft">
        {sample && 'A sample. '}
        {formatCount(items, 'item', 'items')} on the menu, {formatCount(orders, 'order', 'orders')}, made{' '}
        <When at={createdAt} />.
      </p>
      {owners.length === 0 ? (
        <p className="soft">Nobody owns it.</p>
      ) : (
        <ul className="stack" data-gap="small">
          {owners.map(({ userId, name, email }) => (
            <li key={userId}>
              <Link to={`/desk/people#${userId}`}>{name}</Link> <span className="soft">{email}</span>
            </li>
          ))}
        </ul>
      )}
      <CommissionSetting kitchen={kitchen} onSaved={onCommission} />
      <div className="buttons">
        {status !== 'active' && (
          <QuietButton kind="main" busy={busy} onClick={() => onStatus('active', '')}>
            Open to customers
          </QuietButton>
        )}
        {status !== 'suspended' && (
          <Confirm
            label="Suspend …"
            question={`Suspend ${name}? It takes no orders then, and finishes those it has.`}
            confirm="Suspend"
            busy={busy}
            reasonLabel="Why, for its owners and the log"
            onConfirm={(reason) => onStatus('suspended', reason)}
          />
        )}
        {deletable && (
          <Confirm
            label="Delete …"
            question={`Delete ${name} for good, with its menu${sample ? ' and everything that was tried on it' : ''}?`}
            confirm="Delete"
            busy={busy}
            onConfirm={onDelete}
          />
        )}
      </div>
      {!deletable && (
        <p className="soft">
          It cannot be deleted, as it has had orders{orders === 0 && ', which came to nothing'}. Suspend it to take it
          off the site.
        </p>
      )}
    </article>
  )
}
