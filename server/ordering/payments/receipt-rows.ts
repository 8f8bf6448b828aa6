import type { Selectable } from 'kysely'
import type { Receipt } from '#contract/payments.ts'
import type { ReceiptsTable } from '../../db/payment-tables.ts'

/** What is printed beside the columns of a receipt, as it was on that day. */
export type ReceiptContent = Omit<Receipt, 'receiptId' | 'kind' | 'number' | 'orderId' | 'issuedAt' | 'amount'>

/** A receipt as those who may read its order see it. */
export function presentReceipt(row: Selectable<ReceiptsTable>): Receipt {
  const content: ReceiptContent = JSON.parse(row.content)
  return {
    ...{ receiptId: row.id, kind: row.kind, number: row.number, orderId: row.order_id, issuedAt: row.issued_at },
    ...content,
    amount: row.amount,
  }
}
