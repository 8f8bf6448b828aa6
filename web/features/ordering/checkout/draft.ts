import { useState, useSyncExternalStore } from 'react'
import type { Body } from '#contract/endpoint.ts'
import type { PaymentMethod, Service } from '#contract/menu-enums.ts'
import type { placeOrder } from '#contract/ordering.ts'
import { objectParser, orDefault, type Parser, parseInteger, parseText } from '../../../device/parse-stored.ts'
import { tabStorage } from '../../../device/storage.ts'
import { storedValue } from '../../../device/stored-value.ts'

export type PlaceBody = Body<typeof placeOrder>

const textOrEmpty = orDefault(parseText, '')

/** Parses the values of a checkout that are not in the order store. */
const parseDraft = objectParser({
  /** The chosen service; null for the default service of the kitchen. */
  service: orDefault(parseText as Parser<Service>, null),
  /**
   * The chosen time in milliseconds; null for as soon as possible, or the first free slot when that is not possible.
   */
  slotAt: orDefault(parseInteger, null),
  name: textOrEmpty,
  email: textOrEmpty,
  phone: textOrEmpty,
  note: textOrEmpty,
  payment: orDefault(parseText as Parser<PaymentMethod>, 'cash' as const),
  /**
   * The body of an order that was sent and got no response. The server may have received it, so only the same body may
   * be sent again.
   */
  unanswered: (stored) => (stored ?? null) as PlaceBody | null,
})

const emptyDraft = parseDraft({})

export type CheckoutDraft = ReturnType<typeof parseDraft>

/** Stores the values of a checkout in this tab, where they survive reloads and logins. */
const storedDraft = (kitchenId: string) => storedValue(`checkout ${kitchenId}`, parseDraft, tabStorage)

export function useCheckoutDraft(kitchenId: string) {
  const [{ subscribe, read, write }] = useState(() => storedDraft(kitchenId))
  return {
    draft: useSyncExternalStore(subscribe, read),
    change: (changes: Partial<CheckoutDraft>) => write({ ...read(), ...changes }),
    clear: () => write(emptyDraft),
  }
}

export const clearDraft = (kitchenId: string): void => storedDraft(kitchenId).write(emptyDraft)
