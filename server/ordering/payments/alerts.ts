import type { Transaction } from 'kysely'
import type { AlertKind } from '#contract/desk-payments.ts'
import { newId } from '../../db/ids.ts'
import type { Schema } from '../../db/schema.ts'
import { tellAdmins } from '../../outbox/tell-admins.ts'

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
export async function raiseAlert(
  tx: Transaction<Schema>,
  { origin }: { origin: string },
  { kind, subject, orderId, detail }: Alert,
): Promise<void> {
  const id = newId()
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('payment_alerts')
    .values({ id, kind, subject, order_id: orderId, detail, at: Date.now(), seen_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return
  await tellAdmins(
    tx,
    { origin },
    {
      // Apart, so that a flood of one kind hides no other.
      counter: `payment-mails.${kind}`,
      what: words[kind],
      which: detail,
      paragraphs: [detail],
      url: '/desk/payments',
      tag: `payment-${id}`,
      note: 'You hear of the same again only after somebody has marked it as seen at the desk.',
    },
  )
}
