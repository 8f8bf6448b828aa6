import { formatMoney } from '#contract/money.ts'
import type { Receipt } from '#contract/payments.ts'
import { wallTime } from '#contract/wall-clock.ts'
import { letter, type Mail } from '../../outbox/letter.ts'

/** What a receipt or credit note is called: "Receipt 12 from Hobohat Kitchen". */
export const receiptTitle = ({ kind, number, kitchen }: Receipt): string =>
  kind === 'receipt' ? `Receipt ${number} from ${kitchen.name}` : `Credit note ${number} from ${kitchen.name}`

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The day on which it was issued, where the kitchen is: "22 November 2026". */
export const receiptDate = ({ issuedAt, timezone }: Receipt): string => dateFormat.format(wallTime(issuedAt, timezone))

/** Its rows in the order in which they are added up: dishes, delivery, and the sum. */
export function receiptSums(receipt: Receipt): { words: string; amount: string }[] {
  const money = (amount: number) => formatMoney(amount, receipt.currency)
  const lines = receipt.lines.map(({ quantity, name, details, amount }) => ({
    words: `${quantity} × ${name}${details === '' ? '' : ` (${details})`}`,
    amount: money(amount),
  }))
  const delivery = receipt.deliveryFee > 0 ? [{ words: 'Delivery', amount: money(receipt.deliveryFee) }] : []
  const sum = { words: receipt.kind === 'receipt' ? 'Total' : 'Given back', amount: money(receipt.amount) }
  return [...lines, ...delivery, sum]
}

/**
 * The mail with it. Nothing that the customer has typed is in it: nobody has confirmed that a guest's address is theirs.
 * @param link where it can be seen and printed, with the token behind #
 */
export function receiptMail(receipt: Receipt, to: { email: string; link: string }): Mail {
  const { kind, orderNumber, kitchen, reason, receiptNumber } = receipt
  const opening =
    kind === 'receipt'
      ? `This is what you paid for order ${orderNumber} at ${kitchen.name} on ${receiptDate(receipt)}.`
      : `${kitchen.name} has given back money for order ${orderNumber}, of receipt ${receiptNumber}.`
  return letter({
    to: to.email,
    subject: receiptTitle(receipt),
    paragraphs: [
      opening,
      ...receiptSums(receipt).map(({ words, amount }) => `${words}: ${amount}`),
      ...(reason === '' ? [] : [`The reason: ${reason}`]),
      ...(kind === 'receipt'
        ? [`Paid ${receipt.paid.charAt(0).toLowerCase()}${receipt.paid.slice(1)}.`]
        : ['Banks take up to ten days for that.']),
    ],
    action: { label: 'See it, print it or save it', url: to.link },
  })
}
