import { queryOptions } from '@tanstack/react-query'
import { listDeskKitchens, listDeskOrders } from '#contract/desk-kitchens.ts'
import { listDeskPayments } from '#contract/desk-payments.ts'
import { api } from '../../api/call-api.ts'
import { buildListQuery, deskQueryKeys, type ListParameters } from './queries.ts'

/** The desk's queries about ordering. They are in a separate file, so that a site without ordering does not load them. */
export const orderingQueries = {
  kitchens: () =>
    queryOptions({
      queryKey: deskQueryKeys.all('kitchens'),
      queryFn: ({ signal }) => api(listDeskKitchens, { signal }),
    }),
  orders: (query: ListParameters<typeof listDeskOrders>) =>
    buildListQuery('orders', query, (cursor, signal) => api(listDeskOrders, { query: { ...query, cursor }, signal })),
  payments: (query: ListParameters<typeof listDeskPayments>) =>
    buildListQuery('payments', query, (cursor, signal) =>
      api(listDeskPayments, { query: { ...query, cursor }, signal }),
    ),
}
