import { interfaceLocale } from '#contract/interface-locale.ts'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/ordering.ts'
import type { Receipt } from '#contract/payments.ts'
import { toWallTimeMs } from '#contract/wall-clock.ts'
import { type Mail, writeMail } from '../../../outbox/email-template.ts'
import { writeOrderParagraphs } from '../orders/order-messages.ts'

/** Returns the name of a receipt or credit note: "Receipt 12". */
export const formatReceiptName = ({ kind, number }: Receipt): string =>
  `${kind === 'receipt' ? 'Receipt' : 'Credit note'} ${number}`

/** Returns the title of a receipt or credit note: "Receipt 12 from Corner Kitchen". */
export const formatReceiptTitle = (receipt: Receipt): string =>
  `${formatReceiptName(receipt)} from ${receipt.kitchen.name}`

/** Returns the method of a payment within a sentence: "by card". */
export const formatPaymentMethodInSentence = ({ paid }: Receipt): string => paid.charAt(0).toLowerCase() + paid.slice(1)

/** Returns the date of issue in the time zone of the kitchen: "22 November 2026". */
export const formatReceiptDate = ({ issuedAt, timezone }: Receipt): string =>
  new Intl.DateTimeFormat(interfaceLocale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    toWallTimeMs(issuedAt, timezone),
  )

/** Lists the rows of a receipt: dishes, delivery and the sum. */
export function listReceiptTableRows(receipt: Receipt): { label: string; amount: string }[] {
  const money = (amount: number) => formatMoney(amount, receipt)
  const lines = receipt.lines.map(({ quantity, name, details, amount }) => ({
    label: `${quantity} × ${name}${details === '' ? '' : ` (${details})`}`,
    amount: money(amount),
  }))
  const delivery = receipt.deliveryFee > 0 ? [{ label: 'Delivery', amount: money(receipt.deliveryFee) }] : []
  const sum = { label: receipt.kind === 'receipt' ? 'Total' : 'Given back', amount: money(receipt.amount) }
  return [...lines, ...delivery, sum]
}

/**
 * Writes the mail with a receipt or credit note: its amount, and what was ordered.
 * @param order the order that the receipt is for
 * @param to the customer, and the link to the receipt with the token in its fragment
 */
export function writeReceiptMail(receipt: Receipt, order: Order, to: { email: string; link: string }): Mail {
  const { kind, kitchen, reason, receiptNumber } = receipt
  const amount = formatMoney(receipt.amount, receipt)
  const opening =
    kind === 'receipt'
      ? [
          `This is what you paid for order ${order.number} at ${kitchen.name} on ${formatReceiptDate(receipt)}: ${amount}`,
          `Paid ${formatPaymentMethodInSentence(receipt)}.`,
        ]
      : [
          `${kitchen.name} has given back money for order ${order.number}, of receipt ${receiptNumber}.`,
          `Given back: ${amount}`,
          ...(reason === '' ? [] : [`The reason: ${reason}`]),
          'Banks take up to ten days for that.',
        ]
  return writeMail({
    to: to.email,
    subject: formatReceiptTitle(receipt),
    paragraphs: [...opening, ...writeOrderParagraphs(order)],
    action: { label: 'See it, print it or save it', url: to.link },
  })
}
