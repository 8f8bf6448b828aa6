import type { Selectable } from 'kysely'
import type { Receipt } from '#contract/payments.ts'
import type { Queries } from '../../../db/database.ts'
import type { ReceiptsTable } from '../../../db/payment-tables.ts'
import { type OrderRequester, requireOrderReader } from '../orders/find-order.ts'

/** What is printed beside the columns of a receipt, as it was on that day. */
export type ReceiptContent = Omit<Receipt, Columns>
type Columns = 'receiptId' | 'kind' | 'number' | 'orderId' | 'issuedAt' | 'amount' | 'currencyDigits'

/** The receipt and the credit notes of an order, oldest first. @throws {Refusal} not_found for who may not read the order */
export async function listReceipts(db: Queries, orderId: string, asker: OrderRequester): Promise<Receipt[]> {
  await requireOrderReader(db, orderId, asker)
  const rows = await db
    .selectFrom('receipts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .selectAll('receipts')
    .select('currency_digits')
    .where('order_id', '=', orderId)
    .orderBy('receipts.id')
    .execute()
  return rows.map((row) => presentReceipt(row, row))
}

/** A receipt as those who may read its order see it. Its amounts have the digits of the order. */
export function presentReceipt(
  row: Selectable<ReceiptsTable>,
  { currency_digits }: { currency_digits: number },
): Receipt {
  const content: ReceiptContent = JSON.parse(row.content)
  return {
    receiptId: row.id,
    kind: row.kind,
    number: row.number,
    orderId: row.order_id,
    issuedAt: row.issued_at,
    ...content,
    currencyDigits: currency_digits,
    amount: row.amount,
  }
}
