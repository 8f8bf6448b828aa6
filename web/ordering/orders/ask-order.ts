import type { Reply } from '#contract/endpoint.ts'
import type { Order } from '#contract/ordering.ts'
import type { listReceipts, Receipt } from '#contract/payments.ts'
import { apiFetch, authFetch } from '../../kit/api.ts'

/** Where an order is asked for, or something of it such as "/payment", by its token where there is one. */
export const orderPath = (orderId: string, token: string | null, of: '' | `/${string}` = ''): `/${string}` =>
  `/api/orders/${encodeURIComponent(orderId)}${of}${token === null ? '' : `?token=${encodeURIComponent(token)}`}`

/** @returns null where there is none, or none for who asks @throws {FetchFailed} for any other failure */
export async function askOrder(path: `/${string}`): Promise<Order | null> {
  const response = await asWhoeverOneIs(path)
  return response.ok ? response.json() : null
}

/** Cancels an order. @returns null where there is none @throws {FetchFailed} when the kitchen was faster */
export async function cancelOrder(orderId: string, token: string | null): Promise<Order | null> {
  const response = await asWhoeverOneIs(orderPath(orderId, token, '/cancel'), { method: 'POST' })
  return response.ok ? response.json() : null
}

/** The receipts and credit notes of an order. @returns null where there is no order for who asks @throws {FetchFailed} */
export async function askReceipts(path: `/${string}`): Promise<readonly Receipt[] | null> {
  const response = await asWhoeverOneIs(path)
  return response.ok ? ((await response.json()) as Reply<typeof listReceipts>).receipts : null
}

/** Where they are asked for. */
export const receiptsPath = (orderId: string, token: string | null): `/${string}` =>
  orderPath(orderId, token, '/receipts')

/** One of them as a file. @returns null where there is none for who asks @throws {FetchFailed} */
export async function askReceiptPdf({ orderId, receiptId }: Receipt, token: string | null): Promise<Blob | null> {
  const response = await asWhoeverOneIs(orderPath(orderId, token, `/receipts/${encodeURIComponent(receiptId)}/pdf`))
  return response.ok ? response.blob() : null
}

/** Calls with the session, where there is one; a session that is over must not lock out who has the token. */
export async function asWhoeverOneIs(path: `/${string}`, init?: RequestInit): Promise<Response> {
  const response = await authFetch(path, init)
  return response && response.status !== 401 ? response : apiFetch(path, init)
}
