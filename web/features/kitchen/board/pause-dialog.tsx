import { pauseKitchen } from '#contract/kitchen.ts'
import { HOUR_MS } from '#contract/limits.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import { formatLocalDayTime } from '#contract/opening-hours.ts'
import { api } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { endOfDay } from '../kitchen-days.ts'

export interface TermsDialogProps {
  terms: KitchenTerms
  now: number
  onChange: (terms: KitchenTerms) => void
  onClose: () => void
}

/** Pauses new orders for a while, or ends the pause. */
export function PauseDialog({ terms, now, onChange, onClose }: TermsDialogProps) {
  const { busy, message, perform } = useAction()
  const paused = terms.pausedUntil !== null && terms.pausedUntil > now
  const closingTime = endOfDay(terms, now)
  const pause = (until: number | null) =>
    perform({ run: async () => onChange(await api(pauseKitchen, { params: { vId: terms.vId }, body: { until } })) })

  return (
    <Dialog title={paused ? 'Orders are paused' : 'Pause orders'} onClose={onClose}>
      <p>
        {paused
          ? 'Customers are told when you take orders again. It ends by itself.'
          : 'Nobody can order meanwhile, and is told until when. Orders that you have stay. It ends by itself.'}
      </p>
      <p className="form-problem" role="alert">
        {message?.problem?.message}
      </p>
      <div className="buttons">
        {paused && (
          <QuietButton kind="main" busy={busy} onClick={() => pause(null)}>
            Take orders now
          </QuietButton>
        )}
        <QuietButton busy={busy} onClick={() => pause(now + HOUR_MS / 2)}>
          For 30 minutes
        </QuietButton>
        <QuietButton busy={busy} onClick={() => pause(now + HOUR_MS)}>
          For an hour
        </QuietButton>
        <QuietButton busy={busy} onClick={() => pause(closingTime)}>
          Rest of the day, until{' '}
          {formatLocalDayTime(closingTime, terms.timezone, now).replace('tomorrow at 00:00', 'midnight')}
        </QuietButton>
      </div>
    </Dialog>
  )
}
