import type { Endpoint, SuccessReplyBody } from '#contract/endpoint.ts'
import type { cancelOrder, getOrder } from '#contract/ordering.ts'
import { type beginOrRefreshPayment, getReceiptPdf, type listReceipts, type Receipt } from '#contract/payments.ts'
import {
  authFetch,
  FailedResponseError,
  fetchWithoutSession,
  type RequestArgument,
  type TypedResponse,
} from '../../../api/api.ts'
import { ApiError, readProblem } from '../../../api/problem.ts'

/** Returns whether a text can be the id of an order: a UUID (RFC 9562). The server refuses any other text with 400. */
export const isOrderId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(text)

type OrderEndpoint = typeof getOrder | typeof cancelOrder | typeof beginOrRefreshPayment | typeof listReceipts

/** Returns the parameters of a call about an order. The token of the order allows the call without a session. */
const orderRequest = (orderId: string, token: string | null) => ({
  params: { id: orderId },
  query: { token: token ?? undefined },
})

/**
 * Calls an endpoint about an order.
 * @returns null when there is no such order, or the caller may not read it
 * @throws {ApiError} for any other refusal, and when no response comes
 */
export const callOrderEndpoint = <E extends OrderEndpoint>(endpoint: E, orderId: string, token: string | null) =>
  callAsAnyone<E, SuccessReplyBody<E>>(
    (response) => response.json(),
    endpoint,
    ...([orderRequest(orderId, token)] as never),
  )

/** Fetches the PDF of a receipt or credit note. Returns null or throws in the same cases as `callOrderEndpoint`. */
export const fetchReceiptPdf = ({ orderId, receiptId }: Receipt, token: string | null) =>
  callAsAnyone((response) => response.blob(), getReceiptPdf, {
    ...orderRequest(orderId, token),
    params: { id: orderId, receiptId },
  })

/**
 * Calls an endpoint with the session. When the session has expired, calls again without the session, because the token
 * of the order is sufficient.
 */
async function callAsAnyone<E extends Endpoint, T>(
  read: (response: TypedResponse<E>) => Promise<T>,
  endpoint: E,
  ...request: RequestArgument<E>
): Promise<T | null> {
  try {
    const withSession = await authFetch(endpoint, ...request)
    const response =
      withSession && withSession.status !== 401 ? withSession : await fetchWithoutSession(endpoint, ...request)
    return response.ok ? await read(response) : null
  } catch (error) {
    throw new ApiError(await readProblem(error), error instanceof FailedResponseError ? error.response.status : 0)
  }
}
