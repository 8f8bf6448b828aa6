import type { Endpoint } from '#contract/endpoint.ts'
import { cancelOrder as cancel, getOrder, type Order } from '#contract/ordering.ts'
import { getReceiptPdf, listReceipts, payOrder, type Receipt } from '#contract/payments.ts'
import { type Answer, apiFetch, authFetch, type RequestArgument } from '../../../api/api.ts'

/** An order by its id, and by its token where there is one. */
const orderRequest = (orderId: string, token: string | null) => ({
  params: { id: orderId },
  query: { token: token ?? undefined },
})

/** Returns an order; null where there is none, or none for who asks. @throws {FetchFailed} for any other failure */
export async function fetchOrder(orderId: string, token: string | null): Promise<Order | null> {
  const response = await fetchAsAnyone(getOrder, orderRequest(orderId, token))
  return response.ok ? response.json() : null
}

/** Cancels an order. @returns null where there is none @throws {FetchFailed} when the kitchen was faster */
export async function cancelOrder(orderId: string, token: string | null): Promise<Order | null> {
  const response = await fetchAsAnyone(cancel, orderRequest(orderId, token))
  return response.ok ? response.json() : null
}

/**
 * Lets an order be paid, or finds out what has become of its payment; asked again it changes nothing.
 * @returns null where there is no such order @throws {FetchFailed} for a refusal, and what fetch throws
 */
export async function fetchPayment(orderId: string, token: string | null) {
  const response = await fetchAsAnyone(payOrder, orderRequest(orderId, token))
  return response.ok ? response.json() : null
}

/** Returns the receipts and credit notes of an order; null where there is no order for who asks. @throws {FetchFailed} */
export async function fetchReceipts(orderId: string, token: string | null): Promise<readonly Receipt[] | null> {
  const response = await fetchAsAnyone(listReceipts, orderRequest(orderId, token))
  return response.ok ? (await response.json()).receipts : null
}

/** Returns one of them as a file; null where there is none for who asks. @throws {FetchFailed} */
export async function fetchReceiptPdf({ orderId, receiptId }: Receipt, token: string | null): Promise<Blob | null> {
  const { query } = orderRequest(orderId, token)
  const response = await fetchAsAnyone(getReceiptPdf, { params: { id: orderId, receiptId }, query })
  return response.ok ? response.blob() : null
}

/** Calls with the session, where there is one; a session that is over must not lock out who has the token. */
async function fetchAsAnyone<E extends Endpoint>(endpoint: E, ...request: RequestArgument<E>): Promise<Answer<E>> {
  const response = await authFetch(endpoint, ...request)
  return response && response.status !== 401 ? response : apiFetch(endpoint, ...request)
}
