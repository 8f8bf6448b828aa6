import { listDeskKitchens, listDeskOrders } from '#contract/desk-kitchens.ts'
import { listDeskPayments } from '#contract/desk-payments.ts'
import { buildEndpointQuery } from '../../api/build-query.ts'
import { buildListQuery, type ListParameters, toDeskKey } from './queries.ts'

/**
 * The desk's queries about orders and kitchens. They are in a separate file, so that a site without ordering does not
 * load them.
 */
export const orderingQueries = {
  kitchens: () => buildEndpointQuery(toDeskKey('kitchens'), listDeskKitchens),
  orders: (query: ListParameters<typeof listDeskOrders>) => buildListQuery(listDeskOrders, 'orders', query),
  payments: (query: ListParameters<typeof listDeskPayments>) => buildListQuery(listDeskPayments, 'payments', query),
}
