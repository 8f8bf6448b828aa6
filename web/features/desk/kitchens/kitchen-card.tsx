import { useId, useState } from 'react'
import type { DeskKitchen } from '#contract/desk-kitchens.ts'
import { Link } from '../../../kit/link.tsx'
import { When } from '../../../kit/when.tsx'
import { Confirm } from '../../../ui/dialog/confirm.tsx'
import { CommissionSetting } from './commission-setting.tsx'
import { formatOrderCount } from './order-count.ts'

const statusLabels = { pending: 'Waits to be opened', active: 'Open to customers', suspended: 'Suspended' } as const
const statusKinds = { pending: 'asks', active: 'good', suspended: 'grave' } as const

interface KitchenCardProps {
  kitchen: DeskKitchen
  busy: boolean
  onCommission: (kitchen: DeskKitchen) => void
  onStatus: (status: 'active' | 'suspended', reason: string) => void
  onDelete: () => void
}

/** One kitchen with the actions of an admin. */
export function KitchenCard({ kitchen, busy, onCommission, onStatus, onDelete }: KitchenCardProps) {
  const { slug, name, status, sample, owners, items, orders, deletable, createdAt } = kitchen
  const [reason, setReason] = useState('')
  const heading = useId()
  const field = useId()
  return (
    <article className="card" aria-labelledby={heading}>
      <header className="spread">
        <h2 id={heading}>
          <Link to={`/kitchen/${slug}`}>{name}</Link>
        </h2>
        <span className="state" data-kind={statusKinds[status]}>
          {statusLabels[status]}
        </span>
      </header>
      <p className="soft">
        {sample && 'A sample. '}
        {count(items, 'item', 'items')} on the menu, {orders === 1 ? '1 order' : `${formatOrderCount(orders)} orders`},
        made <When at={createdAt} />.
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
          <button
            type="button"
            className="quiet-button"
            data-kind="main"
            aria-disabled={busy}
            onClick={() => onStatus('active', '')}
          >
            Open to customers
          </button>
        )}
        {status !== 'suspended' && (
          <Confirm
            label="Suspend …"
            question={`Suspend ${name}? It takes no orders then, and finishes those it has.`}
            confirm="Suspend"
            busy={busy}
            onConfirm={() => onStatus('suspended', reason.trim())}
          >
            <div className="field">
              <label htmlFor={field}>Why, for its owners and the log</label>
              <textarea
                id={field}
                rows={2}
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </div>
          </Confirm>
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

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`
