import { useEffect, useState, useSyncExternalStore } from 'react'
import type { RequestBody } from '#contract/endpoint.ts'
import type { PaymentMethod, Service } from '#contract/menu-enums.ts'
import type { placeOrder } from '#contract/ordering.ts'
import {
  createObjectParser,
  parseStoredInteger,
  parseStoredString,
  type StoredValueParser,
  withDefault,
} from '../../../device/parse-stored.ts'
import { tabStorage } from '../../../device/storage.ts'
import { createStoredValue } from '../../../device/stored-value.ts'
import { useOrderStore } from '../cart/order-store.ts'

export type PlaceOrderBody = RequestBody<typeof placeOrder>

const textOrEmpty = withDefault(parseStoredString, '')

/** Parses the values of a checkout that are not in the order store. */
const parseDraft = createObjectParser({
  /** The chosen service; null for the default service of the kitchen. */
  service: withDefault(parseStoredString as StoredValueParser<Service>, null),
  /** The time that the customer chose, in milliseconds; null for the default time (`findDefaultOrderTime`). */
  slotAt: withDefault(parseStoredInteger, null),
  name: textOrEmpty,
  email: textOrEmpty,
  phone: textOrEmpty,
  note: textOrEmpty,
  payment: withDefault(parseStoredString as StoredValueParser<PaymentMethod>, 'cash' as const),
  /**
   * The body of an order that was sent and got no response. The server may have received the order, so only the same
   * body may be sent again.
   */
  unanswered: (stored) => (stored ?? null) as PlaceOrderBody | null,
  /** The account that sent `unanswered`; null when it is unknown. */
  sender: withDefault(parseStoredString, null),
  /** The reader whose values these are; null when they were typed without an account. */
  owner: withDefault(parseStoredString, null),
})

const emptyDraft = parseDraft({})

export type CheckoutDraft = ReturnType<typeof parseDraft>

/** Stores the values of a checkout in this tab, where they survive reloads and logins. */
const storedDraft = (kitchenId: string) => createStoredValue(`checkout ${kitchenId}`, parseDraft, tabStorage)

/**
 * Returns the values of a checkout. Like the carts, the values of a reader are hidden from everybody else who uses this
 * tab. Values that were typed without an account stay after a login, and then belong to the reader.
 */
export function useCheckoutDraft(kitchenId: string) {
  const [{ subscribe, read, write }] = useState(() => storedDraft(kitchenId))
  const owner = useOrderStore((order) => order.owner)
  const stored = useSyncExternalStore(subscribe, read)
  const selectOwn = (draft: CheckoutDraft): CheckoutDraft => {
    const { unanswered, sender } = draft
    // An order that may have arrived must not be placed again by mistake, whoever uses the tab.
    return draft.owner === null || draft.owner === owner ? draft : { ...emptyDraft, unanswered, sender }
  }
  const isClaimed = owner === null || stored.owner !== null
  useEffect(() => {
    if (!isClaimed) write({ ...read(), owner })
  }, [isClaimed, owner, read, write])
  return {
    draft: selectOwn(stored),
    change: (changes: Partial<CheckoutDraft>) => write({ ...selectOwn(read()), ...changes, owner }),
    clear: () => write(emptyDraft),
  }
}

export const clearDraft = (kitchenId: string): void => storedDraft(kitchenId).write(emptyDraft)
