import { trackedOrdersKey } from '#contract/storage-keys.ts'
import { listParser, objectParser, parseText } from '../../device/parse-stored.ts'
import { storedValue } from '../../device/stored-value.ts'

/** Orders that this browser may read with the token of the mail's link, whoever is logged in. */
const parseTrackedOrders = listParser(objectParser({ orderId: parseText, token: parseText }))

const TRACKED_MAX = 50

/** The tracked orders, newest first. All tabs share them. */
export const trackedOrders = storedValue(trackedOrdersKey, (stored) => parseTrackedOrders(stored).slice(0, TRACKED_MAX))

/** Returns the stored token of an order; null without one. */
export const trackingTokenOf = (orderId: string): string | null =>
  trackedOrders.read().find((order) => order.orderId === orderId)?.token ?? null

/** Stores the token of an order, which outlives the tab and the session. The oldest of more than TRACKED_MAX are dropped. */
export function trackOrder(orderId: string, token: string): void {
  const otherOrders = trackedOrders.read().filter((order) => order.orderId !== orderId)
  trackedOrders.write([{ orderId, token }, ...otherOrders].slice(0, TRACKED_MAX))
}
