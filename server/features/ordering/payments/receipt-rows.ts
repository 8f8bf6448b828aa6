import type { Selectable } from 'kysely'
import { type Receipt, receiptSchema } from '#contract/payments.ts'
import { toCamelCaseRow } from '../../../db/camel-case.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import type { ReceiptsTable } from '../../../db/payment-tables.ts'
import { type PresentedRows, presentRows } from '../../../http/present-rows.ts'
import { type OrderCaller, requireOrderReaderRole } from '../orders/find-order.ts'

/** The printed details of a receipt at the time of its issue, without the details that have their own columns. */
export type StoredReceiptContent = Omit<Receipt, Columns>
type Columns = 'receiptId' | 'kind' | 'number' | 'orderId' | 'issuedAt' | 'amount' | 'currencyDigits'

/**
 * Lists the receipt and credit notes of an order, oldest first.
 * @throws {Refusal} not_found when the caller may not read the order
 */
export async function listReceipts(
  db: DatabaseOrTx,
  orderId: string,
  requester: OrderCaller,
): Promise<PresentedRows<Receipt>> {
  await requireOrderReaderRole(db, orderId, requester)
  const rows = await db
    .selectFrom('receipts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .selectAll('receipts')
    .select('currency_digits')
    .where('order_id', '=', orderId)
    .orderBy('receipts.id')
    .execute()
  return presentRows('receipt', receiptSchema, rows, (row) => presentReceipt(row, row))
}

/** Converts a row to a receipt. Its amounts have the number of decimals of the order. */
export function presentReceipt(
  row: Selectable<ReceiptsTable>,
  { currency_digits }: { currency_digits: number },
): Receipt {
  const content: StoredReceiptContent = JSON.parse(row.content)
  return { ...toCamelCaseRow(row), receiptId: row.id, ...content, currencyDigits: currency_digits }
}
