import { useState } from 'react'
import { setKitchenPause, setKitchenRush } from '#contract/kitchen.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import { formatLocalTime, formatRelativeDayTime } from '#contract/opening-hours.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { RadioChips } from '../../../ui/form/radio-chips.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { findEndOfWorkingDay } from '../kitchen-days.ts'

interface TermsDialogProps {
  terms: KitchenTerms
  now: number
  onChange: (terms: KitchenTerms) => void
  onClose: () => void
}

export function PauseDialog({ terms, now, onChange, onClose }: TermsDialogProps) {
  const { busy, message, perform } = useAction()
  const isPaused = terms.pausedUntil !== null && terms.pausedUntil > now
  const closingAt = findEndOfWorkingDay(terms, now)
  const closingTime = formatRelativeDayTime(closingAt, terms.timezone, now).replace('tomorrow at 00:00', 'midnight')
  const ends = [
    [now + 30 * MINUTE_MS, 'For 30 minutes'],
    [now + 60 * MINUTE_MS, 'For an hour'],
    [closingAt, `Rest of the day, until ${closingTime}`],
  ] as const
  const pause = (until: number | null) =>
    perform({
      run: async () => onChange(await callForJson(setKitchenPause, { params: { vId: terms.vId }, body: { until } })),
    })

  return (
    <Dialog title={isPaused ? 'Orders are paused' : 'Pause orders'} onClose={onClose}>
      <p>
        {isPaused
          ? 'Customers are told when you take orders again. It ends by itself.'
          : 'Nobody can order meanwhile, and is told until when. Orders that you have stay. It ends by itself.'}
      </p>
      <FormProblem problem={message?.problem} />
      <div className="buttons">
        {isPaused && (
          <QuietButton kind="main" busy={busy} onClick={() => pause(null)}>
            Take orders now
          </QuietButton>
        )}
        {ends.map(([until, label]) => (
          <QuietButton key={label} busy={busy} onClick={() => pause(until)}>
            {label}
          </QuietButton>
        ))}
      </div>
    </Dialog>
  )
}

const minutes = [10, 15, 20, 30, 45].map((value) => [value, `${value} min`] as const)
const spans = [
  [30, '30 minutes'],
  [60, '1 hour'],
  [120, '2 hours'],
  [180, '3 hours'],
] as const

/**
 * The dialog for a rush, which adds minutes to the promised times of new orders for some time. It can also end the
 * rush.
 */
export function RushDialog({ terms, now, onChange, onClose }: TermsDialogProps) {
  const { busy, message, perform } = useAction()
  const isRushing = terms.rushUntil !== null && terms.rushUntil > now
  const [addedMinutes, setAddedMinutes] = useState(isRushing ? terms.rushMinutes : 15)
  const [span, setSpan] = useState<(typeof spans)[number][0]>(60)
  const end = now + span * MINUTE_MS
  const rush = (body: { minutes: number; until: number | null }) =>
    perform({ run: async () => onChange(await callForJson(setKitchenRush, { params: { vId: terms.vId }, body })) })

  return (
    <Dialog title="Busy" onClose={onClose}>
      <p>New orders are promised for later. What you have promised stays. It ends by itself.</p>
      <RadioChips legend="Add" options={minutes} chosen={addedMinutes} onChoose={setAddedMinutes} />
      <RadioChips legend="For" options={spans} chosen={span} onChoose={setSpan} />
      <FormProblem problem={message?.problem} />
      <div className="buttons">
        <QuietButton kind="main" busy={busy} onClick={() => rush({ minutes: addedMinutes, until: end })}>
          Add {addedMinutes} min until {formatLocalTime(end, terms.timezone)}
        </QuietButton>
        {isRushing && (
          <QuietButton busy={busy} onClick={() => rush({ minutes: terms.rushMinutes, until: null })}>
            Back to normal
          </QuietButton>
        )}
      </div>
    </Dialog>
  )
}
