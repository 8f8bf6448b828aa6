import { queryOptions } from '@tanstack/react-query'
import { listDeskKitchens, listDeskOrders } from '#contract/desk-kitchens.ts'
import { listDeskPayments } from '#contract/desk-payments.ts'
import { api } from '../../api/call-api.ts'
import { deskKeys, listQuery, type QueryOf } from './queries.ts'

/** What the desk fetches of ordering: apart, so that a site without ordering has none of it. */
export const orderingQueries = {
  kitchens: () =>
    queryOptions({ queryKey: deskKeys.all('kitchens'), queryFn: ({ signal }) => api(listDeskKitchens, { signal }) }),
  orders: (query: QueryOf<typeof listDeskOrders>) =>
    listQuery('orders', query, (cursor, signal) => api(listDeskOrders, { query: { ...query, cursor }, signal })),
  payments: (query: QueryOf<typeof listDeskPayments>) =>
    listQuery('payments', query, (cursor, signal) => api(listDeskPayments, { query: { ...query, cursor }, signal })),
}
