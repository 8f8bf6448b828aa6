import { toCurrentMinorUnits } from '#contract/money.ts'
import { formatLocalDate } from '#contract/opening-hours.ts'
import { type MonthlyStatement, type StatementEntry, statementEntrySchema } from '#contract/statements.ts'
import { toCamelCaseRow } from '../../../db/camel-case.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import { createNotFoundRefusal } from '../../../http/failures.ts'
import { type PresentedRows, presentRows } from '../../../http/present-rows.ts'
import { calculateRefundable } from './record-refunds.ts'

/**
 * Returns the receipts and credit notes of a kitchen in a month, oldest first, with their sums.
 * @throws {Refusal} not_found
 */
export async function readMonthlyStatement(
  db: DatabaseOrTx,
  kitchenId: string,
  month: string,
): Promise<Omit<MonthlyStatement, 'protectBy'>> {
  const kitchen = await db
    .selectFrom('vendors')
    .select(['timezone', 'currency', 'commission_rate'])
    .where('id', '=', kitchenId)
    .executeTakeFirstOrThrow(createNotFoundRefusal)
  const { shown: entries, damaged } = await listEntries(db, kitchenId, month)
  const thisMonth = formatLocalDate(Date.now(), kitchen.timezone).slice(0, 7)
  const receiptMonths = await db
    .selectFrom('receipts')
    .select('month')
    .distinct()
    .where('vendor_id', '=', kitchenId)
    .execute()
  const months = new Set([thisMonth, ...receiptMonths.map((row) => row.month)])
  return {
    month,
    months: [...months].toSorted().toReversed(),
    currency: kitchen.currency,
    timezone: kitchen.timezone,
    commissionRate: kitchen.commission_rate,
    entries,
    damaged,
    sums: sumUp(entries),
  }
}

async function listEntries(db: DatabaseOrTx, kitchenId: string, month: string): Promise<PresentedRows<StatementEntry>> {
  const rows = await db
    .selectFrom('receipts')
    .innerJoin('orders', 'orders.id', 'receipts.order_id')
    .select(['receipts.id', 'kind', 'receipts.number', 'order_id', 'orders.number as order_number', 'issued_at'])
    .select(['receipts.payment', 'receipts.amount', 'receipts.commission', 'currency', 'currency_digits'])
    .where('receipts.vendor_id', '=', kitchenId)
    .where('receipts.month', '=', month)
    .orderBy('issued_at')
    .orderBy('receipts.id')
    .execute()
  const refundable = await readRefundableAmounts(db, kitchenId, month)
  return presentRows('entry of the books', statementEntrySchema, rows, (row) => ({
    ...toCamelCaseRow(row),
    receiptId: row.id,
    refundable: row.kind === 'receipt' ? (refundable.get(row.order_id) ?? 0) : 0,
  }))
}

/** Returns the refundable amounts of the card orders of a month, by order id. */
async function readRefundableAmounts(db: DatabaseOrTx, kitchenId: string, month: string): Promise<Map<string, number>> {
  const paid = db
    .selectFrom('receipts')
    .select('order_id')
    .where('vendor_id', '=', kitchenId)
    .where('month', '=', month)
    .where('kind', '=', 'receipt')
    .where('payment', '=', 'card')
  const payments = await db
    .selectFrom('payments')
    .select(['order_id', 'amount'])
    .where('order_id', 'in', paid)
    .execute()
  const refunds = await db
    .selectFrom('refunds')
    .select(['order_id', 'amount', 'state'])
    .where('order_id', 'in', paid)
    .execute()
  const byOrder = Map.groupBy(refunds, ({ order_id }) => order_id)
  return new Map(
    payments.map(({ order_id, amount }) => [order_id, calculateRefundable(amount, byOrder.get(order_id) ?? [])]),
  )
}

/** Adds up entries in the present minor units, because earlier orders can have another number of decimals. */
function sumUp(entries: readonly StatementEntry[]): MonthlyStatement['sums'] {
  const sums = { card: 0, handed: 0, refunded: 0, commission: 0 }
  for (const { kind, payment, ...entry } of entries) {
    const amount = toCurrentMinorUnits(entry.amount, entry)
    const commission = toCurrentMinorUnits(entry.commission, entry)
    if (kind === 'credit_note') sums.refunded += amount
    else if (payment === 'card') sums.card += amount
    else sums.handed += amount
    sums.commission += kind === 'credit_note' ? -commission : commission
  }
  return { ...sums, payout: sums.card - sums.refunded - sums.commission }
}
