import type { Endpoint } from '#contract/endpoint.ts'
import { cancelOrder as cancel, getOrder } from '#contract/ordering.ts'
import { getReceiptPdf, listReceipts, payOrder, type Receipt } from '#contract/payments.ts'
import { type Answer, apiFetch, authFetch, FetchFailed, type RequestArgument } from '../../../api/api.ts'
import { ApiError, problemOf, UNREACHABLE } from '../../../api/problem.ts'

// Each call returns null when there is no such order, or the caller may not read it. A refusal is an ApiError.

/** The parameters of a call about an order. The token of the order stands in for a session. */
const orderRequest = (orderId: string, token: string | null) => ({
  params: { id: orderId },
  query: { token: token ?? undefined },
})

/** Returns an order. */
export const fetchOrder = (orderId: string, token: string | null) =>
  callAsAnyone((response) => response.json(), getOrder, orderRequest(orderId, token))

/** Cancels an order. Fails with `order_moved` when the kitchen has accepted it. */
export const cancelOrder = (orderId: string, token: string | null) =>
  callAsAnyone((response) => response.json(), cancel, orderRequest(orderId, token))

/** Begins the payment of an order, or checks its state. Repeated calls change nothing. */
export const fetchPayment = (orderId: string, token: string | null) =>
  callAsAnyone((response) => response.json(), payOrder, orderRequest(orderId, token))

/** Returns the receipt and the credit notes of an order. */
export const fetchReceipts = (orderId: string, token: string | null) =>
  callAsAnyone(async (response) => (await response.json()).receipts, listReceipts, orderRequest(orderId, token))

/** Returns a receipt or credit note as a file. */
export const fetchReceiptPdf = ({ orderId, receiptId }: Receipt, token: string | null) =>
  callAsAnyone((response) => response.blob(), getReceiptPdf, {
    ...orderRequest(orderId, token),
    params: { id: orderId, receiptId },
  })

/** Calls with the session, or without it when it has expired: the token alone is enough. */
async function callAsAnyone<E extends Endpoint, T>(
  read: (response: Answer<E>) => Promise<T>,
  endpoint: E,
  ...request: RequestArgument<E>
): Promise<T | null> {
  try {
    const withSession = await authFetch(endpoint, ...request)
    const response = withSession && withSession.status !== 401 ? withSession : await apiFetch(endpoint, ...request)
    return response.ok ? await read(response) : null
  } catch (error) {
    throw new ApiError(await problemOf(error, UNREACHABLE), error instanceof FetchFailed ? error.response.status : 0)
  }
}
