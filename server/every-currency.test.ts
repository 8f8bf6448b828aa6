import { code as independently } from 'currency-codes'
import { expect, test } from 'vitest'
import { toProviderAmount } from '#contract/card-amounts.ts'
import { currencies } from '#contract/currencies.ts'
import { getFractionDigits } from '#contract/currency-digits.ts'
import { formatStatementCsv } from '#contract/statement-csv.ts'
import { writeNewOrderMail, writeNewOrderPush, writePlacedMail } from './features/ordering/orders/order-messages.ts'
import { renderReceiptPdf } from './features/ordering/payments/receipt-pdf.ts'
import { writeReceiptMail } from './features/ordering/payments/receipt-text.ts'
import { createPaidOrderSite } from './testing/paid-orders.ts'
import { readPdfContent } from './testing/pdf-text.ts'

/**
 * Returns 1,234,560 minor units of a currency as a decimal number. Uses the package currency-codes, which shares no
 * code with the tested functions.
 */
function amountIn(currency: string): string {
  const digits = independently(currency)?.digits ?? 2
  return (1_234_560 / 10 ** digits).toFixed(digits)
}
/** Returns the amount at the end of a text, in ASCII digits: "Total: RSD 12,345.60". */
const amountAtEnd = (text = ''): string => text.replaceAll(',', '').match(/\d+(?:\.\d+)?$/)?.[0] ?? text

const to = { email: 'nora@example.org', name: 'Nora', link: 'https://nebelhorn.example/orders/1' }

test('in every offered currency, mails, push, receipt, PDF and CSV show the same amount as the request to Stripe', async () => {
  const { soldByCard, as, nora, statement } = await createPaidOrderSite({ kitchen: { commission_rate: 0 } })
  const orderId = await soldByCard({ amount: 1_234_560 })
  const order = (await as(nora, 'GET', `/api/orders/${orderId}`)).body
  const [receipt] = (await as(nora, 'GET', `/api/orders/${orderId}/receipts`)).body.receipts
  const { body } = await statement(new Date(receipt.issuedAt).toISOString().slice(0, 7))

  for (const currency of currencies) {
    const unit = { currency, currencyDigits: getFractionDigits(currency) }
    const amount = amountIn(currency)
    const placed = writePlacedMail({ ...order, ...unit, paymentState: 'captured' }, to)
    const pdf = (await readPdfContent(await renderReceiptPdf({ ...receipt, ...unit }))).pages.flat()
    const csv = formatStatementCsv({
      ...body,
      currency,
      entries: body.entries.map((entry: object) => ({ ...entry, ...unit })),
    })
    const shown = {
      placed: amountAtEnd(/^Total: (.*)$/m.exec(placed.text)?.[1]),
      kitchen: amountAtEnd(writeNewOrderMail({ ...order, ...unit }, to, '').subject),
      push: amountAtEnd(writeNewOrderPush({ ...order, ...unit }).title),
      receipt: amountAtEnd(
        /^This is what you paid .*: (.*)$/m.exec(writeReceiptMail({ ...receipt, ...unit }, order, to).text)?.[1],
      ),
      pdf: amountAtEnd(pdf.find((line) => line.startsWith('Total'))),
      csv: /,Card,([^,]*),/.exec(csv)?.[1],
    }
    const same = Object.fromEntries(Object.keys(shown).map((where) => [where, amount]))
    expect({ currency, ...shown }).toEqual({ currency, ...same })
    const perUnit = stripeUnits(currency)
    const asked = toProviderAmount(order.total, unit)
    expect({ currency, asked: asked === null ? null : asked / perUnit }).toEqual({
      currency,
      // Expects null only for currencies that Stripe counts in whole units, when the amount has a fraction.
      asked: Number.isInteger(Number(amount) * perUnit) ? Number(amount) : null,
    })
  }
})

/** Returns the number of Stripe's units in one unit of a currency (https://docs.stripe.com/currencies). */
function stripeUnits(currency: string): number {
  if ('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.includes(currency)) return 1
  return 'BHD JOD KWD OMR TND'.includes(currency) ? 1_000 : 100
}
