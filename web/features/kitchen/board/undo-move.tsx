import { SECOND_MS } from '#contract/limits.ts'
import type { Order } from '#contract/ordering.ts'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import type { PendingMove } from './pending-moves.ts'
import { describeMove, isByKey } from './ticket/ticket-texts.ts'
import { useClock } from './use-clock.ts'

interface UndoMoveProps {
  order: Order
  pending: PendingMove
  now: number
  onUndo: (byKey: boolean) => void
}

/** The pending move of an order, the seconds in which it can be undone, and the undo button. */
export function UndoMove({ order, pending, now, onUndo }: UndoMoveProps) {
  const left = Math.max(0, Math.ceil((pending.sendAt - useClock(0, SECOND_MS / 4)) / SECOND_MS))
  return (
    <div className="note ticket-undo">
      <p>
        {describeMove(order, now)}.{' '}
        <span className="soft">
          Nobody is told yet<span aria-hidden="true">: {left} s</span>
        </span>
      </p>
      <QuietButton onClick={(event) => onUndo(isByKey(event))}>
        Undo<span className="visually-hidden"> order {order.number}</span>
      </QuietButton>
    </div>
  )
}
