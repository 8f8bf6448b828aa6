import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import type { PaymentNow } from './payment-provider.ts'

/** Keeps each card that was tried, once, for the defence against card testing. @param address where the order came from */
export async function keepAttempts(
  tx: Transaction<Schema>,
  order: Pick<OrderRow, 'id' | 'user_id'>,
  address: string,
  attempts: PaymentNow['attempts'],
): Promise<void> {
  if (attempts.length === 0) return
  await tx
    .insertInto('payment_attempts')
    .values(
      attempts.map(({ id, cardFingerprint, isDeclined, at }) => ({
        ...{ id, order_id: order.id, card_fingerprint: cardFingerprint, user_id: order.user_id },
        ...{ address, is_declined: isDeclined ? (1 as const) : (0 as const), at },
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({ is_declined: ref('excluded.is_declined') })),
    )
    .execute()
}
