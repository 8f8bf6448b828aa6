import { useState } from 'react'
import { SECOND_MS } from '#contract/limits.ts'
import type { Order } from '#contract/ordering.ts'
import { REASON_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { useForm } from '../../../../forms/use-form.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { RadioChips } from '../../../../ui/form/radio-chips.tsx'
import { TextareaField } from '../../../../ui/form/textarea-field.tsx'
import { QuietButton } from '../../../../ui/quiet-button.tsx'
import { UNDO_MS } from '../pending-moves.ts'

const OWN = 'own'
const rejections = [
  ['We have run out of something you ordered.', 'Run out of something'],
  ['There is too much to do right now.', 'Too much to do'],
  ['We cannot deliver to that address.', 'Cannot deliver there'],
  ['We are about to close.', 'About to close'],
  [OWN, 'Own words'],
] as const
const cancellations = [
  ['We have run out of something you ordered.', 'Run out of something'],
  ['You asked us to cancel it.', 'Customer asked'],
  ['Nobody came to pick it up.', 'Nobody came'],
  ['Something broke in our kitchen.', 'Something broke'],
  [OWN, 'Own words'],
] as const
type Reason = (typeof rejections | typeof cancellations)[number][0]

interface ReasonDialogProps {
  order: Order
  onGive: (reason: string) => void
  onClose: () => void
}

/** The dialog that rejects a new order or cancels an accepted one, with a reason that is sent to the customer. */
export function ReasonDialog({ order, onGive, onClose }: ReasonDialogProps) {
  const rejecting = order.state === 'placed'
  const reasons: readonly (readonly [Reason, string])[] = rejecting ? rejections : cancellations
  const [chosen, choose] = useState<Reason>(rejections[0][0])
  const [own, setOwn] = useState('')
  const reason = chosen === OWN ? own.trim() : chosen
  const { props, errors } = useForm({
    check: () => ({ reason: reason ? '' : 'Write the reason: the customer reads it.' }),
    send: async () => onGive(reason),
  })

  return (
    <Dialog title={`${rejecting ? 'Reject' : 'Cancel'} order ${order.number}`} onClose={onClose}>
      <form {...props} className="form">
        <RadioChips legend="Why" options={reasons} chosen={chosen} onChoose={choose} />
        {chosen === OWN ? (
          <TextareaField
            name="reason"
            label="What the customer reads"
            rows={2}
            maxLength={REASON_LENGTH_MAX}
            value={own}
            error={errors.reason}
            onChange={(event) => setOwn(event.target.value)}
          />
        ) : (
          <p className="soft">The customer reads: “{chosen}”</p>
        )}
        <p>
          You can undo this for {UNDO_MS / SECOND_MS} seconds. Then there is no way back
          {paymentEffects[order.paymentState]}.
        </p>
        <div className="buttons">
          <QuietButton type="submit" kind="grave">
            {rejecting ? 'Reject it' : 'Cancel it'}
          </QuietButton>
          <QuietButton onClick={onClose}>Keep it</QuietButton>
        </div>
      </form>
    </Dialog>
  )
}

const paymentEffects: Partial<Record<Order['paymentState'], string>> = {
  authorised: ', and what is held on the card is let go',
  captured: ', and what was paid is given back',
  partially_refunded: ', and the rest of what was paid is given back',
}
