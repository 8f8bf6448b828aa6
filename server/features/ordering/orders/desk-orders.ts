import { type ExpressionBuilder, sql } from 'kysely'
import { deskOrderSchema, type listDeskOrders as listDeskOrdersCall } from '#contract/desk-kitchens.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { finalOrderStates, type OrderState, orderStates } from '#contract/order-states.ts'
import { ORDER_COUNT_SHOWN_MAX } from '#contract/ordering-limits.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import { readPageNewestFirst } from '../../../db/read-list-page.ts'
import type { Schema } from '../../../db/schema.ts'
import { buildSearchWordCondition, splitSearchWords } from '../../../db/word-search.ts'
import { presentRows } from '../../../http/present-rows.ts'
import { failedOrderStates } from '../kitchens/full-slots.ts'
import { buildOrdersQuery, presentOrderHead } from './order-rows.ts'

type OrderQuery = HandlerInput<typeof listDeskOrdersCall>['query']

const statesOfFilter: Record<OrderQuery['filter'], readonly OrderState[]> = {
  all: orderStates,
  open: orderStates.filter((state) => !finalOrderStates.includes(state)),
  done: finalOrderStates.filter((state) => !failedOrderStates.includes(state)),
  lost: failedOrderStates,
}

const ORDERS_PER_PAGE = 50

/**
 * Searches by number, customer and kitchen among the orders that have reached their kitchens. Sorts them newest first.
 * @returns a page of orders, the cursor of the next page, and the number of matching orders in each state
 */
export async function listDeskOrders(db: DatabaseOrTx, { search, filter, cursor }: OrderQuery) {
  const query = selectMatchingOrders(db, search).$if(filter !== 'all', (query) =>
    query.where('orders.id', 'in', selectNewestIds(db, { search, filter, cursor })),
  )
  const { rows, next } = await readPageNewestFirst(query, 'orders.id', cursor, ORDERS_PER_PAGE)
  const { shown, damaged } = presentRows('order', deskOrderSchema, rows, presentOrderHead)
  return { orders: shown, damaged, next, counts: await countStates(db, search) }
}

/**
 * Selects the ids of the newest matching orders. Reads as many orders as a page needs, separately in each state of the
 * filter. With `state in (…)`, SQLite would read and sort all orders in these states.
 */
function selectNewestIds(db: DatabaseOrTx, { search, filter, cursor }: OrderQuery) {
  const newestIn = (state: OrderState) =>
    db
      .selectFrom(
        selectMatchingOrders(db, search)
          .clearSelect()
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

/** Counts the matching orders in each state up to `ORDER_COUNT_SHOWN_MAX`, and reads no further orders. */
async function countStates(db: DatabaseOrTx, search: string): Promise<Record<OrderState, number>> {
  // When there are no search words, the index on states is enough for counting (0014-order-lists.ts).
  const orders =
    splitSearchWords(search).length === 0
      ? db.selectFrom('orders').where('reached_at', 'is not', null)
      : selectMatchingOrders(db, search).clearSelect()
  const counts = await db
    .selectNoFrom(({ selectFrom }) =>
      orderStates.map((state) =>
        selectFrom(orders.select('state').where('state', '=', state).limit(ORDER_COUNT_SHOWN_MAX).as('counted'))
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as(state),
      ),
    )
    .executeTakeFirstOrThrow()
  return Object.fromEntries(orderStates.map((state) => [state, counts[state] ?? 0])) as Record<OrderState, number>
}

const selectMatchingOrders = (db: DatabaseOrTx, search: string) =>
  buildOrdersQuery(db)
    .where('reached_at', 'is not', null)
    .where((eb) => eb.and(splitSearchWords(search).map((word) => matchesWord(eb, word))))

function matchesWord(eb: ExpressionBuilder<Schema, 'orders' | 'vendors'>, word: string) {
  const [, number] = /^#?(\d{1,9})$/.exec(word) ?? []
  const text = sql<string>`customer_name || ' ' || customer_email || ' ' || vendors.name`
  const isInText = buildSearchWordCondition(eb, text, word)
  return number === undefined ? isInText : eb.or([eb('number', '=', Number(number)), isInText])
}
