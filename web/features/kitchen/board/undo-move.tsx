import { type MouseEvent, useEffect, useState } from 'react'
import { SECOND_MS } from '#contract/limits.ts'
import type { Order } from '#contract/ordering.ts'
import type { Tap } from './taps.ts'
import { isByKey, movedWords } from './ticket/ticket-words.ts'

interface UndoMoveProps {
  order: Order
  /** The move that can be taken back. */
  tap: Tap
  now: number
  onUndo: (byKey: boolean) => void
}

/** What has been tapped on an order, for how long it can still be taken back, and the button for it. */
export function UndoMove({ order, tap, now, onUndo }: UndoMoveProps) {
  const left = useSecondsLeft(tap.sendAt)
  return (
    <div className="note ticket-undo">
      <p>
        {movedWords(order, now)}.{' '}
        <span className="soft">
          Nobody is told yet<span aria-hidden="true">: {left} s</span>
        </span>
      </p>
      <button
        type="button"
        className="quiet-button"
        onClick={(event: MouseEvent<HTMLElement>) => onUndo(isByKey(event))}
      >
        Undo<span className="visually-hidden"> order {order.number}</span>
      </button>
    </div>
  )
}

/** How many seconds are left until a moment of this device's clock, told anew each second. */
function useSecondsLeft(until: number): number {
  const read = () => Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS))
  const [left, setLeft] = useState(read)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the clock.
  useEffect(() => {
    setLeft(read())
    const timer = setInterval(() => setLeft(read()), SECOND_MS / 4)
    return () => clearInterval(timer)
  }, [until])
  return left
}
