import { type MouseEvent, useEffect, useState } from 'react'
import { SECOND_MS } from '#contract/limits.ts'
import type { Order } from '#contract/ordering.ts'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import type { PendingMove } from './pending-moves.ts'
import { describeMove, isByKey } from './ticket/ticket-texts.ts'

interface UndoMoveProps {
  order: Order
  pending: PendingMove
  now: number
  onUndo: (byKey: boolean) => void
}

/** The pending move of an order, the seconds in which it can be undone, and the undo button. */
export function UndoMove({ order, pending, now, onUndo }: UndoMoveProps) {
  const left = useSecondsLeft(pending.sendAt)
  return (
    <div className="note ticket-undo">
      <p>
        {describeMove(order, now)}.{' '}
        <span className="soft">
          Nobody is told yet<span aria-hidden="true">: {left} s</span>
        </span>
      </p>
      <QuietButton onClick={(event: MouseEvent<HTMLElement>) => onUndo(isByKey(event))}>
        Undo<span className="visually-hidden"> order {order.number}</span>
      </QuietButton>
    </div>
  )
}

/** Returns the seconds until a time of this device's clock. */
function useSecondsLeft(until: number): number {
  const read = () => Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS))
  const [left, setLeft] = useState(read)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` only reads the clock.
  useEffect(() => {
    setLeft(read())
    const timer = setInterval(() => setLeft(read()), SECOND_MS / 4)
    return () => clearInterval(timer)
  }, [until])
  return left
}
