import { useEffect, useId, useState } from 'react'
import type { DeskKitchen } from '#contract/desk-kitchens.ts'
import { setKitchenCommission } from '#contract/desk-payments.ts'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { COMMISSION_MAX_BASIS_POINTS } from '#contract/ordering-limits.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Link } from '../../../kit/link.tsx'
import { formatBasisPoints, formatBasisPointsForInput, parsePercentToBasisPoints } from '../../../kit/percent.ts'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx'
import { useReplacedButtonFocus } from '../../../ui/dialog/use-replaced-focus.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { StateText } from '../../../ui/tag.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { formatCappedOrderCount } from './order-count.ts'

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
        {formatCountWithNoun(items, 'item', 'items')} on the menu,{' '}
        {orders === 1 ? '1 order' : `${formatCappedOrderCount(orders)} orders`}, made <RelativeTime at={createdAt} />.
      </p>
      {owners.length === 0 ? (
        <p className="soft">Nobody owns it.</p>
      ) : (
        <ul className="stack" data-gap="small">
          {owners.map(({ userId, name, email }) => (
            <li key={userId}>
              <Link to={`/desk/people#${userId}`}>
                <bdi>{name}</bdi>
              </Link>{' '}
              <span className="soft">{email}</span>
            </li>
          ))}
        </ul>
      )}
      <CommissionSetting kitchen={kitchen} onSaved={onCommission} />
      <div className="buttons">
        {status !== 'active' && (
          <QuietButton kind="main" busy={busy} about={name} onClick={() => onStatus('active', '')}>
            Open to customers
          </QuietButton>
        )}
        {status !== 'suspended' && (
          <ConfirmButton
            label="Suspend …"
            about={name}
            question={`Suspend ${name}? It takes no orders then, and finishes those it has.`}
            confirm="Suspend"
            busy={busy}
            reasonLabel="Why, for its owners and the log"
            onConfirm={(reason) => onStatus('suspended', reason)}
          />
        )}
        {deletable && (
          <ConfirmButton
            label="Delete …"
            about={name}
            question={`Delete ${name} for good, with its menu${sample ? ' and everything that was tried on it' : ''}?`}
            confirm="Delete"
            busy={busy}
            onConfirm={onDelete}
          />
        )}
      </div>
      {!deletable && (
        <p className="soft">
          {sample
            ? 'It cannot be deleted yet: finish or reject its open orders, and refund those that were paid by card.'
            : `It cannot be deleted, as it has had orders${orders === 0 ? ', which came to nothing' : ''}.`}{' '}
          Suspend it to take it off the site.
        </p>
      )}
    </article>
  )
}

interface CommissionSettingProps {
  kitchen: DeskKitchen
  onSaved: (kitchen: DeskKitchen) => void
}

function CommissionSetting({ kitchen, onSaved }: CommissionSettingProps) {
  const [changing, change] = useState(false)
  const { button } = useReplacedButtonFocus(changing, 'input')
  if (changing) return <CommissionForm kitchen={kitchen} onSaved={onSaved} onClose={() => change(false)} />
  return (
    <p className="row">
      It pays {formatBasisPoints(kitchen.commissionRate)} of what it sells.
      <TextButton ref={button} onClick={() => change(true)}>
        Change<span className="visually-hidden"> the commission of {kitchen.name}</span> …
      </TextButton>
    </p>
  )
}

function CommissionForm({
  kitchen: { vId, name, commissionRate },
  onSaved,
  onClose,
}: CommissionSettingProps & { onClose: () => void }) {
  const form = useForm({
    check: ({ amount = '' }) => {
      const rate = parsePercentToBasisPoints(amount)
      return { amount: rate === null || rate > COMMISSION_MAX_BASIS_POINTS ? RANGE : '' }
    },
    send: async ({ amount = '' }) => {
      onSaved(
        await callForJson(setKitchenCommission, {
          params: { vId },
          body: { rate: parsePercentToBasisPoints(amount) ?? 0 },
        }),
      )
      onClose()
    },
  })
  const { ref } = form.props
  useEffect(() => {
    const field = ref.current?.querySelector('input')
    // In some browsers, selecting the text of a field does not focus the field.
    field?.focus()
    field?.select()
  }, [ref])

  return (
    <Form
      form={form}
      submit="Save"
      cancel={<QuietButton onClick={onClose}>Cancel</QuietButton>}
      className="inset"
      aria-label={`Commission of ${name}`}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Field
        name="amount"
        label="Commission (%)"
        hint="Of each sale from now on. What has been sold keeps the commission of its day."
        inputMode="decimal"
        autoComplete="off"
        defaultValue={formatBasisPointsForInput(commissionRate)}
      />
    </Form>
  )
}

const RANGE = `Enter a percentage from 0 to ${COMMISSION_MAX_BASIS_POINTS / 100}, with at most two digits after the point.`
