import type { listDeskOrders, orderFilters } from '#contract/desk-kitchens.ts'
import type { Reply } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/money.ts'
import { finalOrderStates, type OrderState, orderStateLabels } from '#contract/order-states.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { Row } from '../../../kit/error-boundary.tsx'
import { Link } from '../../../kit/link.tsx'
import { When } from '../../../kit/when.tsx'
import { Filters } from '../lists/filters.tsx'
import { DeskPage } from '../lists/parts.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { Rows } from '../lists/split.tsx'
import { useList } from '../lists/use-list.ts'
import { useListAddress } from '../lists/use-list-address.ts'
import { orderingQueries } from '../ordering-queries.ts'
import { deskKeys } from '../queries.ts'

type Page = Reply<typeof listDeskOrders>
type Filter = (typeof orderFilters)[number]

const filters: Record<Filter, string> = { all: 'All', open: 'Open', done: 'Done', lost: 'Came to nothing' }
const filterNames = Object.keys(filters) as Filter[]
const lost: readonly OrderState[] = ['rejected', 'cancelled', 'expired']

/** Every order of every kitchen; the search and the filter stand in the address. What becomes of one, its kitchen decides. */
export function Screen() {
  const { filter, search, typed, setTyped, choose } = useListAddress(filterNames, 'all', 'filter')
  const list = useList(orderingQueries.orders({ search, filter }), (first, more) => ({
    ...more,
    orders: [...first.orders, ...more.orders],
  }))
  useLiveInvalidation(deskKeys.all('orders'), 'orderChanged')

  return (
    <DeskPage at="/desk/orders" title="Orders">
      <search className="stack desk-search">
        <SearchField label="Find by number, customer or kitchen" typed={typed} onType={setTyped} />
        <Filters names={filters} chosen={filter} onChoose={choose} />
      </search>
      <Rows list={list} summary={(page) => howMany(page, search)}>
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
                      <span className="state" data-kind={kindOf(state)}>
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
      </Rows>
    </DeskPage>
  )
}

const kindOf = (state: OrderState) =>
  lost.includes(state) ? 'grave' : finalOrderStates.includes(state) ? undefined : state === 'placed' ? 'asks' : 'good'

/** How many orders there are of each state that there is one of. */
function howMany({ counts, orders }: Page, search: string): string {
  const there = (Object.entries(counts) as [OrderState, number][]).filter(([, number]) => number > 0)
  if (there.length === 0) return 'Nobody has ordered yet.'
  if (orders.length > 0) return there.map(([state, number]) => `${orderStateLabels[state]}: ${number}`).join(', ')
  return search ? `No order here has “${search}”.` : 'There is no order here.'
}
