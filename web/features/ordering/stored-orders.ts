import { toLineKey } from '#contract/cart-line.ts'
import type { OrderLineRequest } from '#contract/menu.ts'
import type { Order } from '#contract/ordering.ts'
import { trackedOrdersKey, unpaidOrdersKey } from '#contract/storage-keys.ts'
import {
  createObjectParser,
  createTolerantListParser,
  parseStoredString,
  type StoredValueParser,
  withDefault,
} from '../../device/parse-stored.ts'
import { createStoredValue } from '../../device/stored-value.ts'
import { getCartLines, useOrderStore } from './cart/order-store.ts'
import { clearDraft } from './checkout/draft.ts'

/** Creates a list of orders that is stored in this browser, newest first. All tabs share the list. */
function storedOrders<O extends { orderId: string }>(key: string, max: number, parseOrder: StoredValueParser<O>) {
  const { read, write, subscribe } = createStoredValue(key, (stored) =>
    createTolerantListParser(parseOrder)(stored).slice(0, max),
  )
  const listOthers = (id: string) => read().filter(({ orderId }) => orderId !== id)
  return {
    read,
    subscribe,
    find: (id: string) => read().find(({ orderId }) => orderId === id),
    /** Adds an order at the start. Removes the oldest orders when there are more than `max`. */
    add: (order: O) => write([order, ...listOthers(order.orderId)].slice(0, max)),
    remove: (id: string) => write(listOthers(id)),
  }
}

/** The orders that this browser may read with their tracking tokens, regardless of the logged-in user. */
export const trackedOrders = storedOrders(
  trackedOrdersKey,
  50,
  createObjectParser({ orderId: parseStoredString, token: parseStoredString }),
)

/** Orders that were sent from this browser, are to be paid by card, and are not confirmed as paid yet. */
export const unpaidOrders = storedOrders(
  unpaidOrdersKey,
  20,
  createObjectParser({
    orderId: parseStoredString,
    vId: parseStoredString,
    /** The key of the ordered lines (`fingerprintCart`); null when a former version of the site stored the order. */
    cart: withDefault(parseStoredString, null),
  }),
)

/** Returns a key that is equal for two carts of the same lines and quantities, in any order. */
export const fingerprintCart = (lines: readonly OrderLineRequest[]): string =>
  JSON.stringify(lines.map((line) => `${line.quantity} ${toLineKey(line)}`).toSorted())

/** Returns the stored token of an order; null without one. */
export const findTrackingToken = (orderId: string): string | null => trackedOrders.find(orderId)?.token ?? null

/** Returns whether the kitchen has received an order. An order by card that is not paid in time never reaches it. */
export const hasReachedKitchen = ({ events }: Pick<Order, 'events'>): boolean =>
  events.some(({ to }) => to === 'placed')

/**
 * Removes an order from the unpaid orders when it is paid or has ended. When the kitchen has received the order, the
 * cart (S4.05) and the values of the checkout are cleared, unless the customer has changed the cart since the order.
 * Otherwise, the cart and the values stay for another attempt.
 */
export function removeResolvedUnpaidOrder({
  orderId,
  state,
  events,
}: Pick<Order, 'orderId' | 'state' | 'events'>): void {
  const unpaidOrder = unpaidOrders.find(orderId)
  if (!unpaidOrder || state === 'awaiting_payment') return
  unpaidOrders.remove(orderId)
  const { vId, cart } = unpaidOrder
  if (!hasReachedKitchen({ events })) useOrderStore.getState().setPaymentSent(orderId, false)
  else if (clearOrderedCart(vId, cart)) clearDraft(vId)
}

/**
 * Clears the cart of a kitchen after an order (S4.05), unless the customer has changed the cart since the order.
 * @param cart the key of the ordered lines (`fingerprintCart`)
 * @returns whether the cart was cleared
 */
export function clearOrderedCart(vId: string, cart: string | null): boolean {
  const order = useOrderStore.getState()
  const isUnchanged = fingerprintCart(getCartLines(order, vId)) === cart
  if (isUnchanged) order.clear(vId)
  return isUnchanged
}
