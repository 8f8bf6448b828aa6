import { expect, inject, test } from 'vitest'
import type { DeskKitchen, orderFilters } from '#contract/desk-kitchens.ts'
import type { Database } from '../../../db/database.ts'
import { createOrderSite } from '../../../testing/orders.ts'
import { explainQueries, measureMaxVisitedRows } from '../../../testing/query-plans.ts'
import { listDeskKitchens, pendingKitchenInboxSource } from '../kitchens/desk-list.ts'
import { listDeskOrders } from './desk-orders.ts'

const COLLECTED = 3_000

/** Creates a site with thousands of collected orders. */
async function createBusySite() {
  const site = await createOrderSite()
  const { order } = await site.place(site.nora)
  await site.moveOn(order.orderId, 'accepted', 'preparing', 'ready', 'collected')
  const row = await site.db.selectFrom('orders').selectAll().where('id', '=', order.orderId).executeTakeFirstOrThrow()
  for (let at = 1; at < COLLECTED; at += 100) {
    const copies = Array.from({ length: Math.min(100, COLLECTED - at) }, (_, i) => ({
      ...row,
      id: `00000000-0000-7000-8000-${String(at + i).padStart(12, '0')}`,
      number: at + i + 1,
      place_key: String(at + i),
    }))
    await site.db.insertInto('orders').values(copies).execute()
  }
  return { ...site, first: order.orderId }
}

const lists: Record<(typeof orderFilters)[number], (db: Database) => Promise<unknown>> = {
  all: (db) => listDeskOrders(db, { search: '', filter: 'all' }),
  open: (db) => listDeskOrders(db, { search: '', filter: 'open' }),
  done: (db) => listDeskOrders(db, { search: '', filter: 'done' }),
  lost: (db) => listDeskOrders(db, { search: '', filter: 'lost' }),
}

test('the desk counts at most 1000 orders in each state and at each kitchen', async () => {
  const { as, ada, first } = await createBusySite()
  const read = async (path: string) => (await as(ada, 'GET', `/api/desk/${path}`)).body
  const page = await read('orders?filter=done')
  expect(page.counts).toMatchObject({ collected: 1_000, placed: 0 })
  expect([page.orders.length, page.orders[0].orderId]).toEqual([50, first])
  const next = await read(`orders?filter=done&cursor=${page.next}`)
  expect([next.orders.length, next.orders[0].number]).toEqual([50, COLLECTED - 49])
  const [kitchen] = (await read('kitchens')).kitchens as DeskKitchen[]
  expect(kitchen).toMatchObject({ orders: 1_000, deletable: false })
})

test('the lists and counts of the desk read only the orders that they show or count', async () => {
  const { db } = await createBusySite()
  const reads = { ...lists, kitchens: listDeskKitchens, inbox: pendingKitchenInboxSource.list }
  for (const [name, read] of Object.entries(reads)) {
    if (inject('postgres')) {
      // The desk counts at most 1000 orders of a state, and lists 50 orders.
      expect([name, await measureMaxVisitedRows(db, 'orders', read)]).toEqual([
        name,
        expect.toSatisfy((n) => n <= 1_050),
      ])
    } else {
      const plans = await explainQueries(db, read)
      // Without a filter, the newest 51 orders are read from the end of the primary key.
      const scans = plans.filter((plan) => plan.startsWith('SCAN orders') && name !== 'all')
      const sorts = plans.filter((plan) => plan.includes('TEMP B-TREE') && name in lists)
      expect([name, ...scans, ...sorts]).toEqual([name])
    }
  }
})
