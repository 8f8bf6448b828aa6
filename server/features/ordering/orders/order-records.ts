import { PERSON_RECORDS_PER_KIND_MAX } from '#contract/limits.ts'
import { formatMoney } from '#contract/money.ts'
import { orderStateLabels } from '#contract/order-states.ts'
import { personRecordEntrySchema } from '#contract/person-records.ts'
import { countQueryRows } from '../../../db/count-query-rows.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import { presentRows } from '../../../http/present-rows.ts'
import type { PersonRecordSource } from '../../define-feature.ts'

const ordersOf = (db: DatabaseOrTx, userId: string) => db.selectFrom('orders').where('orders.user_id', '=', userId)

/** The orders of a person, each with the name of its kitchen. */
export const personOrderRecordSource: PersonRecordSource = {
  kind: 'order',
  count: (db, { id }) => countQueryRows(ordersOf(db, id)),
  list: async (db, { id: userId }) => {
    const rows = await ordersOf(db, userId)
      .innerJoin('vendors', 'vendors.id', 'orders.vendor_id')
      .select(['orders.id', 'orders.number', 'orders.state', 'orders.total', 'orders.placed_at as at'])
      .select(['orders.currency', 'orders.currency_digits as currencyDigits', 'vendors.name as kitchen'])
      .orderBy('orders.placed_at', 'desc')
      .limit(PERSON_RECORDS_PER_KIND_MAX)
      .execute()
    return presentRows('order', personRecordEntrySchema, rows, ({ id, at, number, state, total, kitchen, ...unit }) => {
      return {
        id,
        at,
        title: `Order ${number} at ${kitchen}`,
        text: `${formatMoney(total, unit)}, ${orderStateLabels[state].toLowerCase()}`,
        to: `/orders/${id}`,
      }
    })
  },
}
