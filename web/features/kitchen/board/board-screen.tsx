import { useCallback, useEffect, useState } from 'react'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { SECOND_MS } from '#contract/limits.ts'
import { formatLocalTime } from '#contract/opening-hours.ts'
import { finalOrderStates, type OrderState } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { RowErrorBoundary } from '../../../kit/error-boundary.tsx'
import { setDocumentTitle } from '../../../kit/head.ts'
import { useValueHeldDuringPress } from '../../../kit/use-value-held-during-press.ts'
import { DamagedRowsNote } from '../../../ui/note/damaged-note.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { KitchenFrame, type KitchenPageProps, mayEditKitchen } from '../kitchen-frame.tsx'
import { RefundFlow } from '../money/refund-flow.tsx'
import { calculateRefundable, FinishedOrders } from './finished-orders.tsx'
import { KitchenStatusBar } from './kitchen-status-bar.tsx'
import { isOverdue, type OrderMoveBody, type PendingMove, UNDO_MS } from './pending-moves.ts'
import { ReasonDialog } from './ticket/reason-dialog.tsx'
import { Ticket } from './ticket/ticket.tsx'
import { TicketPrintJob } from './ticket/ticket-print-job.tsx'
import { describeMovedOrder } from './ticket/ticket-texts.ts'
import { useOrderAlarm } from './use-alarm.ts'
import { useBoard } from './use-board.ts'
import { useServerTime } from './use-server-time.ts'
import './board.css'

interface Column {
  state: OrderState
  title: string
  /** The subject whose colour the gem beside the heading has (web/look/subjects.ts). By default the gem is ruby. */
  subject?: string
  /** Whether the column is shown only while it has orders. */
  optional?: true
}

/**
 * The columns of the board, in two halves. A tablet shows the halves side by side, each with its columns stacked. A
 * wide screen shows all columns side by side.
 */
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

/** The screen of `/kitchen/:slug`: the board of orders. */
export const Screen = () => <KitchenFrame tab="orders">{(page) => <Board {...page} />}</KitchenFrame>

function Board({ kitchen, change }: KitchenPageProps) {
  const { vId: kitchenId, name, timezone } = kitchen.terms
  const currentState = useBoard(kitchenId)
  const { board, problem, lostAt, ahead, waiting, undoable, refused, ...actions } =
    useValueHeldDuringPress(currentState)
  const now = useValueHeldDuringPress(useServerTime(currentState.ahead))
  const [ending, setEnding] = useState<Order | null>(null)
  const [printing, setPrinting] = useState<Order | null>(null)
  const [refunding, setRefunding] = useState<Order | null>(null)
  const [focusedOrder, setFocusedOrder] = useState<string | null>(null)
  const [tooLate, setTooLate] = useState('')
  const onPrinted = useCallback(() => setPrinting(null), [])
  useWakeLock()

  const orders = board?.orders ?? []
  const newOrders = orders.filter(({ state }) => state === 'placed').length
  const alarm = useOrderAlarm(newOrders > 0)
  useEffect(() => setDocumentTitle(newOrders > 0 ? `(${newOrders}) New orders` : `Orders, ${name}`), [newOrders, name])

  if (!board) {
    return (
      <p role="status">
        {problem || (lostAt ? 'The site cannot be reached. It is tried again by itself.' : 'Loading the orders …')}
      </p>
    )
  }

  const move = (order: Order, change: OrderMoveBody, byKey: boolean) => {
    setFocusedOrder(byKey ? order.orderId : null)
    setTooLate('')
    actions.move(order, change)
  }
  const undo = (pending: PendingMove, byKey: boolean) => {
    setFocusedOrder(byKey ? pending.orderId : null)
    setTooLate(
      actions.undo(pending) ? '' : `Order ${pending.number} was sent already: it cannot be taken back any more.`,
    )
  }
  /** Returns the column of an order. A finished order stays in its earlier column while its last move can be undone. */
  const findColumn = ({ orderId, state }: Order) =>
    finalOrderStates.includes(state) ? (undoable.get(orderId)?.from ?? state) : state
  const last = [...undoable.values()].at(-1)
  const lastMoved = last && orders.find(({ orderId }) => orderId === last.orderId)

  return (
    <>
      <KitchenStatusBar
        kitchen={kitchen}
        board={board}
        now={now}
        alarm={alarm}
        onKitchen={change}
        onTerms={actions.setTerms}
      />
      <div role="status">
        {lostAt && (
          <p className="note">
            No connection since {formatLocalTime(lostAt + ahead, timezone)}. What you tap is sent when it is back
            {waiting.length > 0 && `: ${formatCountWithNoun(waiting.length, 'tap waits', 'taps wait')}`}.
          </p>
        )}
      </div>
      <div role="alert">
        {[problem, tooLate].filter(Boolean).map((text) => (
          <p key={text} className="note" data-kind="grave">
            {text}
          </p>
        ))}
        {refused.length > 0 && (
          <div className="note" data-kind="grave">
            <ul>
              {refused.map(({ id, number, message }) => (
                <li key={id}>
                  Order {number}: {message}
                </li>
              ))}
            </ul>
            <QuietButton onClick={actions.dismiss}>Understood</QuietButton>
          </div>
        )}
      </div>
      <DamagedRowsNote rows={board.damaged} kind={['order', 'orders']} />
      <p role="status" className="visually-hidden">
        {newOrders > 0 && formatCountWithNoun(newOrders, 'new order waits for you', 'new orders wait for you')}
      </p>
      <p role="status" className="visually-hidden">
        {lastMoved &&
          `Order ${lastMoved.number}: ${describeMovedOrder(lastMoved, now)}. You can undo this for ${UNDO_MS / SECOND_MS} seconds.`}
      </p>
      <div tabIndex={-1} className="board">
        {halves.map((half, index) => (
          <div key={index} className="board-half">
            {half.map(({ state, title, subject, optional }) => {
              const here = orders.filter((order) => findColumn(order) === state).toSorted(dueFirst)
              if (optional && here.length === 0) return null
              return (
                <section key={state} className="stack" data-state={state} aria-labelledby={`board-${state}`}>
                  <h2 className="bar gem-heading" data-subject={subject} id={`board-${state}`}>
                    {title} {here.length > 0 && <span className="soft">{here.length}</span>}
                  </h2>
                  {here.length === 0 && <p className="empty soft">Nothing here.</p>}
                  {here.map((order) => (
                    <RowErrorBoundary key={order.orderId} as="div">
                      {() => (
                        <Ticket
                          order={order}
                          now={now}
                          waiting={waiting.some(
                            (pending) =>
                              pending.orderId === order.orderId && (lostAt !== null || isOverdue(pending, now - ahead)),
                          )}
                          undoable={undoable.get(order.orderId)}
                          takesFocus={order.orderId === focusedOrder}
                          onMove={(change, byKey) => move(order, change, byKey)}
                          onUndo={undo}
                          onEnd={() => setEnding(order)}
                          onPrint={() => setPrinting(order)}
                        />
                      )}
                    </RowErrorBoundary>
                  ))}
                </section>
              )
            })}
          </div>
        ))}
      </div>
      <FinishedOrders
        orders={orders.filter(({ orderId }) => !undoable.has(orderId))}
        onPrint={setPrinting}
        onRefund={mayEditKitchen(kitchen) ? setRefunding : null}
      />
      <RefundFlow
        kitchenId={kitchenId}
        order={refunding && { ...refunding, left: calculateRefundable(refunding) }}
        onDone={actions.setOrder}
        onClose={() => setRefunding(null)}
      />
      {ending && (
        <ReasonDialog
          order={ending}
          onClose={() => setEnding(null)}
          onGive={(reason) => {
            setEnding(null)
            move(ending, { to: ending.state === 'placed' ? 'rejected' : 'cancelled', reason }, true)
          }}
        />
      )}
      {printing && <TicketPrintJob order={printing} onPrinted={onPrinted} />}
    </>
  )
}

/** Compares new orders by the time until which the kitchen must answer, and other orders by the promised time. */
const dueFirst = (a: Order, b: Order) => (a.state === 'placed' ? a.acceptBy - b.acceptBy : a.promisedAt - b.promisedAt)

/**
 * Keeps the screen on while the page is visible, in browsers that support it. Browsers release the lock when the page
 * is hidden.
 */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isLeft = false
    const requestLock = async () => {
      if (document.visibilityState !== 'visible') return
      // The browser may refuse the wake lock, for instance when the battery is low.
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (isLeft) lock?.release()
    }
    requestLock()
    document.addEventListener('visibilitychange', requestLock)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', requestLock)
      lock?.release()
    }
  }, [])
}
