import type { listDeskOrders, orderFilters } from '#contract/desk-kitchens.ts'
import type { Reply } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/money.ts'
import { finalOrderStates, type OrderState, orderStateLabels } from '#contract/order-states.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { Row } from '../../../kit/error-boundary.tsx'
import { Link } from '../../../kit/link.tsx'
import { When } from '../../../kit/when.tsx'
import { ChoiceChips } from '../lists/choice-chips.tsx'
import { DeskPage } from '../lists/desk-page.tsx'
import { ListRows } from '../lists/list-rows.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useListAddress } from '../lists/use-list-address.ts'
import { usePagedList } from '../lists/use-paged-list.ts'
import { orderingQueries } from '../ordering-queries.ts'
import { deskQueryKeys } from '../queries.ts'
import { formatOrderCount } from './order-count.ts'

type Page = Reply<typeof listDeskOrders>
type Filter = (typeof orderFilters)[number]

const filters: Record<Filter, string> = { all: 'All', open: 'Open', done: 'Done', lost: 'Came to nothing' }
const filterNames = Object.keys(filters) as Filter[]
const lost: readonly OrderState[] = ['rejected', 'cancelled', 'expired']

/** The desk page of all orders. The query of the address holds the search and the filter. Only kitchens change orders. */
export function Screen() {
  const { filter, search, typed, setTyped, choose } = useListAddress(filterNames, 'all', 'filter')
  const list = usePagedList(orderingQueries.orders({ search, filter }), (first, more) => ({
    ...more,
    orders: [...first.orders, ...more.orders],
  }))
  useLiveInvalidation(deskQueryKeys.all('orders'), 'orderChanged')

  return (
    <DeskPage at="/desk/orders" title="Orders">
      <search className="stack desk-search">
        <SearchField label="Find by number, customer or kitchen" typed={typed} onType={setTyped} />
        <ChoiceChips names={filters} chosen={filter} onChoose={choose} />
      </search>
      <ListRows list={list} summary={(page) => summarise(page, search)}>
        {({ orders }) =>
          orders.map(({ orderId, number, vendor, customer, service, total, state, placedAt, ...unit }) => (
            <Row key={orderId}>
              {() => (
                <li>
                  <Link to={`/orders/${orderId}`}>
                    <span className="row-words">
                      <b>
                        {number}, {vendor.name}
                      </b>
                      <span>
                        {customer.guest && 'Guest, '}
                        {customer.name}, {service}, {formatMoney(total, unit)}
                      </span>
                      <span className="state" data-kind={toStateKind(state)}>
                        {orderStateLabels[state]}
                      </span>
                    </span>
                    <span className="soft row-time">
                      <When at={placedAt} />
                    </span>
                  </Link>
                </li>
              )}
            </Row>
          ))
        }
      </ListRows>
    </DeskPage>
  )
}

const toStateKind = (state: OrderState) =>
  lost.includes(state) ? 'grave' : finalOrderStates.includes(state) ? undefined : state === 'placed' ? 'asks' : 'good'

/** Returns the number of orders in each state that occurs, or why the list is empty. */
function summarise({ counts, orders }: Page, search: string): string {
  const there = (Object.entries(counts) as [OrderState, number][]).filter(([, number]) => number > 0)
  if (there.length === 0) return 'Nobody has ordered yet.'
  if (orders.length > 0)
    return there.map(([state, number]) => `${orderStateLabels[state]}: ${formatOrderCount(number)}`).join(', ')
  return search ? `No order here has “${search}”.` : 'There is no order here.'
}
