import type { orderFilters } from '#contract/desk-kitchens.ts'
import { formatMoney } from '#contract/money.ts'
import { finalOrderStates, type OrderState, orderStateLabels } from '#contract/order-states.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { StateText } from '../../../ui/tag.tsx'
import { DeskPageFrame } from '../lists/desk-page.tsx'
import { ListFilter } from '../lists/list-filter.tsx'
import { ListRows, RowLink } from '../lists/list-rows.tsx'
import { type ListFilterLabels, useListUrl } from '../lists/use-list-url.ts'
import { usePagedList } from '../lists/use-paged-list.ts'
import { orderingQueries } from '../ordering-queries.ts'
import { toDeskQueryKey } from '../queries.ts'
import { formatCappedOrderCount } from './order-count.ts'

const filters: ListFilterLabels<(typeof orderFilters)[number]> = {
  all: ['All'],
  open: ['Open'],
  done: ['Done'],
  lost: ['Came to nothing'],
}

/**
 * The desk page of all orders. The query of the URL holds the search and the filter. The page changes no orders; only
 * kitchens do.
 */
export function Screen() {
  const address = useListUrl(filters, 'all')
  const { search, filter } = address
  const list = usePagedList(orderingQueries.orders({ search, filter }))
  useLiveInvalidation(toDeskQueryKey('orders'), 'orderChanged')

  return (
    <DeskPageFrame at="/desk/orders" title="Orders">
      <ListFilter {...address} searchLabel="Find by number, customer or kitchen" />
      <ListRows list={list} summary={({ counts, rows }) => summarise(counts, rows.length, search)}>
        {({ orderId, number, vendor, customer, service, total, state, placedAt, ...unit }) => (
          <li>
            <RowLink to={`/orders/${orderId}`} at={placedAt}>
              <b>
                {number}, <bdi>{vendor.name}</bdi>
              </b>
              <span>
                {customer.guest && 'Guest, '}
                <bdi>{customer.name}</bdi>, {service}, {formatMoney(total, unit)}
              </span>
              <StateText kind={toStateKind(state)}>{orderStateLabels[state]}</StateText>
            </RowLink>
          </li>
        )}
      </ListRows>
    </DeskPageFrame>
  )
}

function toStateKind(state: OrderState) {
  if (['rejected', 'cancelled', 'expired'].includes(state)) return 'grave'
  if (finalOrderStates.includes(state)) return undefined
  return state === 'placed' ? 'asks' : 'good'
}

/** Returns a text with the number of orders in each state that occurs, or the reason why the list is empty. */
function summarise(counts: Partial<Record<OrderState, number>>, rows: number, search: string): string {
  const statesInUse = (Object.entries(counts) as [OrderState, number][]).filter(([, number]) => number > 0)
  if (statesInUse.length === 0) return 'Nobody has ordered yet.'
  if (rows > 0)
    return statesInUse
      .map(([state, number]) => `${orderStateLabels[state]}: ${formatCappedOrderCount(number)}`)
      .join(', ')
  return search ? `No order here has “${search}”.` : 'There is no order here.'
}
