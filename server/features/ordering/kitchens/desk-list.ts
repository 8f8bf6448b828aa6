import { type DeskKitchen, deskKitchenSchema } from '#contract/desk-kitchens.ts'
import { INBOX_ITEMS_MAX } from '#contract/limits.ts'
import { finalOrderStates, orderStates, type PaymentState } from '#contract/order-states.ts'
import { ORDER_COUNT_SHOWN_MAX } from '#contract/ordering-limits.ts'
import { toCamelCaseRow } from '../../../db/camel-case.ts'
import { countQueryRows } from '../../../db/count-query-rows.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import { getOnlyRow, type PresentedRows, presentRows } from '../../../http/present-rows.ts'
import type { InboxSource } from '../../define-feature.ts'
import { failedOrderStates } from './full-slots.ts'
import { buildMembersQuery } from './members.ts'

/** The states of orders that have reached their kitchens and were not rejected, cancelled or expired. */
const soldStates = orderStates.filter((state) => state !== 'awaiting_payment' && !failedOrderStates.includes(state))

/** The states of payments that were charged and not fully refunded, or that may still be charged. */
const moneyStates: readonly PaymentState[] = ['pending', 'failed', 'authorised', 'captured', 'partially_refunded']

/** Lists all kitchens, pending ones first, then by name. It takes two queries, however many kitchens there are. */
export async function listDeskKitchens(db: DatabaseOrTx) {
  const { shown, damaged } = presentKitchens(await selectKitchens(db).execute(), await selectOwners(db).execute())
  const kitchens = shown.toSorted((a, b) => Number(b.status === 'pending') - Number(a.status === 'pending'))
  return { kitchens, damaged }
}

/** @throws {Refusal} not_found */
export async function getDeskKitchen(db: DatabaseOrTx, kitchenId: string): Promise<DeskKitchen> {
  const rows = await selectKitchens(db).where('vendors.id', '=', kitchenId).execute()
  return getOnlyRow(presentKitchens(rows, await selectOwners(db).where('vendor_id', '=', kitchenId).execute()))
}

/** Lists the kitchens that wait for an admin to open them, for the inbox of the desk. */
export const pendingKitchenInboxSource: InboxSource = {
  kind: 'kitchen',
  count: (db) => countQueryRows(db.selectFrom('vendors').where('status', '=', 'pending')),
  list: async (db) => {
    const rows = await selectKitchens(db).where('status', '=', 'pending').limit(INBOX_ITEMS_MAX).execute()
    const { shown, damaged } = presentKitchens(rows, await selectOwners(db).execute())
    const items = shown.map(({ vId: id, name: title, owners, createdAt: at }) => {
      const text = owners.map(({ name }) => name).join(', ')
      return { kind: 'kitchen' as const, id, at, title, text, to: '/desk/kitchens' }
    })
    return { shown: items, damaged }
  },
}

const selectKitchens = (db: DatabaseOrTx) =>
  db
    .selectFrom('vendors')
    .select(['id', 'slug', 'name', 'currency', 'status', 'is_sample', 'created_at', 'commission_rate'])
    .select((eb) => {
      const orders = eb.selectFrom('orders').select('orders.id').whereRef('orders.vendor_id', '=', 'vendors.id')
      // The limit makes Postgres read at most `max` orders. With `exists`, Postgres could read every order.
      const countUpTo = (max: number, query: typeof orders) =>
        eb.selectFrom(query.limit(max).as('counted')).select(({ fn }) => fn.countAll<number>().as('count'))
      return [
        eb
          .selectFrom('menu_items')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('menu_items.vendor_id', '=', 'vendors.id')
          .as('items'),
        countUpTo(ORDER_COUNT_SHOWN_MAX, orders.where('state', 'in', soldStates)).as('orders'),
        countUpTo(1, orders).as('ever'),
        countUpTo(
          1,
          orders
            .where('vendors.is_sample', '=', 1)
            .where(({ or, eb }) =>
              or([eb('state', 'not in', finalOrderStates), eb('payment_state', 'in', moneyStates)]),
            ),
        ).as('needed'),
      ]
    })
    .orderBy('name')
    .orderBy('id')

const selectOwners = (db: DatabaseOrTx) => buildMembersQuery(db).where('role', '=', 'owner').orderBy('joined_at')

type Row = Awaited<ReturnType<ReturnType<typeof selectKitchens>['execute']>>[number]
type Owner = Awaited<ReturnType<ReturnType<typeof selectOwners>['execute']>>[number]

function presentKitchens(rows: readonly Row[], owners: readonly Owner[]): PresentedRows<DeskKitchen> {
  const ownersOfKitchens = Map.groupBy(owners, ({ vendor_id }) => vendor_id)
  return presentRows('kitchen', deskKitchenSchema, rows, ({ id, is_sample, items, orders, ever, needed, ...row }) => ({
    ...toCamelCaseRow(row),
    vId: id,
    sample: is_sample === 1,
    owners: ownersOfKitchens.get(id) ?? [],
    items: items ?? 0,
    orders: orders ?? 0,
    deletable: is_sample === 1 ? !needed : !ever,
  }))
}
