import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { SECOND_MS } from '#contract/limits.ts'
import { formatMoney } from '#contract/money.ts'
import { listAddressParts } from '#contract/order-facts.ts'
import { finalOrderStates, findNextStateByKitchen } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { nativePlatform } from '../../../../device/native.ts'
import { BidiIsolatedList } from '../../../../kit/isolated-texts.tsx'
import { Link } from '../../../../kit/link.tsx'
import { QuietButton } from '../../../../ui/quiet-button.tsx'
import type { OrderMoveBody, PendingMove } from '../pending-moves.ts'
import { useServerTime } from '../use-server-time.ts'
import { AcceptForm } from './accept-form.tsx'
import { TicketLines } from './ticket-lines.tsx'
import {
  calculateMinutesLate,
  describeLostPayment,
  describeMovedOrder,
  describePayment,
  formatDueTime,
  isKeyboardClick,
  listCustomerAndService,
  listDietaryRequirements,
  nextStateLabels,
} from './ticket-texts.ts'
import './ticket.css'

interface TicketProps {
  order: Order
  /** The current time by the server's clock, in milliseconds. */
  now: number
  /** Whether a move of the order has not reached the server yet. */
  waiting: boolean
  /** The most recent move of the order, while it can be undone. */
  undoable: PendingMove | undefined
  /** Whether the ticket takes the focus, because the order was last moved by keyboard. */
  takesFocus: boolean
  onMove: (move: OrderMoveBody, byKey: boolean) => void
  onUndo: (pending: PendingMove, byKey: boolean) => void
  /** Opens the dialog that asks for the reason to reject or cancel the order. */
  onEnd: () => void
  onPrint: () => void
}

/** An order on the board: its lines, customer and due time, and the button for its next state. */
export function Ticket({ order, now, waiting, undoable, takesFocus, onMove, onUndo, onEnd, onPrint }: TicketProps) {
  const { number, service, state, customer, note } = order
  const article = useRef<HTMLElement>(null)
  const heading = useId()
  const next = findNextStateByKitchen(service, state)
  const dietary = listDietaryRequirements(order)
  const isNew = state === 'placed'
  const isOver = finalOrderStates.includes(state)
  const unpaid = describeLostPayment(order)
  const address = listAddressParts(order)
  const isHandedOver = state === 'ready' || state === 'out_for_delivery'

  // biome-ignore lint/correctness/useExhaustiveDependencies: the ticket takes the focus when it mounts in a column, and when its buttons change.
  useEffect(() => {
    if (takesFocus) article.current?.focus()
  }, [isOver])

  // When the ticket with the focus is removed from its column, the board takes the focus.
  useLayoutEffect(() => {
    const element = article.current
    return () => {
      if (element?.contains(document.activeElement))
        element.closest<HTMLElement>('.board')?.focus({ preventScroll: true })
    }
  }, [])

  return (
    <article
      ref={article}
      tabIndex={-1}
      className="card ticket"
      aria-labelledby={heading}
      data-new={isNew || undefined}
      data-late={calculateMinutesLate(order, now) > 0 || undefined}
    >
      <header className="spread">
        <h3 id={heading}>
          <span className="visually-hidden">Order </span>
          {number}
        </h3>
        <span className="ticket-due">{formatDueTime(order, now)}</span>
      </header>
      {undoable && (
        <UndoMove
          key={undoable.id}
          order={order}
          pending={undoable}
          now={now}
          onUndo={(byKey) => onUndo(undoable, byKey)}
        />
      )}
      <p className="soft">
        <BidiIsolatedList texts={listCustomerAndService(order)} />
      </p>
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
      {note && (
        <p className="quote">
          “<bdi>{note}</bdi>”
        </p>
      )}
      {isNew ? (
        <AcceptForm order={order} now={now} dietary={dietary} onAccept={onMove} />
      ) : (
        <>
          {dietary.length > 0 && (
            <ul className="ticket-dietary" aria-label="Dietary requirements, seen">
              {dietary.map((requirement) => (
                <li key={requirement}>{requirement}</li>
              ))}
            </ul>
          )}
          {isHandedOver && address.length > 0 && (
            <p>
              <BidiIsolatedList texts={address} />
            </p>
          )}
          {next && (
            <QuietButton
              className="ticket-go"
              kind="main"
              onClick={(event) => onMove({ to: next }, isKeyboardClick(event))}
            >
              {nextStateLabels[next]}
            </QuietButton>
          )}
        </>
      )}
      <p className="soft">
        {formatMoney(order.total, order)}, {describePayment(order)}
      </p>
      <div className="links ticket-more">
        {customer.phone && (
          <a href={`tel:${customer.phone.replaceAll(' ', '')}`}>
            Call<span className="visually-hidden"> {customer.name}</span>
          </a>
        )}
        {!nativePlatform && (
          <button type="button" onClick={onPrint}>
            Print<span className="visually-hidden"> order {number}</span>
          </button>
        )}
        <Link to={`/orders/${order.orderId}`}>
          Details<span className="visually-hidden"> of order {number}</span>
        </Link>
        {state !== 'out_for_delivery' && !isOver && (
          <button type="button" onClick={onEnd}>
            {isNew ? 'Reject …' : 'Cancel …'}
            <span className="visually-hidden"> order {number}</span>
          </button>
        )}
      </div>
    </article>
  )
}

interface UndoMoveProps {
  order: Order
  pending: PendingMove
  now: number
  onUndo: (byKey: boolean) => void
}

function UndoMove({ order, pending, now, onUndo }: UndoMoveProps) {
  const left = Math.max(0, Math.ceil((pending.sendAt - useServerTime(0, SECOND_MS / 4)) / SECOND_MS))
  return (
    <div className="note ticket-undo">
      <p>
        {describeMovedOrder(order, now)}.{' '}
        <span className="soft">
          Nobody is told yet<span aria-hidden="true">: {left} s</span>
        </span>
      </p>
      <QuietButton about={`order ${order.number}`} onClick={(event) => onUndo(isKeyboardClick(event))}>
        Undo
      </QuietButton>
    </div>
  )
}
