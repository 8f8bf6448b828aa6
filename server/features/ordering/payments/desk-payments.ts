import {
  paymentAlertSchema as alertSchema,
  type listDeskPayments as listDeskPaymentsCall,
  type PaymentAlert,
} from '#contract/desk-payments.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { PaymentState } from '#contract/order-states.ts'
import { type AuditActor, recordAction } from '../../../db/audit-log.ts'
import { countQueryRows } from '../../../db/count-query-rows.ts'
import type { Database, DatabaseOrTx } from '../../../db/database.ts'
import { readPageNewestFirst } from '../../../db/read-list-page.ts'
import { createNotFoundRefusal } from '../../../http/failures.ts'
import { mergeDamagedRows, type PresentedRows, presentRows } from '../../../http/present-rows.ts'
import type { InboxSource } from '../../define-feature.ts'
import {
  buildOrdersQuery,
  formatOrderName,
  presentOrderKitchen,
  presentOrdersWithHistories,
  requireOrderRow,
} from '../orders/order-rows.ts'

const ALERTS_MAX = 100

type PaymentQuery = HandlerInput<typeof listDeskPaymentsCall>['query']

const statesOfFilter: Record<Exclude<PaymentQuery['filter'], 'all' | 'refused'>, readonly PaymentState[]> = {
  waiting: ['pending', 'failed'],
  held: ['authorised'],
  paid: ['captured', 'partially_refunded'],
  returned: ['partially_refunded', 'refunded'],
}

/**
 * Finds card orders, newest first. The filter `refused` finds orders whose last card was refused. The filters `paid`
 * and `returned` both find partly refunded orders.
 * @returns a page of orders, the cursor of the next page, and the unseen alerts
 */
export async function listDeskPayments(db: DatabaseOrTx, { filter, cursor }: PaymentQuery) {
  const query = buildOrdersQuery(db)
    .where('orders.payment', '=', 'card')
    .$if(filter === 'refused', (query) =>
      query.where((eb) =>
        eb.or([
          eb('orders.id', 'in', eb.selectFrom('payments').select('order_id').where('payments.declined', '<>', '')),
          // The provider no longer reports the refusal of a voided payment, so the stored attempts are searched.
          eb.and([
            eb('orders.payment_state', '=', 'voided'),
            eb('orders.id', 'in', eb.selectFrom('payment_attempts').select('order_id').where('is_declined', '=', 1)),
          ]),
        ]),
      ),
    )
    .$if(filter !== 'all' && filter !== 'refused', (query) =>
      query.where('orders.payment_state', 'in', statesOfFilter[filter as keyof typeof statesOfFilter]),
    )
  const { rows, next } = await readPageNewestFirst(query, 'orders.id', cursor)
  const [alerts, orders] = [await listAlerts(db), await presentOrdersWithHistories(db, rows)]
  return {
    alerts: alerts.shown,
    payments: orders.shown,
    damaged: mergeDamagedRows(alerts, orders),
    next,
  }
}

/**
 * Marks an alert as seen, with an entry in the audit log. A repeated call changes nothing.
 * @throws {Refusal} not_found
 */
export async function dismissAlert(db: Database, by: AuditActor, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const seen = await tx
      .updateTable('payment_alerts')
      .set({ seen_at: Date.now() })
      .where('id', '=', id)
      .where('seen_at', 'is', null)
      .returning(['kind', 'order_id', 'detail'])
      .executeTakeFirst()
    if (seen) {
      const target = await findLogTarget(tx, seen.order_id)
      return recordAction(tx, { actor: by, action: 'payment alert seen', target, detail: seen.detail })
    }
    const alert = tx.selectFrom('payment_alerts').select('id').where('id', '=', id)
    await alert.executeTakeFirstOrThrow(createNotFoundRefusal)
  })
}

/** Lists the unseen payment alerts in the inbox of the desk. */
export const paymentAlertInboxSource: InboxSource = {
  kind: 'payment',
  count: (db) => countQueryRows(db.selectFrom('payment_alerts').where('seen_at', 'is', null)),
  list: async (db) => {
    const { shown, damaged } = await listAlerts(db)
    const items = shown.map(({ alertId: id, kind: title, detail, at, order }) => {
      const text = order ? `Order ${order.number} at ${order.vendor.name}: ${detail}` : detail
      return { kind: 'payment' as const, id, at, title, text, to: '/desk/payments' }
    })
    return { shown: items, damaged }
  },
}

async function findLogTarget(db: DatabaseOrTx, orderId: string | null) {
  if (orderId === null) return { id: null, name: 'card payments' }
  return { id: orderId, name: formatOrderName(await requireOrderRow(db, orderId)) }
}

async function listAlerts(db: DatabaseOrTx): Promise<PresentedRows<PaymentAlert>> {
  const alerts = await db
    .selectFrom('payment_alerts')
    .select(['id', 'kind', 'detail', 'at', 'order_id'])
    .where('seen_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(ALERTS_MAX)
    .execute()
  const ids = [...new Set(alerts.flatMap(({ order_id }) => order_id ?? []))]
  const rows = ids.length === 0 ? [] : await buildOrdersQuery(db).where('orders.id', 'in', ids).execute()
  const orders = new Map(rows.map((row) => [row.id, row]))
  return presentRows('payment alert', alertSchema, alerts, ({ id, kind, detail, at, order_id }) => {
    const row = orders.get(order_id ?? '')
    const order = row ? { orderId: row.id, number: row.number, vendor: presentOrderKitchen(row) } : null
    return { alertId: id, kind, detail, at, order }
  })
}
