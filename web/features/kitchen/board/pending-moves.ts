import { create } from 'zustand'
import type { RequestBody } from '#contract/endpoint.ts'
import { moveOrder } from '#contract/kitchen-orders.ts'
import type { OrderState } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { BOARD_POLL_MS } from '#contract/ordering-limits.ts'
import { callForJson, createIdempotencyKey } from '../../../api/call-api.ts'
import { ApiError, isFinalRefusalStatus } from '../../../api/problem.ts'
import { createStoredValue } from '../../../device/stored-value.ts'
import { runAfterPressEnds } from '../../../kit/press.ts'

export type OrderMoveBody = RequestBody<typeof moveOrder>

/** A move of an order that the server has not answered yet. It is stored in the browser with these field names. */
export interface PendingMove {
  id: string
  vId: string
  orderId: string
  number: number
  move: OrderMoveBody
  /** The state of the order before the move. */
  from: OrderState
  /**
   * The time by this device's clock at which the move is sent. Until then, the move can be undone, and the customer
   * sees no change.
   */
  sendAt: number
}

export const UNDO_MS = 6_000
/**
 * The acceptance or rejection of an order is sent at least this long before the server rejects the order automatically.
 */
const ANSWER_MARGIN_MS = 5_000

/** A move that the server has refused, with its reason. */
export interface RefusedMove extends PendingMove {
  message: string
}

/** The moves that the server has not answered, oldest first. Local storage keeps them over a reload. */
export const storedPendingMoves = createStoredValue<readonly PendingMove[]>('kitchenTaps', (stored) =>
  Array.isArray(stored) ? stored.filter(isPendingMove) : [],
)

const isPendingMove = (value: unknown): value is PendingMove =>
  typeof value === 'object' && value !== null && 'vId' in value && 'orderId' in value && 'move' in value

/**
 * The moves that the server has refused since the page was loaded, and that nobody has dismissed. They are kept outside
 * of the board, because the board may be left before the server refuses a move.
 */
export const useRefusedMoves = create<{ refused: readonly RefusedMove[] }>(() => ({ refused: [] }))

export const dismissRefusedMoves = (kitchenId: string): void =>
  useRefusedMoves.setState(({ refused }) => ({ refused: refused.filter(({ vId }) => vId !== kitchenId) }))

/**
 * Stores a move of an order until it is sent. Earlier moves of the same order become due, so that they are sent at
 * once.
 * @param ahead the milliseconds by which the server's clock is ahead of this device's
 */
export function addPendingMove(order: Order, move: OrderMoveBody, ahead: number): void {
  const { vendor, orderId, number, state: from, acceptBy } = order
  const now = Date.now()
  const latest = from === 'placed' ? acceptBy - ahead - ANSWER_MARGIN_MS : Number.POSITIVE_INFINITY
  const sendAt = Math.max(now, Math.min(now + UNDO_MS, latest))
  makeMovesDue((pending) => pending.orderId === orderId)
  const pending = { id: createIdempotencyKey(), vId: vendor.vId, orderId, number, move, from, sendAt }
  storedPendingMoves.write([...storedPendingMoves.read(), pending])
}

/** Removes a move before it is sent. @returns false when the move has been sent already */
export function undoPendingMove(id: string): boolean {
  if (inFlight.has(id) || !storedPendingMoves.read().some((pending) => pending.id === id)) return false
  removeMoves((pending) => pending.id === id)
  return true
}

/** Whether a move can still be undone. A move without `sendAt`, stored by an earlier version of the site, is due. */
export const isUndoable = ({ sendAt }: PendingMove): boolean => sendAt > Date.now()

/**
 * Returns whether a move has waited for the server for so long that its order is marked.
 * @param now by this device's clock, in milliseconds
 */
export const isOverdue = ({ sendAt }: PendingMove, now: number): boolean => now > sendAt + BOARD_POLL_MS

export const isFirstPendingOfOrder = (pending: PendingMove, all: readonly PendingMove[]): boolean =>
  all.find(({ orderId }) => orderId === pending.orderId) === pending

/** Makes the selected moves due, so that they can no longer be undone and are sent. */
export function makeMovesDue(isSelected: (pending: PendingMove) => boolean): void {
  const all = storedPendingMoves.read()
  const becomesDue = (pending: PendingMove) => isSelected(pending) && isUndoable(pending)
  if (!all.some(becomesDue)) return
  const now = Date.now()
  storedPendingMoves.write(all.map((pending) => (becomesDue(pending) ? { ...pending, sendAt: now } : pending)))
}

/**
 * Calls `send` when a move of a kitchen becomes due. Waits for the end of a press, which may be on the undo button of
 * the move. When the page is hidden or closed, and when the watch ends, all moves become due and are sent.
 * @returns a function that ends the watch
 */
export function watchDueMoves(kitchenId: string, send: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isWaiting = (pending: PendingMove) => pending.vId === kitchenId && isUndoable(pending)
  const schedule = () => {
    clearTimeout(timer)
    const times = storedPendingMoves.read().flatMap((pending) => (isWaiting(pending) ? pending.sendAt : []))
    if (times.length > 0) timer = setTimeout(onDue, Math.min(...times) - Date.now())
  }
  const onDue = () => {
    runAfterPressEnds(send)
    schedule()
  }
  const leave = () => {
    if (!storedPendingMoves.read().some(isWaiting)) return
    makeMovesDue(isWaiting)
    // A page that closes cannot wait for the lock of `inOneTab`, so the first move of each order is sent without it.
    const moves = storedPendingMoves.read().filter((pending) => pending.vId === kitchenId)
    for (const pending of moves) if (isFirstPendingOfOrder(pending, moves)) sendMove(pending).catch(() => {})
    send()
  }
  const onVisibility = () => document.hidden && leave()
  const unsubscribe = storedPendingMoves.subscribe(schedule)
  window.addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', onVisibility)
  schedule()
  return () => {
    unsubscribe()
    clearTimeout(timer)
    window.removeEventListener('pagehide', leave)
    document.removeEventListener('visibilitychange', onVisibility)
    leave()
  }
}

const inFlight = new Map<string, Promise<Order>>()

/**
 * Sends a move. If the move was already sent, returns the reply to the earlier call instead. The call continues when
 * the page is closed.
 */
function sendMove({ id, vId, orderId, move }: PendingMove): Promise<Order> {
  const sent = inFlight.get(id)
  if (sent) return sent
  const reply = callForJson(moveOrder, { params: { vId, id: orderId }, body: move, keepalive: true })
  inFlight.set(id, reply)
  // Only a failure removes the promise here. After a success, it stays until the move is removed, so that the move is
  // not sent twice.
  reply.catch(() => inFlight.delete(id))
  return reply
}

/**
 * Sends the due moves of a kitchen in order, in one tab at a time. Removes each move when the server has answered. A
 * refused move is added to `useRefusedMoves`; later moves of the same order are removed, because they are no longer
 * possible. After a failure of the server, the moves of the order wait for the next call. Stops at the first move that
 * gets no answer, or a temporary refusal.
 */
export const sendDueMoves = (kitchenId: string, onMoved: (order: Order) => void): Promise<void> =>
  inOneTab(async () => {
    const failedOrders = new Set<string>()
    const isDue = (pending: PendingMove) =>
      pending.vId === kitchenId && !isUndoable(pending) && !failedOrders.has(pending.orderId)
    for (;;) {
      const due = storedPendingMoves.read().find(isDue)
      if (!due) return
      try {
        onMoved(await sendMove(due))
        removeMoves((pending) => pending.id === due.id)
      } catch (error) {
        if (!(error instanceof ApiError)) return
        const { status, message } = error
        if (status >= 500) {
          failedOrders.add(due.orderId)
          continue
        }
        // When the refusal is not final, or no answer arrived, the move is kept and sent again later.
        if (!isFinalRefusalStatus(status)) return
        useRefusedMoves.setState(({ refused }) => ({ refused: [...refused, { ...due, message }] }))
        removeMoves((pending) => pending.orderId === due.orderId)
      }
    }
  })

function removeMoves(isSelected: (pending: PendingMove) => boolean): void {
  const all = storedPendingMoves.read()
  for (const pending of all) if (isSelected(pending)) inFlight.delete(pending.id)
  storedPendingMoves.write(all.filter((pending) => !isSelected(pending)))
}

/**
 * Runs work in one tab at a time. Browsers offer locks only on secure pages. Without locks, two tabs can send the same
 * move, and the server gives the same answer to both calls.
 */
const inOneTab = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('kitchenTaps', work) : work()
