import type { Order } from '#contract/ordering.ts'
import { unpaidOrdersKey } from '#contract/storage-keys.ts'
import { storedValue } from '../../../device/stored-value.ts'
import { useOrder } from '../cart/order-store.ts'
import { forgetDraft } from '../checkout/draft.ts'

/** An order that was sent from this browser, to be paid by card, and not seen paid yet. */
interface UnpaidOrder {
  orderId: string
  vId: string
}

const UNPAID_MAX = 20

const unpaidOrders = storedValue(unpaidOrdersKey, (stored) =>
  Array.isArray(stored) ? stored.filter(isUnpaid).slice(0, UNPAID_MAX) : [],
)

const isUnpaid = (one: unknown): one is UnpaidOrder =>
  typeof one === 'object' &&
  one !== null &&
  typeof (one as UnpaidOrder).orderId === 'string' &&
  typeof (one as UnpaidOrder).vId === 'string'

/** The last order at a kitchen that this browser has not seen paid; undefined where there is none. */
export const unpaidAt = (vId: string): string | undefined => unpaidOrders.read().find((one) => one.vId === vId)?.orderId

/** Remembers that an order waits for its payment: its dishes stay in the cart, and what was filled in stays too. */
export function rememberUnpaid({ orderId, vId }: UnpaidOrder): void {
  unpaidOrders.write([{ orderId, vId }, ...without(orderId)].slice(0, UNPAID_MAX))
}

/**
 * Looks at an order that this browser may have remembered as unpaid: once it has reached its kitchen, what it was put
 * together from is cleared (S4.05) and its checkout forgotten. When it never will, both are left for another try.
 */
export function seeOrder({ orderId, state, events }: Pick<Order, 'orderId' | 'state' | 'events'>): void {
  const found = unpaidOrders.read().find((one) => one.orderId === orderId)
  if (!found || state === 'awaiting_payment') return
  unpaidOrders.write(without(orderId))
  const { clear, setPaymentSent } = useOrder.getState()
  if (events.some(({ to }) => to === 'placed')) {
    clear(found.vId)
    forgetDraft(found.vId)
  } else setPaymentSent(orderId, false)
}

const without = (orderId: string) => unpaidOrders.read().filter((one) => one.orderId !== orderId)
