import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { KitchenTerms } from '#contract/menu.ts'
import { eventMatchesMoveRequest } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { BOARD_POLL_MS } from '#contract/ordering-limits.ts'
import { ApiError } from '../../../api/problem.ts'
import { invalidateAfterRunningFetch } from '../../../api/use-live-invalidation.ts'
import { callAll, listen } from '../../../device/listen.ts'
import { onLiveEvent, onLiveEventsMissed, useLiveState } from '../../../live/live.ts'
import { chooseNewerOrder, kitchenQueries } from '../queries.ts'
import {
  addPendingMove,
  dismissRefusedMoves,
  isFirstPendingOfOrder,
  isUndoable,
  makeMovesDue,
  type OrderMoveBody,
  type PendingMove,
  sendDueMoves,
  storedPendingMoves,
  undoPendingMove,
  useRefusedMoves,
  watchDueMoves,
} from './pending-moves.ts'

/** Fetches the board of a kitchen, keeps it up to date, and moves orders on it. */
export function useBoard(kitchenId: string) {
  const client = useQueryClient()
  const query = useMemo(() => kitchenQueries.board(kitchenId), [kitchenId])
  const { queryKey } = query
  const { data: board, error, isSuccess } = useQuery(query)
  const [lostAt, setLostAt] = useState<number | null>(null)
  const isAway = useLiveState(({ state }) => state !== 'live')
  const allMoves = useSyncExternalStore(storedPendingMoves.subscribe, storedPendingMoves.read)
  const { refused } = useRefusedMoves()
  const waiting = useMemo(() => allMoves.filter((pending) => pending.vId === kitchenId), [allMoves, kitchenId])
  const problem = error instanceof ApiError && error.status > 0 && error.status < 500 ? error.message : ''

  useEffect(() => {
    if (isSuccess) setLostAt(null)
    else if (error && !problem) setLostAt((since) => since ?? Date.now())
  }, [isSuccess, error, problem])

  const setOrder = useCallback(
    (order: Order) =>
      void client.setQueryData(
        queryKey,
        (last) => last && { ...last, orders: last.orders.map((known) => chooseNewerOrder(known, [order])) },
      ),
    [client, queryKey],
  )

  const refetch = useCallback(() => invalidateAfterRunningFetch(client, queryKey), [client, queryKey])

  const send = useCallback(async () => {
    await sendDueMoves(kitchenId, setOrder)
    await refetch()
  }, [kitchenId, setOrder, refetch])

  useEffect(() => {
    if (storedPendingMoves.read().some((pending) => pending.vId === kitchenId)) send()
    return callAll(
      onLiveEvent('orderChanged', (event) => event.vId === kitchenId && refetch()),
      onLiveEvent('kitchenChanged', (changed) => changed === kitchenId && refetch()),
      onLiveEventsMissed(send),
      listen(window, 'online', send),
      listen(window, 'offline', send),
    )
  }, [kitchenId, refetch, send])

  useEffect(() => watchDueMoves(kitchenId, send), [kitchenId, send])

  // If another member has already moved the order, the pending move is sent without waiting for the end of its undo
  // time. The server refuses the move, and the refusal names the other member.
  const overtaken = waiting.find((pending) => isOvertaken(pending, waiting, board?.orders))?.id
  useEffect(() => {
    if (overtaken === undefined) return
    makeMovesDue(({ id }) => id === overtaken)
    send()
  }, [overtaken, send])

  const mustPoll = isAway || lostAt !== null || allMoves.length > 0
  useEffect(() => {
    if (!mustPoll) return
    const timer = setInterval(send, BOARD_POLL_MS)
    return () => clearInterval(timer)
  }, [mustPoll, send])

  return {
    /** The board as it will be after the pending moves; undefined until the board is fetched. */
    board: useMemo(
      () => board && { ...board, orders: board.orders.map((order) => applyMoves(order, waiting)) },
      [board, waiting],
    ),
    ahead: board?.ahead ?? 0,
    /**
     * The time of the first fetch that failed after the last successful fetch, by this device's clock, in milliseconds.
     */
    lostAt,
    problem,
    waiting,
    /** For each order id, the most recent pending move that can still be undone. */
    undoable: new Map(waiting.filter(isUndoable).map((pending) => [pending.orderId, pending])),
    /** The refused moves of this kitchen. A refused move is left out when another member has made the same move. */
    refused: refused.filter(
      ({ vId, orderId, move }) =>
        vId === kitchenId &&
        !board?.orders.some(
          (order) => order.orderId === orderId && order.events.some((event) => eventMatchesMoveRequest(event, move)),
        ),
    ),
    dismiss: () => dismissRefusedMoves(kitchenId),
    move: (order: Order, move: OrderMoveBody) => {
      addPendingMove(order, move, board?.ahead ?? 0)
      send()
    },
    undo: ({ id }: PendingMove) => undoPendingMove(id),
    setOrder,
    setTerms: (terms: KitchenTerms) => void client.setQueryData(queryKey, (last) => last && { ...last, terms }),
  }
}

/**
 * Returns whether a pending move comes too late: its order has already left the state from which the move starts.
 * Returns false for a move that can no longer be undone, and for a move behind another pending move of the same order.
 */
function isOvertaken(pending: PendingMove, all: readonly PendingMove[], orders: readonly Order[] = []): boolean {
  if (!isUndoable(pending) || !isFirstPendingOfOrder(pending, all)) return false
  const order = orders.find(({ orderId }) => orderId === pending.orderId)
  return order !== undefined && order.state !== pending.from
}

function applyMoves(order: Order, moves: readonly PendingMove[]): Order {
  let moved = order
  for (const { orderId, move } of moves)
    if (orderId === order.orderId) moved = { ...moved, state: move.to, promisedAt: move.promisedAt ?? moved.promisedAt }
  return moved
}
