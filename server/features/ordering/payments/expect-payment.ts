import type { Tx } from '../../../db/database.ts'

/** Stores that an order waits for its payment. The provider is first called when the customer pays (pay-order.ts). */
export async function expectPayment(
  tx: Tx,
  orderId: string,
  { chargedAtOnce, address }: { chargedAtOnce: boolean; address: string },
): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      order_id: orderId,
      provider_id: null,
      charged_at_once: chargedAtOnce ? 1 : 0,
      amount: 0,
      declined: '',
      card: '',
      address,
      check_at: null,
      failures: 0,
    })
    .execute()
}
