import { type ExpressionBuilder, sql } from 'kysely'
import { deskOrder, type listDeskOrders as listDeskOrdersCall } from '#contract/desk-kitchens.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { finalOrderStates, type OrderState, orderStates } from '#contract/order-states.ts'
import type { Queries } from '../../../db/database.ts'
import { readPage } from '../../../db/read-page.ts'
import type { Schema } from '../../../db/schema.ts'
import { hasWord, searchWords } from '../../../db/word-search.ts'
import { presentRows } from '../../../http/present-rows.ts'
import { unfulfilledStates } from '../kitchens/full-slots.ts'
import { presentOrderHead, selectOrders } from './order-rows.ts'

type OrderQuery = InputOf<typeof listDeskOrdersCall>['query']

const statesOfFilter: Record<OrderQuery['filter'], readonly OrderState[]> = {
  all: orderStates,
  open: orderStates.filter((state) => !finalOrderStates.includes(state)),
  done: finalOrderStates.filter((state) => !unfulfilledStates.includes(state)),
  lost: unfulfilledStates,
}

/**
 * Searches the orders that reached their kitchens by number, customer and kitchen, newest first.
 * @returns a page of orders, the cursor of the next page, and the number of matching orders in each state
 */
export async function listDeskOrders(db: Queries, { search, filter, cursor }: OrderQuery) {
  const query = selectMatchingOrders(db, search)
    .$if(filter !== 'all', (query) => query.where('state', 'in', statesOfFilter[filter]))
    .$if(cursor !== undefined, (query) => query.where('orders.id', '<', cursor ?? ''))
    .orderBy('orders.id', 'desc')
  const { rows, next } = await readPage(query, ({ id }) => id)
  const { shown, damaged } = presentRows('order', deskOrder, rows, presentOrderHead)
  return { orders: shown, damaged, next, counts: await countStates(db, search) }
}

async function countStates(db: Queries, search: string): Promise<Record<OrderState, number>> {
  // Without a search the index on states is enough to count all orders (0007-payments.ts).
  const orders =
    searchWords(search).length === 0
      ? db.selectFrom('orders').where('reached_at', 'is not', null)
      : selectMatchingOrders(db, search).clearSelect()
  const rows = await orders
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const zeroCounts = Object.fromEntries(orderStates.map((state) => [state, 0])) as Record<OrderState, number>
  return { ...zeroCounts, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

const selectMatchingOrders = (db: Queries, search: string) =>
  selectOrders(db)
    .where('reached_at', 'is not', null)
    .where((eb) => eb.and(searchWords(search).map((word) => matchesWord(eb, word))))

function matchesWord(eb: ExpressionBuilder<Schema, 'orders' | 'vendors'>, word: string) {
  const [, number] = /^#?(\d{1,9})$/.exec(word) ?? []
  const text = sql<string>`customer_name || ' ' || customer_email || ' ' || vendors.name`
  const isInText = hasWord(eb, text, word)
  return number === undefined ? isInText : eb.or([eb('number', '=', Number(number)), isInText])
}
