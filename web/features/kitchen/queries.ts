import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getManagedKitchen, listManageableKitchens, type ManagedKitchen } from '#contract/kitchen.ts'
import { type Board, getBoard, getSalesFigures } from '#contract/kitchen-orders.ts'
import type { Order } from '#contract/ordering.ts'
import { getMonthlyStatement } from '#contract/statements.ts'
import { buildEndpointQueryOptions } from '../../api/build-query-options.ts'
import { callForJson } from '../../api/call-api.ts'
import { catchNotFoundAsNull } from '../../api/problem.ts'

/** The queries of the pages of a kitchen. */
export const kitchenQueries = {
  /** The kitchens of which the user is a member, and whether the user may create one. */
  own: () => buildEndpointQueryOptions(['kitchens'], listManageableKitchens),
  /**
   * The kitchen with a slug, with the milliseconds by which the server's clock is ahead of this device's clock. Null
   * when the kitchen does not exist or the user is not a member of it.
   */
  bySlug: (slug: string | null) =>
    queryOptions({
      queryKey: ['kitchen', 'by slug', slug],
      // The list of kitchens is fetched only to find the id of the kitchen. Later fetches use the id of the fetched
      // kitchen, which never changes.
      queryFn: async ({ client, queryKey, signal }) => {
        const kitchenId =
          client.getQueryData<ManagedKitchen>(queryKey)?.terms.vId ??
          (await callForJson(listManageableKitchens, { signal })).kitchens.find((kitchen) => kitchen.slug === slug)?.vId
        if (kitchenId === undefined) return null
        return callForJson(getManagedKitchen, { params: { vId: kitchenId }, signal })
          .then(withClockDifference)
          .catch(catchNotFoundAsNull)
      },
      enabled: slug !== null,
      // When the slug changes, the kitchen stays visible until it is fetched again.
      placeholderData: keepPreviousData,
    }),
  /** The orders of the board, with the milliseconds by which the server's clock is ahead of this device's clock. */
  board: (kitchenId: string) =>
    queryOptions({
      queryKey: ['kitchen', kitchenId, 'board'],
      queryFn: async ({ client, queryKey, signal }) => {
        const board = await callForJson(getBoard, { params: { vId: kitchenId }, signal })
        // During the fetch, a cook may have moved an order. The reply to this move has a newer version of the order
        // than the fetched board.
        const shown = client.getQueryData<Board>(queryKey)?.orders ?? []
        const orders = board.orders.map((order) => chooseNewerOrder(order, shown))
        return { ...withClockDifference(board), orders }
      },
    }),
  figures: (kitchenId: string) =>
    buildEndpointQueryOptions(['kitchen', kitchenId, 'figures'], getSalesFigures, { params: { vId: kitchenId } }),
  /** The statement of a month. @param month such as 2026-11 */
  statement: (vId: string, month: string) =>
    queryOptions({
      ...buildEndpointQueryOptions(['kitchen', vId, 'statement', month], getMonthlyStatement, {
        params: { vId, month },
      }),
      placeholderData: keepPreviousData,
    }),
}

/** Adds to a new reply the milliseconds by which the server's clock is ahead of this device's clock. */
export const withClockDifference = <Reply extends { now: number }>(reply: Reply): Reply & { ahead: number } => ({
  ...reply,
  ahead: reply.now - Date.now(),
})

/** Returns the newer version of an order if the list contains one, otherwise the order itself. */
export const chooseNewerOrder = (order: Order, orders: readonly Order[]): Order =>
  orders.find(({ orderId, version }) => orderId === order.orderId && version > order.version) ?? order
