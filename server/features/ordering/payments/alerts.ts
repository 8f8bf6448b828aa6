import type { AlertKind } from '#contract/desk-payments.ts'
import type { Tx } from '../../../db/database.ts'
import { createId } from '../../../db/ids.ts'
import { insertNewRows } from '../../../db/insert-new-rows.ts'
import { notifyAdmins } from '../../../outbox/notify-admins.ts'

interface Alert {
  kind: AlertKind
  /**
   * Identifies the cause of the alert, such as the id of an order, so that one cause raises only one alert. The desk
   * never shows the subject.
   */
  subject: string
  orderId: string | null
  detail: string
}

const titles: Record<AlertKind, string> = {
  card_testing: 'Stolen cards may be tried',
  late_payment: 'A payment came too late',
  payment_lost: 'A payment is lost',
  amount_differs: 'A payment has another amount',
  refund_failed: 'A refund has failed',
  disputed: 'A payment is disputed',
}

/**
 * Stores alerts and notifies admins by push and mail. Ignores an alert while an unseen one of the same kind and subject
 * exists. Alerts of one kind must come in a fixed order, so that simultaneous calls do not deadlock.
 */
export async function storeAlertsAndNotifyAdmins(
  tx: Tx,
  { origin }: { origin: string },
  alerts: readonly Alert[],
): Promise<void> {
  const stored: (Alert & { id: string })[] = []
  for (const alert of alerts) {
    const { kind, subject, orderId, detail } = alert
    const id = createId()
    const row = { id, kind, subject, order_id: orderId, detail, at: Date.now() }
    if ((await insertNewRows(tx, 'payment_alerts', row)) > 0) stored.push({ ...alert, id })
  }
  // Notify last, because `notifyAdmins` locks a row that every alert of the kind needs.
  for (const { id, kind, detail } of stored)
    await notifyAdmins(tx, origin, {
      // Each kind has a counter of its own, so that many alerts of one kind do not prevent mails about another kind.
      counter: `payment-mails.${kind}`,
      title: titles[kind],
      summary: detail,
      paragraphs: [detail],
      url: '/desk/payments',
      tag: `payment-${id}`,
      note: 'You hear of the same again only after somebody has marked it as seen at the desk.',
    })
}
