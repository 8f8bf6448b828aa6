import { useCallback, useEffect, useState } from 'react'
import { SECOND_MS } from '#contract/limits.ts'
import { formatLocalTime } from '#contract/opening-hours.ts'
import { finalOrderStates, type OrderState } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { Row } from '../../../kit/error-boundary.tsx'
import { nameDocument } from '../../../kit/head.ts'
import { useSteady } from '../../../kit/use-steady.ts'
import { DamagedNote } from '../../../ui/note/damaged-note.tsx'
import { mayEdit } from '../editing/staff-access.tsx'
import type { AtKitchen } from '../kitchen-frame.tsx'
import { Refunding } from '../money/refunding.tsx'
import { BoardBar } from './board-bar.tsx'
import { FinishedOrders } from './finished-orders.tsx'
import { leftToRefund } from './refunds.ts'
import { type Move, type Tap, UNDO_MS } from './taps.ts'
import { PrintedTicket } from './ticket/printed-ticket.tsx'
import { ReasonDialog } from './ticket/reason-dialog.tsx'
import { Ticket } from './ticket/ticket.tsx'
import { movedWords } from './ticket/ticket-words.ts'
import { useAlarm } from './use-alarm.ts'
import { useBoard } from './use-board.ts'
import { useClock } from './use-clock.ts'
import { useWakeLock } from './use-wake-lock.ts'
import './board.css'

interface Column {
  state: OrderState
  title: string
  /** The subject whose colour its gem has; ruby without one. */
  subject?: string
  /** Stands only while something is in it. */
  optional?: true
}

/** Two beside each other on a tablet, four on a wide screen. */
const halves: readonly (readonly Column[])[] = [
  [
    { state: 'placed', title: 'New, waiting for you' },
    { state: 'accepted', title: 'Accepted', subject: 'gaming' },
  ],
  [
    { state: 'preparing', title: 'Cooking', subject: 'games' },
    { state: 'ready', title: 'Ready', subject: 'programming' },
    { state: 'out_for_delivery', title: 'On its way', subject: 'projects', optional: true },
  ],
]

/** The orders of a kitchen by what is to be done with them. */
export function Board({ kitchen, change }: AtKitchen) {
  const { vId, name, timezone } = kitchen.terms
  const latest = useBoard(vId)
  const at = useSteady(latest)
  const now = useSteady(useClock(latest.ahead))
  const [ending, end] = useState<Order | null>(null)
  const [printing, print] = useState<Order | null>(null)
  const [refunding, refund] = useState<Order | null>(null)
  const [followed, follow] = useState<string | null>(null)
  const [tooLate, setTooLate] = useState('')
  const printed = useCallback(() => print(null), [])
  useWakeLock()

  const orders = at.board?.orders ?? []
  const news = orders.filter(({ state }) => state === 'placed').length
  const alarm = useAlarm(news > 0)
  useEffect(() => nameDocument(news > 0 ? `(${news}) New orders` : `Orders, ${name}`), [news, name])

  if (!at.board) {
    return (
      <p role="status">
        {at.problem ||
          (at.lostAt ? 'The site cannot be reached. It is tried again by itself.' : 'Loading the orders …')}
      </p>
    )
  }

  const move = (order: Order, wanted: Move, byKey: boolean) => {
    follow(byKey ? order.orderId : null)
    setTooLate('')
    at.move(order, wanted)
  }
  const undo = (tap: Tap, byKey: boolean) => {
    follow(byKey ? tap.orderId : null)
    setTooLate(at.undo(tap) ? '' : `Order ${tap.number} was sent already: it cannot be taken back any more.`)
  }
  /** What is over stays in its place while that can be taken back. */
  const columnOf = ({ orderId, state }: Order) =>
    finalOrderStates.includes(state) ? (at.undoable.get(orderId)?.from ?? state) : state
  const last = [...at.undoable.values()].at(-1)
  const lastMoved = last && orders.find(({ orderId }) => orderId === last.orderId)

  return (
    <>
      <BoardBar kitchen={kitchen} board={at.board} now={now} alarm={alarm} onKitchen={change} onTerms={at.setTerms} />
      <div role="status">
        {at.lostAt && (
          <p className="note">
            No connection since {formatLocalTime(at.lostAt + at.ahead, timezone)}. What you tap is sent when it is back
            {at.waiting.length > 0 && `: ${count(at.waiting.length, 'tap waits', 'taps wait')}`}.
          </p>
        )}
      </div>
      <div role="alert">
        {at.problem && (
          <p className="note" data-kind="grave">
            {at.problem}
          </p>
        )}
        {tooLate && (
          <p className="note" data-kind="grave">
            {tooLate}
          </p>
        )}
        {at.refused.length > 0 && (
          <div className="note" data-kind="grave">
            <ul>
              {at.refused.map(({ id, number, why }) => (
                <li key={id}>
                  Order {number}: {why}
                </li>
              ))}
            </ul>
            <button type="button" className="quiet-button" onClick={at.dismiss}>
              Understood
            </button>
          </div>
        )}
      </div>
      <DamagedNote rows={at.board.damaged} kind={['order', 'orders']} />
      <p role="status" className="visually-hidden">
        {news > 0 && count(news, 'new order waits for you', 'new orders wait for you')}
      </p>
      <p role="status" className="visually-hidden">
        {lastMoved &&
          `Order ${lastMoved.number}: ${movedWords(lastMoved, now)}. You can undo this for ${UNDO_MS / SECOND_MS} seconds.`}
      </p>
      <div tabIndex={-1} className="board">
        {halves.map((half, index) => (
          <div key={index} className="board-half">
            {half.map(({ state, title, subject, optional }) => {
              const here = orders.filter((order) => columnOf(order) === state).toSorted(dueFirst)
              if (optional && here.length === 0) return null
              return (
                <section key={state} className="stack" data-state={state} aria-labelledby={`board-${state}`}>
                  <h2 className="gem-heading" data-subject={subject} id={`board-${state}`}>
                    {title} {here.length > 0 && <span className="soft">{here.length}</span>}
                  </h2>
                  {here.length === 0 && <p className="empty soft">Nothing here.</p>}
                  {here.map((order) => (
                    <Row key={order.orderId} as="div">
                      {() => (
                        <Ticket
                          order={order}
                          now={now}
                          waiting={at.lostAt !== null && at.waiting.some(({ orderId }) => orderId === order.orderId)}
                          undoable={at.undoable.get(order.orderId)}
                          takesFocus={order.orderId === followed}
                          onMove={(wanted, byKey) => move(order, wanted, byKey)}
                          onUndo={undo}
                          onEnd={() => end(order)}
                          onPrint={() => print(order)}
                        />
                      )}
                    </Row>
                  ))}
                </section>
              )
            })}
          </div>
        ))}
      </div>
      <FinishedOrders
        orders={orders.filter(({ orderId }) => !at.undoable.has(orderId))}
        onPrint={print}
        onRefund={mayEdit(kitchen) ? refund : null}
      />
      <Refunding
        vId={vId}
        of={refunding && { ...refunding, left: leftToRefund(refunding) }}
        onDone={at.change}
        onClose={() => refund(null)}
      />
      {ending && (
        <ReasonDialog
          order={ending}
          onClose={() => end(null)}
          onGive={(reason) => {
            end(null)
            move(ending, { to: ending.state === 'placed' ? 'rejected' : 'cancelled', reason }, true)
          }}
        />
      )}
      {printing && <PrintedTicket order={printing} onPrinted={printed} />}
    </>
  )
}

/** What waits for an answer by when it must have one, the rest by when it was promised. */
const dueFirst = (a: Order, b: Order) => (a.state === 'placed' ? a.acceptBy - b.acceptBy : a.promisedAt - b.promisedAt)

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`
