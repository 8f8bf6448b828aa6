import { formatLocalDate } from '#contract/opening-hours.ts'
import { chargedPaymentStates } from '#contract/order-states.ts'
import type { PaymentMethod } from '#contract/ordering.ts'
import type { Tx } from '../../../db/database.ts'
import { createId } from '../../../db/ids.ts'
import type { ReceiptsTable } from '../../../db/payment-tables.ts'
import { enqueueMail } from '../../../outbox/outbox.ts'
import { lockOrder, type OrderRow, parseStoredLines, presentOrderWithHistory } from '../orders/order-rows.ts'
import { completedOrderStates } from '../orders/user-data.ts'
import { presentReceipt, type StoredReceiptContent } from './receipt-rows.ts'
import { writeReceiptMail } from './receipt-text.ts'

const paymentLabels: Record<PaymentMethod, string> = {
  cash: 'In cash',
  card_machine: 'By card, on the kitchen’s machine',
  card: 'By card',
}

/**
 * Issues the receipt of an order: for a payment by card, after the card was charged; otherwise after the handover.
 * Issues a credit note for each later refund. Repeated calls issue and mail no document twice.
 */
export async function issueAndMailReceiptsOfOrder(
  tx: Tx,
  { origin }: { origin: string },
  orderId: string,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const issued = await tx.selectFrom('receipts').selectAll().where('order_id', '=', orderId).execute()
  const mail = async (row: ReceiptsTable) => {
    // The email address is empty after the account was deleted.
    const to = {
      email: order.customer_email,
      link: `${origin}/orders/${orderId}/receipts#token=${order.tracking_token}`,
    }
    if (to.email === '') return
    await enqueueMail(tx, writeReceiptMail(presentReceipt(row, order), await presentOrderWithHistory(tx, order), to))
  }

  let receipt = issued.find(({ kind }) => kind === 'receipt')
  if (!receipt) {
    const amount = await findPaidAmount(tx, order)
    if (amount === 0) return
    receipt = await issueDocument(tx, order, { kind: 'receipt', sourceId: orderId, amount, receipt: null, reason: '' })
    await mail(receipt)
  }

  const refunds = await tx.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
  const notes = issued.filter(({ kind }) => kind === 'credit_note')
  let credited = sumOf(notes)
  const succeeded = refunds.filter(({ state }) => state === 'succeeded')
  for (const { id, amount: refunded, reason } of succeeded) {
    if (notes.some(({ source_id }) => source_id === id)) continue
    // A bank can send back a refund that had succeeded. The credit note of that refund also covers the refund that
    // replaces it.
    const amount = Math.min(refunded, Math.min(receipt.amount, sumOf(succeeded)) - credited)
    if (amount <= 0) break
    await mail(
      await issueDocument(tx, order, {
        kind: 'credit_note',
        sourceId: id,
        amount,
        receipt: { ...receipt, credited },
        reason,
      }),
    )
    credited += amount
  }
}

/** Returns how an order is paid. After the card payment was voided, the customer pays in cash. */
const resolvePaymentMethod = ({ payment, payment_state }: OrderRow): PaymentMethod =>
  payment === 'card' && payment_state === 'voided' ? 'cash' : payment

/** Returns the amount that was paid for an order so far, in minor units. */
async function findPaidAmount(tx: Tx, order: OrderRow): Promise<number> {
  if (resolvePaymentMethod(order) !== 'card') return completedOrderStates.includes(order.state) ? order.total : 0
  if (!chargedPaymentStates.includes(order.payment_state)) return 0
  const payment = await tx.selectFrom('payments').select('amount').where('order_id', '=', order.id).executeTakeFirst()
  return payment?.amount ?? 0
}

interface DocumentDetails {
  kind: ReceiptsTable['kind']
  sourceId: string
  amount: number
  reason: string
  /** For a credit note: the receipt that it reduces, and the amount that earlier notes have credited. */
  receipt: (ReceiptsTable & { credited: number }) | null
}

async function issueDocument(
  tx: Tx,
  order: OrderRow,
  { kind, sourceId, amount, receipt, reason }: DocumentDetails,
): Promise<ReceiptsTable> {
  const { number, rate } = await reserveNumber(tx, order.vendor_id, kind)
  const now = Date.now()
  const payment = resolvePaymentMethod(order)
  // Only a receipt for the whole order can list its lines.
  const itemised = kind === 'receipt' && amount === order.total
  const content: StoredReceiptContent = {
    orderNumber: order.number,
    timezone: order.timezone,
    kitchen: { name: order.vendor_name, place: order.place, phone: order.vendor_phone },
    currency: order.currency,
    lines: (itemised ? parseStoredLines(order) : []).map(({ quantity, name, choices, unitPrice }) => ({
      quantity,
      name,
      amount: quantity * unitPrice,
      details: choices.map(({ choice }) => choice).join(', '),
    })),
    deliveryFee: itemised ? order.delivery_fee : 0,
    paid: paymentLabels[payment],
    reason,
    receiptNumber: receipt?.number ?? null,
  }
  const row: ReceiptsTable = {
    id: createId(),
    vendor_id: order.vendor_id,
    kind,
    number,
    order_id: order.id,
    source_id: sourceId,
    month: formatLocalDate(now, order.timezone).slice(0, 7),
    payment,
    amount,
    commission: receipt
      ? calculateCommissionRefund(receipt, receipt.credited, amount)
      : calculateCommission(amount, rate),
    issued_at: now,
    content: JSON.stringify(content),
  }
  await tx.insertInto('receipts').values(row).execute()
  return row
}

/**
 * Returns the commission of a sale in minor units, with half a unit rounded up.
 * @param rate hundredths of a per cent
 */
export const calculateCommission = (amount: number, rate: number): number => Math.round((amount * rate) / 10_000)

/**
 * Returns the commission that a refund gives back to the kitchen, in minor units. It is calculated from the total of
 * all refunds, so that many small refunds return exactly as much as one large refund.
 * @param before the amount that earlier refunds of the sale have returned
 */
export function calculateCommissionRefund(
  sale: { amount: number; commission: number },
  before: number,
  refund: number,
): number {
  const calculateTotal = (refunded: number) => Math.round((sale.commission * refunded) / sale.amount)
  return calculateTotal(before + refund) - calculateTotal(before)
}

/** Reserves the next number of a kitchen. The update locks the row of the kitchen until the end of the transaction. */
async function reserveNumber(tx: Tx, kitchenId: string, kind: ReceiptsTable['kind']) {
  const column = kind === 'receipt' ? 'last_receipt' : 'last_credit_note'
  return tx
    .updateTable('vendors')
    .set((eb) => ({ [column]: eb(column, '+', 1) }))
    .where('id', '=', kitchenId)
    .returning([`${column} as number`, 'commission_rate as rate'])
    .executeTakeFirstOrThrow()
}

const sumOf = (entries: readonly { amount: number }[]) => entries.reduce((sum, { amount }) => sum + amount, 0)
