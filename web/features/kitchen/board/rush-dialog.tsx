import { useState } from 'react'
import { setKitchenRush } from '#contract/kitchen.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { formatLocalTime } from '#contract/opening-hours.ts'
import { api } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { KitchenChoice } from '../kitchen-choice.tsx'
import type { TermsDialogProps } from './pause-dialog.tsx'

const minutes = [10, 15, 20, 30, 45].map((value) => [value, `${value} min`] as const)
const spans = [
  [30, '30 minutes'],
  [60, '1 hour'],
  [120, '2 hours'],
  [180, '3 hours'],
] as const

/** Adds minutes to the promised times of new orders for a while, or ends that. */
export function RushDialog({ terms, now, onChange, onClose }: TermsDialogProps) {
  const { busy, message, perform } = useAction()
  const rushing = terms.rushUntil !== null && terms.rushUntil > now
  const [longer, setLonger] = useState(rushing ? terms.rushMinutes : 15)
  const [span, setSpan] = useState<(typeof spans)[number][0]>(60)
  const rush = (body: { minutes: number; until: number | null }) =>
    perform({ run: async () => onChange(await api(setKitchenRush, { params: { vId: terms.vId }, body })) })

  return (
    <Dialog title="Busy" onClose={onClose}>
      <p>New orders are promised for later. What you have promised stays. It ends by itself.</p>
      <KitchenChoice legend="Add" options={minutes} chosen={longer} onChoose={setLonger} />
      <KitchenChoice legend="For" options={spans} chosen={span} onChoose={setSpan} />
      <p className="form-problem" role="alert">
        {message?.problem?.message}
      </p>
      <div className="buttons">
        <QuietButton kind="main" busy={busy} onClick={() => rush({ minutes: longer, until: now + span * MINUTE_MS })}>
          Add {longer} min until {formatLocalTime(now + span * MINUTE_MS, terms.timezone)}
        </QuietButton>
        {rushing && (
          <QuietButton busy={busy} onClick={() => rush({ minutes: terms.rushMinutes, until: null })}>
            Back to normal
          </QuietButton>
        )}
      </div>
    </Dialog>
  )
}
