import { trackedOrdersKey } from '#contract/storage-keys.ts'
import { type StoredValue, storedValue } from '../../device/stored-value.ts'

/** An order that this browser may read with its token, whoever is logged in. */
export interface TrackedOrder {
  orderId: string
  /** The token of the mail's link. */
  token: string
}

const TRACKED_MAX = 50

/** The tracked orders, newest first. All tabs share them. */
export const trackedOrders: StoredValue<TrackedOrder[]> = storedValue(trackedOrdersKey, (stored) =>
  Array.isArray(stored) ? stored.filter(isTracked).slice(0, TRACKED_MAX) : [],
)

/** Returns the stored token of an order; null without one. */
export const trackingTokenOf = (orderId: string): string | null =>
  trackedOrders.read().find((order) => order.orderId === orderId)?.token ?? null

/** Stores the token of an order, which outlives the tab and the session. The oldest of more than TRACKED_MAX are dropped. */
export function trackOrder({ orderId, token }: TrackedOrder): void {
  const otherOrders = trackedOrders.read().filter((order) => order.orderId !== orderId)
  trackedOrders.write([{ orderId, token }, ...otherOrders].slice(0, TRACKED_MAX))
}

const isTracked = (value: unknown): value is TrackedOrder =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as TrackedOrder).orderId === 'string' &&
  typeof (value as TrackedOrder).token === 'string'
