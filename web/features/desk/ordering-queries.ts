import { listDeskKitchens, listDeskOrders } from '#contract/desk-kitchens.ts'
import { listDeskPayments } from '#contract/desk-payments.ts'
import { buildEndpointQueryOptions } from '../../api/build-query-options.ts'
import { buildListQueryOptions, toDeskQueryKey } from './queries.ts'

/**
 * The desk's queries about orders and kitchens. They are in a separate file, so that a site without ordering does not
 * load them.
 */
export const orderingQueries = {
  kitchens: () => buildEndpointQueryOptions(toDeskQueryKey('kitchens'), listDeskKitchens),
  orders: buildListQueryOptions(listDeskOrders, 'orders'),
  payments: buildListQueryOptions(listDeskPayments, 'payments'),
}
