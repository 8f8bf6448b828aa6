import type { Transaction } from 'kysely'
import type { AlertKind } from '#contract/desk-payments.ts'
import { newId } from '../../../db/ids.ts'
import type { Schema } from '../../../db/schema.ts'
import { notifyAdmins } from '../../../outbox/notify-admins.ts'

type Tx = Transaction<Schema>

/** What somebody at the desk has to look at. */
interface Alert {
  kind: AlertKind
  /** What it is about, such as an order's id: nobody reads it. */
  subject: string
  /** The order to look at, where there is one. */
  orderId: string | null
  /** What has happened, in a sentence. */
  detail: string
}

const words: Record<AlertKind, string> = {
  card_testing: 'Stolen cards may be tried',
  late_payment: 'A payment came too late',
  payment_lost: 'A payment is lost',
  amount_differs: 'A payment has another amount',
  refund_failed: 'A refund has failed',
  disputed: 'A payment is disputed',
}

/** Puts something before the desk and tells admins by push and mail; once for each kind and subject until it has been seen. */
export const raiseAlert = (tx: Tx, at: { origin: string }, alert: Alert): Promise<void> => raiseAlerts(tx, at, [alert])

/** The same of several. Those of one kind are to be given in an order that is always the same: of two that are raised at once, one waits. */
export async function raiseAlerts(tx: Tx, { origin }: { origin: string }, alerts: readonly Alert[]): Promise<void> {
  const raised: (Alert & { id: string })[] = []
  for (const alert of alerts) {
    const { kind, subject, orderId, detail } = alert
    const id = newId()
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('payment_alerts')
      .values({ id, kind, subject, order_id: orderId, detail, at: Date.now(), seen_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows > 0n) raised.push({ ...alert, id })
  }
  // Last: telling holds a row that whoever raises any alert of the kind needs.
  for (const { id, kind, detail } of raised)
    await notifyAdmins(
      tx,
      { origin },
      {
        // Apart, so that a flood of one kind hides no other.
        counter: `payment-mails.${kind}`,
        title: words[kind],
        summary: detail,
        paragraphs: [detail],
        url: '/desk/payments',
        tag: `payment-${id}`,
        note: 'You hear of the same again only after somebody has marked it as seen at the desk.',
      },
    )
}
