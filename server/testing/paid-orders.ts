import type { RefundsTable } from '../db/payment-tables.ts'
import { issueAndMailReceiptsOfOrder } from '../features/ordering/payments/books.ts'
import type { PaymentProvider } from '../features/ordering/payments/payment-provider.ts'
import { getOrderContextOfApp } from './order-context.ts'
import { createOrderSite, type TestUser } from './orders.ts'
import { addPerson } from './people.ts'

/**
 * Creates a site, and functions for orders that were paid by card. The payments are inserted into the database as
 * captured, because tests of receipts and refunds need no payment provider.
 */
export async function createPaidOrderSite(options: Parameters<typeof createOrderSite>[0] = {}) {
  // Refunds need a site that takes cards. No test of these orders calls the provider.
  const payments = { publishableKey: 'pk_test' } as PaymentProvider
  const site = await createOrderSite({ payments, ...options })
  const { db, app, kitchen, place, nora } = site

  const keep = (orderId: string) =>
    db.transaction().execute((tx) => issueAndMailReceiptsOfOrder(tx, getOrderContextOfApp(app), orderId))

  /** Places an order that is paid by card, but has no receipt yet. By default, the order costs £3.20. */
  const payByCard = async ({ who = nora, amount = 320, at = kitchen, ...more }: PaidOrder = {}): Promise<string> => {
    const { order } = await place(who, more, at)
    const { orderId } = order
    await db
      .updateTable('orders')
      .set({ payment: 'card', payment_state: 'captured', total: amount, subtotal: amount })
      .where('id', '=', orderId)
      .execute()
    const none = { declined: '', address: '192.0.2.1', check_at: null, failures: 0, charged_at_once: 0 as const }
    await db
      .insertInto('payments')
      .values({ ...none, order_id: orderId, provider_id: `pi_${orderId}`, amount, card: 'Visa ending in 4242' })
      .execute()
    return orderId
  }

  return {
    ...site,
    keep,
    payByCard,
    /** Places an order that is paid by card, and issues its receipt. */
    soldByCard: async (order: PaidOrder = {}): Promise<string> => {
      const orderId = await payByCard(order)
      await keep(orderId)
      return orderId
    },
    /** Sets the result of a refund at the provider. */
    refundBecomes: async (refundId: string, state: RefundsTable['state']): Promise<void> => {
      const { order_id: orderId } = await db
        .updateTable('refunds')
        .set({ state, provider_id: `re_${refundId}` })
        .where('id', '=', refundId)
        .returning('order_id')
        .executeTakeFirstOrThrow()
      await keep(orderId)
    },
    /** Requests a refund; by default as the owner of the kitchen. */
    refund: (
      orderId: string,
      amount: unknown,
      more: Record<string, unknown> = {},
      who: TestUser | null = kitchen.owner,
    ) =>
      site.as(who, 'POST', `/api/kitchen/${kitchen.kitchenId}/orders/${orderId}/refunds`, {
        key: crypto.randomUUID(),
        amount,
        reason: 'The fries were cold.',
        ...more,
      }),
    refunds: () => db.selectFrom('refunds').selectAll().orderBy('id').execute(),
    books: () => db.selectFrom('receipts').selectAll().orderBy('id').execute(),
    statement: (month: string, who: TestUser | null = kitchen.owner) =>
      site.as(who, 'GET', `/api/kitchen/${kitchen.kitchenId}/statements/${month}`),
    addStaff: async (): Promise<TestUser> => {
      const sam = await addPerson(db, { name: 'Sam' })
      const membership = {
        vendor_id: kitchen.kitchenId,
        user_id: sam.id,
        role: 'staff' as const,
        created_at: Date.now(),
      }
      await db.insertInto('vendor_members').values(membership).execute()
      return sam
    },
  }
}

type PaidOrder = Record<string, unknown> & {
  who?: TestUser
  amount?: number
  at?: Parameters<Awaited<ReturnType<typeof createOrderSite>>['place']>[2] & object
}
