import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type Board, getBoard } from '#contract/kitchen-orders.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import { isSameMove } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { BOARD_POLL_MS } from '#contract/ordering-limits.ts'
import { api } from '../../../api/call-api.ts'
import { ApiError } from '../../../api/problem.ts'
import { onLive, onLiveAgain, useLive } from '../../../live/live.ts'
import {
  isNextOf,
  isUndoable,
  keepTap,
  type Move,
  makeDue,
  type RefusedTap,
  sendTaps,
  type Tap,
  undoTap,
  waitingTaps,
  watchTaps,
} from './taps.ts'

const noTaps = waitingTaps.read()

/** The board of a kitchen as it is now, and what has been tapped on it. */
export function useBoard(vId: string) {
  const [board, setBoard] = useState<Board | null>(null)
  const [ahead, setAhead] = useState(0)
  /** Since when nothing has been answered, by this device's clock. */
  const [lostAt, setLostAt] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const [refused, setRefused] = useState<readonly RefusedTap[]>([])
  const away = useLive(({ state }) => state !== 'live')
  const taps = useSyncExternalStore(waitingTaps.subscribe, waitingTaps.read, () => noTaps)
  const asking = useRef<{ again: boolean } | null>(null)

  const moved = useCallback(
    (order: Order) => setBoard((last) => last && { ...last, orders: last.orders.map((one) => newer(one, order)) }),
    [],
  )

  const ask = useCallback(async () => {
    // What changes while it is asked for has to be asked for once more.
    if (asking.current) {
      asking.current.again = true
      return
    }
    const turn = { again: true }
    asking.current = turn
    while (turn.again) {
      turn.again = false
      try {
        const next = await api(getBoard, { params: { vId } })
        setAhead(next.now - Date.now())
        setBoard((last) => (last ? { ...next, orders: newest(last.orders, next.orders) } : next))
        setLostAt(null)
        setProblem('')
      } catch (error) {
        if (error instanceof ApiError && error.status > 0 && error.status < 500) setProblem(error.message)
        else setLostAt((since) => since ?? Date.now())
      }
    }
    asking.current = null
  }, [vId])

  const send = useCallback(async () => {
    const onRefused = (tap: RefusedTap) => setRefused((all) => [...all, tap])
    const arrived = await sendTaps(vId, { onMoved: moved, onRefused })
    if (!arrived) setLostAt((since) => since ?? Date.now())
    ask()
  }, [vId, moved, ask])

  /** Sends what waits, then asks: what comes back has it in it. */
  const again = useCallback(() => void (hasTaps(vId) ? send() : ask()), [vId, send, ask])

  useEffect(() => {
    again()
    const ends = [
      onLive('orderChanged', (news) => news.vId === vId && ask()),
      onLive('kitchenChanged', (changed) => changed === vId && ask()),
      onLiveAgain(again),
    ]
    window.addEventListener('online', again)
    window.addEventListener('offline', again)
    return () => {
      for (const end of ends) end()
      window.removeEventListener('online', again)
      window.removeEventListener('offline', again)
    }
  }, [vId, ask, again])

  useEffect(() => watchTaps(vId, send), [vId, send])

  const waiting = useMemo(() => taps.filter((tap) => tap.vId === vId), [taps, vId])
  // Another member has moved it meanwhile: the server says who, and how.
  const overtaken = waiting.find((tap) => isOvertaken(tap, waiting, board))?.id
  useEffect(() => {
    if (overtaken === undefined) return
    makeDue(({ id }) => id === overtaken)
    send()
  }, [overtaken, send])

  const mustAsk = away || lostAt !== null || taps.length > 0
  useEffect(() => {
    if (!mustAsk) return
    const timer = setInterval(again, BOARD_POLL_MS)
    return () => clearInterval(timer)
  }, [mustAsk, again])

  return {
    /** With what has been tapped done already; null until it is there. */
    board: useMemo(
      () => board && { ...board, orders: board.orders.map((order) => tapped(order, waiting)) },
      [board, waiting],
    ),
    ahead,
    lostAt,
    problem,
    waiting,
    /** What can still be taken back, by the id of its order. */
    undoable: new Map(waiting.filter(isUndoable).map((tap) => [tap.orderId, tap])),
    /** Refusals that still say something: not of what has been done by another way meanwhile. */
    refused: refused.filter(
      ({ orderId, move }) =>
        !board?.orders.some(
          (order) => order.orderId === orderId && order.events.some((event) => isSameMove(event, move)),
        ),
    ),
    dismiss: () => setRefused([]),
    move: (order: Order, move: Move) => {
      keepTap(order, move, ahead)
      send()
    },
    undo: ({ id }: Tap) => undoTap(id),
    /** Puts what a call has answered in place of what is shown. */
    change: moved,
    setTerms: (terms: KitchenTerms) => setBoard((last) => last && { ...last, terms }),
  }
}

const hasTaps = (vId: string): boolean => waitingTaps.read().some((tap) => tap.vId === vId)

/** Whether the order of a tap that can be taken back is not any more in the state that it was tapped in. */
function isOvertaken(tap: Tap, taps: readonly Tap[], board: Board | null): boolean {
  if (!isUndoable(tap) || !isNextOf(tap, taps)) return false
  const order = board?.orders.find(({ orderId }) => orderId === tap.orderId)
  return order !== undefined && order.state !== tap.from
}

/** Answers may come in another order than they were asked for. */
const newer = (one: Order, other: Order): Order =>
  one.orderId === other.orderId && other.version > one.version ? other : one

const newest = (last: readonly Order[], next: readonly Order[]): Order[] =>
  next.map((order) => {
    const known = last.find(({ orderId }) => orderId === order.orderId)
    return known ? newer(order, known) : order
  })

/** An order as it will be once what was tapped on it has arrived. */
function tapped(order: Order, taps: readonly { orderId: string; move: Move }[]): Order {
  let now = order
  for (const { orderId, move } of taps) {
    if (orderId === order.orderId) now = { ...now, state: move.to, promisedAt: move.promisedAt ?? now.promisedAt }
  }
  return now
}
