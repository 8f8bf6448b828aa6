import { trackedOrdersKey } from '#contract/storage-keys.ts'
import { type StoredValue, storedValue } from '../../device/stored-value.ts'

/** An order that this browser may follow, whoever is logged in. */
export interface TrackedOrder {
  orderId: string
  /** That of the mail's link. */
  token: string
}

const TRACKED_MAX = 50

/** The newest first; the same in every tab. */
export const trackedOrders: StoredValue<TrackedOrder[]> = storedValue(trackedOrdersKey, (stored) =>
  Array.isArray(stored) ? stored.filter(isTracked).slice(0, TRACKED_MAX) : [],
)

/** The token of an order, as far as this browser knows it. */
export const trackingTokenOf = (orderId: string): string | null =>
  trackedOrders.read().find((one) => one.orderId === orderId)?.token ?? null

/** Keeps the token of an order, so that it is still found once the tab is closed and the session over; of too many the oldest go. */
export function trackOrder({ orderId, token }: TrackedOrder): void {
  const others = trackedOrders.read().filter((one) => one.orderId !== orderId)
  trackedOrders.write([{ orderId, token }, ...others].slice(0, TRACKED_MAX))
}

const isTracked = (one: unknown): one is TrackedOrder =>
  typeof one === 'object' &&
  one !== null &&
  typeof (one as TrackedOrder).orderId === 'string' &&
  typeof (one as TrackedOrder).token === 'string'
