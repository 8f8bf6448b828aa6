import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { formatMoney } from '#contract/money.ts'
import { finalOrderStates, findNextState } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { Link } from '../../../../kit/link.tsx'
import type { Move, Tap } from '../taps.ts'
import { UndoMove } from '../undo-move.tsx'
import { AcceptForm } from './accept-form.tsx'
import { TicketLines } from './ticket-lines.tsx'
import {
  customerWords,
  dietaryOf,
  dueWords,
  isByKey,
  minutesLate,
  paymentWords,
  progressWords,
  unpaidWords,
} from './ticket-words.ts'
import './ticket.css'

interface TicketProps {
  order: Order
  /** The server's clock. */
  now: number
  /** What was tapped on it has not arrived yet. */
  waiting: boolean
  /** The last move, while it can be taken back. */
  undoable: Tap | undefined
  /** It is where it is by a key of the keyboard, and has the focus. */
  takesFocus: boolean
  onMove: (move: Move, byKey: boolean) => void
  onUndo: (tap: Tap, byKey: boolean) => void
  /** Asks for the reason to reject or cancel it. */
  onEnd: () => void
  onPrint: () => void
}

/** One order on the board: what to cook, for whom, until when, and the one tap that brings it on. */
export function Ticket({ order, now, waiting, undoable, takesFocus, onMove, onUndo, onEnd, onPrint }: TicketProps) {
  const { number, service, state, customer, address, note } = order
  const article = useRef<HTMLElement>(null)
  const heading = useId()
  const next = findNextState(service, state)
  const dietary = dietaryOf(order)
  const isNew = state === 'placed'
  const isOver = finalOrderStates.includes(state)
  const unpaid = unpaidWords(order)
  const atTheDoor = state === 'ready' || state === 'out_for_delivery'

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it comes into its column, or stays there with other buttons.
  useEffect(() => {
    if (takesFocus) article.current?.focus()
  }, [isOver])

  // Where it goes from there, the focus stays on the board.
  useLayoutEffect(() => {
    const here = article.current
    return () => {
      if (here?.contains(document.activeElement)) here.closest<HTMLElement>('.board')?.focus({ preventScroll: true })
    }
  }, [])

  return (
    <article
      ref={article}
      tabIndex={-1}
      className="card ticket"
      aria-labelledby={heading}
      data-new={isNew || undefined}
      data-late={minutesLate(order, now) > 0 || undefined}
    >
      <header className="spread">
        <h3 id={heading}>
          <span className="visually-hidden">Order </span>
          {number}
        </h3>
        <span className="ticket-due">{dueWords(order, now)}</span>
      </header>
      {undoable && <UndoMove order={order} tap={undoable} now={now} onUndo={(byKey) => onUndo(undoable, byKey)} />}
      <p className="soft">{customerWords(order)}</p>
      {waiting && (
        <p className="state" data-kind="asks">
          Not sent yet
        </p>
      )}
      {unpaid && (
        <p className="state" data-kind="grave">
          {unpaid}
        </p>
      )}
      <TicketLines lines={order.lines} />
      {note && <p className="quote">“{note}”</p>}
      {isNew ? (
        <AcceptForm order={order} now={now} dietary={dietary} onAccept={onMove} />
      ) : (
        <>
          {dietary.length > 0 && (
            <ul className="ticket-dietary" aria-label="Dietary requirements, seen">
              {dietary.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
          {atTheDoor && address && (
            <p>
              {address.address}, {address.city}, {address.postcode}
            </p>
          )}
          {next && (
            <button
              type="button"
              className="quiet-button ticket-go"
              data-kind="main"
              onClick={(event) => onMove({ to: next }, isByKey(event))}
            >
              {progressWords[next]}
            </button>
          )}
        </>
      )}
      <p className="soft">
        {formatMoney(order.total, order)}, {paymentWords(order)}
      </p>
      <div className="links ticket-more">
        {customer.phone && (
          <a href={`tel:${customer.phone.replaceAll(' ', '')}`}>
            Call<span className="visually-hidden"> {customer.name}</span>
          </a>
        )}
        <More onClick={onPrint} number={number}>
          Print
        </More>
        <Link to={`/orders/${order.orderId}`}>
          Details<span className="visually-hidden"> of order {number}</span>
        </Link>
        {state !== 'out_for_delivery' && !isOver && (
          <More onClick={onEnd} number={number}>
            {isNew ? 'Reject …' : 'Cancel …'}
          </More>
        )}
      </div>
    </article>
  )
}

function More({ number, onClick, children }: { number: number; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick}>
      {children}
      <span className="visually-hidden"> order {number}</span>
    </button>
  )
}
