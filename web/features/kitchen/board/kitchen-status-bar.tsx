import { useState } from 'react'
import { formatCountWithNoun } from '#contract/format-count.ts'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import type { Board } from '#contract/kitchen-orders.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { describeOpenState, findOpenState, formatRelativeDayTime } from '#contract/opening-hours.ts'
import { useValueHeldDuringPress } from '../../../kit/use-value-held-during-press.ts'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { SoldOutDialog } from './sold-out-dialog.tsx'
import { PauseDialog, RushDialog } from './terms-dialogs.tsx'
import type { useOrderAlarm } from './use-alarm.ts'

interface KitchenStatusBarProps {
  kitchen: ManagedKitchen
  board: Board
  now: number
  alarm: ReturnType<typeof useOrderAlarm>
  onKitchen: (kitchen: ManagedKitchen) => void
  onTerms: (terms: KitchenTerms) => void
}

/** The current state of the kitchen, and buttons that change this state for some time: sold out, busy, paused. */
export function KitchenStatusBar({ kitchen, board, now, alarm, onKitchen, onTerms }: KitchenStatusBarProps) {
  const [openDialog, setOpenDialog] = useState<'sold out' | 'rush' | 'pause' | null>(null)
  const { terms, today } = board
  const isBlocked = useValueHeldDuringPress(alarm.on && alarm.blocked)
  const close = () => setOpenDialog(null)
  const pausedUntil = futureTime(terms.pausedUntil, now)
  const rushUntil = futureTime(terms.rushUntil, now)
  const onTermsChanged = (next: KitchenTerms) => {
    onTerms(next)
    close()
  }

  return (
    <div className="row board-bar">
      <p className="state" role="status" data-kind={!pausedUntil && findOpenState(terms, now).open ? 'good' : 'grave'}>
        {pausedUntil
          ? `Paused until ${formatRelativeDayTime(pausedUntil, terms.timezone, now)}, ${formatTimeLeft(pausedUntil, now)}`
          : describeOpenState(terms, now)}
      </p>
      <p>
        {formatCountWithNoun(today.orders, 'order', 'orders')}, {formatMoney(today.total, terms.currency)} today
      </p>
      <div className="buttons board-buttons">
        <QuietButton aria-pressed={alarm.on} onClick={() => alarm.turn(isBlocked || !alarm.on)}>
          {alarm.on ? 'Sound is on' : 'Turn sound on'}
        </QuietButton>
        <QuietButton onClick={() => setOpenDialog('sold out')}>Sold out…</QuietButton>
        <QuietButton data-active={!!rushUntil || undefined} onClick={() => setOpenDialog('rush')}>
          {rushUntil ? `Busy: +${terms.rushMinutes} min, ${formatTimeLeft(rushUntil, now)}` : 'Busy: add 15 min'}
        </QuietButton>
        <QuietButton data-active={!!pausedUntil || undefined} onClick={() => setOpenDialog('pause')}>
          {pausedUntil ? 'Take orders again…' : 'Pause orders'}
        </QuietButton>
      </div>
      {isBlocked && (
        <p className="toast board-blocked" role="status">
          The browser has blocked the sound. Tap anywhere on this page to hear new orders.
        </p>
      )}
      {openDialog === 'sold out' && <SoldOutDialog kitchen={kitchen} now={now} onChange={onKitchen} onClose={close} />}
      {openDialog === 'rush' && <RushDialog terms={terms} now={now} onChange={onTermsChanged} onClose={close} />}
      {openDialog === 'pause' && <PauseDialog terms={terms} now={now} onChange={onTermsChanged} onClose={close} />}
    </div>
  )
}

const futureTime = (instant: number | null, now: number): number | null => (instant && instant > now ? instant : null)

const formatTimeLeft = (instant: number, now: number): string => {
  const minutes = Math.ceil((instant - now) / MINUTE_MS)
  return minutes < 100 ? `${minutes} min left` : `${Math.round(minutes / 60)} hours left`
}
