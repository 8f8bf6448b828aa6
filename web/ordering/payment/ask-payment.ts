import type { Reply } from '#contract/endpoint.ts'
import type { payOrder } from '#contract/payments.ts'
import { asWhoeverOneIs, orderPath } from '../orders/ask-order.ts'

/** How an order can be paid, or what has become of that. */
export type Payment = Reply<typeof payOrder>

/**
 * Lets an order be paid, or finds out what has become of its payment; asked again it changes nothing.
 * @returns null where there is no such order @throws {FetchFailed} for a refusal, and what fetch throws
 */
export async function askPayment(orderId: string, token: string | null): Promise<Payment | null> {
  const response = await asWhoeverOneIs(orderPath(orderId, token, '/payment'), { method: 'POST' })
  return response.ok ? response.json() : null
}
