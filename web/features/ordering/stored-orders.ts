import type { Order } from '#contract/ordering.ts'
import { trackedOrdersKey, unpaidOrdersKey } from '#contract/storage-keys.ts'
import {
  createObjectParser,
  createTolerantListParser,
  parseStoredString,
  type StoredValueParser,
} from '../../device/parse-stored.ts'
import { createStoredValue } from '../../device/stored-value.ts'
import { useOrderStore } from './cart/order-store.ts'
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
  createObjectParser({ orderId: parseStoredString, vId: parseStoredString }),
)

/** Returns the stored token of an order; null without one. */
export const findTrackingToken = (orderId: string): string | null => trackedOrders.find(orderId)?.token ?? null

/**
 * Removes an order from the unpaid orders when it is paid or has ended. When the kitchen has received the order, the
 * cart (S4.05) and the values of the checkout are cleared. Otherwise, the cart and the values stay for another attempt.
 */
export function clearPaidOrderAndCart({ orderId, state, events }: Pick<Order, 'orderId' | 'state' | 'events'>): void {
  const unpaidOrder = unpaidOrders.find(orderId)
  if (!unpaidOrder || state === 'awaiting_payment') return
  unpaidOrders.remove(orderId)
  const { clear, setPaymentSent } = useOrderStore.getState()
  if (events.some(({ to }) => to === 'placed')) {
    clear(unpaidOrder.vId)
    clearDraft(unpaidOrder.vId)
  } else setPaymentSent(orderId, false)
}
