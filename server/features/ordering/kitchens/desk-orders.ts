import { type ExpressionBuilder, sql } from 'kysely'
import { deskOrder, type orderFilters } from '#contract/desk-kitchens.ts'
import { finalOrderStates, type OrderState, orderStates } from '#contract/order-states.ts'
import { COUNTED_ORDERS_MAX } from '#contract/ordering-limits.ts'
import type { Queries } from '../../../db/database.ts'
import { readPage } from '../../../db/read-page.ts'
import type { Schema } from '../../../db/schema.ts'
import { hasWord, searchWords } from '../../../db/word-search.ts'
import { presentRows } from '../../../http/present-rows.ts'
import { unfulfilledStates } from './full-slots.ts'

const statesOfFilter: Record<(typeof orderFilters)[number], readonly OrderState[]> = {
  all: orderStates,
  open: orderStates.filter((state) => !finalOrderStates.includes(state)),
  done: finalOrderStates.filter((state) => !unfulfilledStates.includes(state)),
  lost: unfulfilledStates,
}

const ORDERS_PER_PAGE = 50

interface OrderQuery {
  search: string
  filter: (typeof orderFilters)[number]
  /** The id of the last order of the previous page. */
  cursor?: string | undefined
}

/**
 * Searches the orders that reached their kitchens by number, customer and kitchen, newest first.
 * @returns a page of orders, the cursor of the next page, and the number of matching orders in each state
 */
export async function listDeskOrders(db: Queries, { search, filter, cursor }: OrderQuery) {
  const query = selectMatchingOrders(db, search)
    .select(['orders.id', 'number', 'orders.currency', 'currency_digits', 'service', 'total', 'state'])
    .select(['promised_at', 'placed_at'])
    .select(['customer_name', 'customer_email', 'customer_phone', 'is_guest'])
    .select(['vendor_id', 'slug', 'vendors.name', 'phone', 'place', 'timezone'])
    .$if(filter !== 'all', (query) => query.where('orders.id', 'in', selectNewestIds(db, { search, filter, cursor })))
    .$if(cursor !== undefined, (query) => query.where('orders.id', '<', cursor ?? ''))
    .orderBy('orders.id', 'desc')
  const { rows, next } = await readPage(query, ({ id }) => id, ORDERS_PER_PAGE)
  const { shown, damaged } = presentRows('order', deskOrder, rows, (row) => ({
    orderId: row.id,
    number: row.number,
    currency: row.currency,
    currencyDigits: row.currency_digits,
    service: row.service,
    total: row.total,
    state: row.state,
    promisedAt: row.promised_at,
    placedAt: row.placed_at,
    customer: {
      name: row.customer_name,
      email: row.customer_email,
      phone: row.customer_phone,
      guest: row.is_guest === 1,
    },
    vendor: {
      vId: row.vendor_id,
      slug: row.slug,
      name: row.name,
      phone: row.phone,
      place: row.place,
      timezone: row.timezone,
    },
  }))
  return { orders: shown, damaged, next, counts: await countStates(db, search) }
}

/**
 * Selects the newest matching orders of each state of a filter, enough for a page. With `state in (…)`, SQLite would read
 * and sort all orders of these states.
 */
function selectNewestIds(db: Queries, { search, filter, cursor }: OrderQuery) {
  const newestIn = (state: OrderState) =>
    db
      .selectFrom(
        selectMatchingOrders(db, search)
          .select('orders.id')
          .where('state', '=', state)
          .$if(cursor !== undefined, (query) => query.where('orders.id', '<', cursor ?? ''))
          .orderBy('orders.id', 'desc')
          .limit(ORDERS_PER_PAGE + 1)
          .as('newest'),
      )
      .select('id')
  return statesOfFilter[filter].map(newestIn).reduce((all, more) => all.unionAll(more))
}

/** Counts the matching orders in each state up to `COUNTED_ORDERS_MAX`, and reads none beyond them. */
async function countStates(db: Queries, search: string): Promise<Record<OrderState, number>> {
  // Without a search the index on states is enough (0014-order-lists.ts).
  const orders =
    searchWords(search).length === 0
      ? db.selectFrom('orders').where('reached_at', 'is not', null)
      : selectMatchingOrders(db, search)
  const counts = await db
    .selectNoFrom(({ selectFrom }) =>
      orderStates.map((state) =>
        selectFrom(orders.select('state').where('state', '=', state).limit(COUNTED_ORDERS_MAX).as('counted'))
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as(state),
      ),
    )
    .executeTakeFirstOrThrow()
  return Object.fromEntries(orderStates.map((state) => [state, counts[state] ?? 0])) as Record<OrderState, number>
}

const selectMatchingOrders = (db: Queries, search: string) =>
  db
    .selectFrom('orders')
    .innerJoin('vendors', 'vendors.id', 'orders.vendor_id')
    .where('reached_at', 'is not', null)
    .where((eb) => eb.and(searchWords(search).map((word) => matchesWord(eb, word))))

function matchesWord(eb: ExpressionBuilder<Schema, 'orders' | 'vendors'>, word: string) {
  const [, number] = /^#?(\d{1,9})$/.exec(word) ?? []
  const text = sql<string>`customer_name || ' ' || customer_email || ' ' || vendors.name`
  const isInText = hasWord(eb, text, word)
  return number === undefined ? isInText : eb.or([eb('number', '=', Number(number)), isInText])
}
