import type { Order } from '#contract/ordering.ts'
import { unpaidOrdersKey } from '#contract/storage-keys.ts'
import { listParser, objectParser, parseText } from '../../../device/parse-stored.ts'
import { storedValue } from '../../../device/stored-value.ts'
import { useOrder } from '../cart/order-store.ts'
import { clearDraft } from '../checkout/draft.ts'

/** Orders that this browser sent to be paid by card, and whose payment is not confirmed yet. */
const parseUnpaidOrders = listParser(objectParser({ orderId: parseText, vId: parseText }))

const UNPAID_MAX = 20

const unpaidOrders = storedValue(unpaidOrdersKey, (stored) => parseUnpaidOrders(stored).slice(0, UNPAID_MAX))

/** Returns the id of the last unpaid order at a kitchen. */
export const findUnpaidOrder = (kitchenId: string): string | undefined =>
  unpaidOrders.read().find(({ vId }) => vId === kitchenId)?.orderId

/** Stores that an order is unpaid. Its lines stay in the cart, and the draft of its checkout stays, too. */
export function addUnpaidOrder(orderId: string, vId: string): void {
  unpaidOrders.write([{ orderId, vId }, ...listOtherOrders(orderId)].slice(0, UNPAID_MAX))
}

/**
 * Removes an order from the unpaid ones when it is paid or has ended. When it has reached its kitchen, the cart (S4.05) and
 * the draft of the checkout are cleared; otherwise both stay for another try.
 */
export function updateUnpaidOrder({ orderId, state, events }: Pick<Order, 'orderId' | 'state' | 'events'>): void {
  const unpaidOrder = unpaidOrders.read().find((order) => order.orderId === orderId)
  if (!unpaidOrder || state === 'awaiting_payment') return
  unpaidOrders.write(listOtherOrders(orderId))
  const { clear, setPaymentSent } = useOrder.getState()
  if (events.some(({ to }) => to === 'placed')) {
    clear(unpaidOrder.vId)
    clearDraft(unpaidOrder.vId)
  } else setPaymentSent(orderId, false)
}

const listOtherOrders = (orderId: string) => unpaidOrders.read().filter((order) => order.orderId !== orderId)
